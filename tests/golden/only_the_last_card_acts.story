# Only the last card of a run acts
#
# Inside the run +2, Change Direction and a number have no effect (R6.2). The Stop comes last: it acts when
# seat 0 closes the TAKI, and seat 1 is skipped. Nobody draws and the direction stays.
given 0: GT G+2 GS GD G6 Y3 | 1: G1 B4 | 2: Y1 R3 | lead G9 | turn 0
  seat 0  stage 8: G6 GS G+2 GD GT Y3
  seat 1  stage 8: G1 B4
  seat 2  stage 8: R3 Y1
  table   G9; cards 6 2 2; pile 105
> 0 GT
  table   G9; cards 6 2 2; pile 105
  hand    G6 GS G+2 GD GT Y3
  may     G6 GS G+2 GD GT
  -> 0 plays GT
> 0 G+2
  table   GT, the TAKI is open; cards 5 2 2; pile 105
  hand    G6 GS G+2 GD Y3
  may     G6 GS G+2 GD
  -> 0 plays G+2
> 0 GD
  table   G+2, the TAKI is open; cards 4 2 2; pile 105
  hand    G6 GS GD Y3
  may     G6 GS GD
  -> 0 plays GD
> 0 G6
  table   GD, the TAKI is open; cards 3 2 2; pile 105
  hand    G6 GS Y3
  may     G6 GS
  -> 0 plays G6
> 0 GS!
  table   G6, the TAKI is open; cards 2 2 2; pile 105
  hand    GS Y3
  may     GS GS!
  -> 0 plays GS!
> 0 close
  table   GS, the TAKI is open; cards 1 2 2; pile 105
  hand    Y3
  may     close end
  -> 0 closes the TAKI
  -> turn 2
> 2 draw
  table   GS; cards 1 2 2; pile 105
  hand    R3 Y1
  may     draw
  -> 2 draws R1 (stuck)
  -> turn 0
