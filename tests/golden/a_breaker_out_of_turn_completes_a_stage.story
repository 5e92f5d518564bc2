# A Breaker out of turn completes a stage
#
# The Breaker is the last card of seat 2. The +3's player draws three first; then seat 2 begins its next stage,
# before the turn passes (R7.8, R8.1). The turn goes to seat 1, as if nothing had happened (R7.5).
given 0: +3 R4 R5 | 1: Y1 Y3 | 2: X | lead R9 | turn 0 | stages 2:3 | pile G1 G3 G4 B1 B3 B4 ...
  seat 0  stage 8: R4 R5 +3
  seat 1  stage 8: Y1 Y3
  seat 2  stage 3: X
  table   R9; cards 3 2 1; pile 109
> 0 +3
  table   R9; cards 3 2 1; pile 109
  hand    R4 R5 +3
  may     R4 R5 +3
  -> 0 plays +3
  -> 0 opens a window
> 1 pass
  table   R9 under +3; cards 2 2 1; pile 109
  hand    Y1 Y3
  may     pass
  -> (nothing that anybody is shown)
> 2 X
  table   R9 under +3; cards 2 2 1; pile 109
  hand    X
  may     X pass
  -> 0's window closes: 2 answers X
  -> 0 draws G1 G3 G4 (+3)
  -> 2 completes 6, next stage 2
  -> 2 draws B1 B3 (stage)
  -> turn 1
> 1 draw
  table   R9 under X; cards 5 2 2; pile 104
  hand    Y1 Y3
  may     draw
  -> 1 draws B4 (stuck)
  -> turn 2
