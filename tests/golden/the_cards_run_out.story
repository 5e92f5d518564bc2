# The cards run out
#
# Two cards are left to draw, and the only discarded card that can be shuffled is the one that seat 0 covers. Seat 1
# takes the three that there are; the rest of its debt is forgiven (R3.7, R3.8). Seat 2 completes its stage and is
# dealt nothing but the card that was covered last (R9.4).
given 0: G+2 B3 | 1: G1 | 2: G4 | lead G9 | stack 4 | turn 0 | pile Y8 R8 | discard none
  seat 0  stage 8: G+2 B3
  seat 1  stage 8: G1
  seat 2  stage 8: G4
  table   G9, stack of 4; cards 2 1 1; pile 2
> 0 G+2!
  table   G9, stack of 4; cards 2 1 1; pile 2
  hand    G+2 B3
  may     G+2 G+2! draw
  -> 0 plays G+2!
  -> turn 1
> 1 draw
  table   G+2, stack of 6; cards 1 1 1; pile 2
  hand    G1
  may     draw
  -> reshuffle of 1
  -> 1 draws Y8 R8 G9, 3 of 6 (stack)
  -> turn 2
> 2 G4
  table   G+2; cards 1 4 1; pile 0
  hand    G4
  may     G4
  -> 2 plays G4
  -> 2 completes 1, next stage 7
  -> reshuffle of 1
  -> 2 draws G+2, 1 of 7 (stage)
  -> turn 0
> 0 draw
  table   G4; cards 1 4 1; pile 0
  hand    B3
  may     draw
  -> 0 draws nothing, 0 of 1 (stuck)
  -> turn 1
