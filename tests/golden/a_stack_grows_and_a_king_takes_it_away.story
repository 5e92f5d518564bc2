# A stack grows, and a King takes it away
#
# Each +2 may be answered with a +2 of any colour (R5.2). Seat 2 has the colour but no +2, and may not use it.
# It has a King, though: the stack is gone, nobody draws, and one more card may follow, whether it fits or not
# (R7.1). Afterwards the blue +2 beneath the King is an ordinary card, but by then a yellow card leads.
given 0: R+2 G3 G4 | 1: B+2 Y3 Y4 | 2: B7 K Y1 Y9 | 3: B9 G1 | lead R9 | turn 0
  seat 0  stage 8: R+2 G3 G4
  seat 1  stage 8: B+2 Y3 Y4
  seat 2  stage 8: B7 Y1 Y9 K
  seat 3  stage 8: G1 B9
  table   R9; cards 3 3 4 2; pile 103
> 0 R+2
  table   R9; cards 3 3 4 2; pile 103
  hand    R+2 G3 G4
  may     R+2
  -> 0 plays R+2
  -> turn 1
> 1 B+2
  table   R+2, stack of 2; cards 2 3 4 2; pile 103
  hand    B+2 Y3 Y4
  may     B+2 draw
  -> 1 plays B+2
  -> turn 2
> 2 B7
  table   B+2, stack of 4; cards 2 2 4 2; pile 103
  hand    B7 Y1 Y9 K
  may     K draw
  no      R5.2: on an active +2 stack only a +2, a King or drawing is legal
> 2 K
  table   B+2, stack of 4; cards 2 2 4 2; pile 103
  hand    B7 Y1 Y9 K
  may     K draw
  -> 2 plays K
> 2 draw
  table   B+2 under K; cards 2 2 3 2; pile 103
  hand    B7 Y1 Y9
  may     B7 Y1 Y9 end
  no      R7.1: nobody draws after a King; play one more card or end
> 2 Y1
  table   B+2 under K; cards 2 2 3 2; pile 103
  hand    B7 Y1 Y9
  may     B7 Y1 Y9 end
  -> 2 plays Y1
  -> turn 3
> 3 G1!
  table   Y1; cards 2 2 2 2; pile 103
  hand    G1 B9
  may     G1 G1!
  -> 3 plays G1!
  -> turn 0
