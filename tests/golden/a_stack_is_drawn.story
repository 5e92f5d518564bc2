# A stack is drawn
#
# Nobody is forced to add (R5.2): seat 1 keeps its green +2 and draws all four. The turn is lost, and for seat 2
# the +2 on top is an ordinary card whose symbol may be matched, which begins a new stack.
given 0: R+2 G3 G4 | 1: G+2 Y3 Y4 | 2: B+2 Y1 Y8 | lead Y+2 | stack 2 | turn 0 | pile R3 R4 R5 R6 ...
  seat 0  stage 8: R+2 G3 G4
  seat 1  stage 8: G+2 Y3 Y4
  seat 2  stage 8: B+2 Y1 Y8
  table   Y+2, stack of 2; cards 3 3 3; pile 106
> 0 R+2
  table   Y+2, stack of 2; cards 3 3 3; pile 106
  hand    R+2 G3 G4
  may     R+2 draw
  -> 0 plays R+2
  -> turn 1
> 1 draw
  table   R+2, stack of 4; cards 2 3 3; pile 106
  hand    G+2 Y3 Y4
  may     G+2 draw
  -> 1 draws R3 R4 R5 R6 (stack)
  -> turn 2
> 2 B+2
  table   R+2; cards 2 7 3; pile 102
  hand    B+2 Y1 Y8
  may     B+2
  -> 2 plays B+2
  -> turn 0
> 0 draw
  table   B+2, stack of 2; cards 2 7 2; pile 102
  hand    G3 G4
  may     draw
  -> 0 draws R1 R1 (stack)
  -> turn 1
