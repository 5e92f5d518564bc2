# Forfeits in a window
#
# Seat 0 plays a +3 and vanishes; so does seat 1, whose right to answer with a King moves to nobody (R10.2). Nothing
# is told until the last answer is in. Seat 1 leaves first; then the Breaker of seat 2 takes effect; then seat 0
# leaves, before the "last card" that it forgot would matter, and its turn is not counted.
given 0: +3 R4 | 1: K Y8 Y9 | 2: X K B8 | 3: R1 R3 | lead R9 | turn 0 | pile G5 G6 G7 ...
  seat 0  stage 8: R4 +3
  seat 1  stage 8: Y8 Y9 K
  seat 2  stage 8: B8 K X
  seat 3  stage 8: R1 R3
  table   R9; cards 2 3 3 2; pile 105
> 0 +3
  table   R9; cards 2 3 3 2; pile 105
  hand    R4 +3
  may     R4 R4! +3 +3!
  -> 0 plays +3
  -> 0 opens a window
> 0 forfeit DISCONNECTED
  -> (nothing that anybody is shown)
> 1 forfeit DISCONNECTED
  -> (nothing that anybody is shown)
> 2 K
  table   R9 under +3; cards 1 3 3 2; pile 105
  hand    B8 K X
  may     X pass
  no      R7.4: only the next player in turn may answer a +3 with a King; answer with a Breaker or pass
> 2 X
  table   R9 under +3; cards 1 3 3 2; pile 105
  hand    B8 K X
  may     X pass
  -> (nothing that anybody is shown)
> 3 pass
  table   R9 under +3; cards 1 3 3 2; pile 105
  hand    R1 R3
  may     pass
  -> 1 forfeits DISCONNECTED
  -> 0's window closes: 2 answers X
  -> 0 draws G5 G6 G7 (+3)
  -> 0 forfeits DISCONNECTED
  -> turn 2
> 2 K!
  table   R9 under X; cards - - 2 2; pile 102
  hand    B8 K
  may     K K!
  -> 2 plays K!
> 2 B8
  table   R9 under K; cards - - 1 2; pile 102
  hand    B8
  may     B8 end
  -> 2 plays B8
  -> 2 completes 1, next stage 7
  -> 2 draws R1 R3 R4 R5 R5 R6 R6 (stage)
  -> turn 3
> 3 draw
  table   B8; cards - - 7 2; pile 95
  hand    R1 R3
  may     draw
  -> 3 draws R7 (stuck)
  -> turn 2
