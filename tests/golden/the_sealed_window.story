# The sealed window
#
# Seat 2 plays a +3, and seats 3, 0 and 1 are asked at once (R7.4). Only the next player in turn, seat 3, could
# answer with a King. Seat 1 is the quickest to answer, but arrival time decides nothing: counted from seat 3 in
# the direction of play, seat 0 comes first. Its Breaker turns the +3 on seat 2; seat 1 keeps its own, and nobody
# is ever shown that it was offered. The turn passes from seat 2 as after any card (R7.5).
given 0: X K G4 | 1: X B7 | 2: +3 R4 R5 | 3: Y7 Y8 | lead R9 | turn 2 | pile G5 G6 G7 ...
  seat 0  stage 8: G4 K X
  seat 1  stage 8: B7 X
  seat 2  stage 8: R4 R5 +3
  seat 3  stage 8: Y7 Y8
  table   R9; cards 3 2 3 2; pile 105
> 2 +3
  table   R9; cards 3 2 3 2; pile 105
  hand    R4 R5 +3
  may     R4 R5 +3
  -> 2 plays +3
  -> 2 opens a window
> 1 X!
  table   R9 under +3; cards 3 2 2 2; pile 105
  hand    B7 X
  may     X X! pass
  -> (nothing that anybody is shown)
> 0 K
  table   R9 under +3; cards 3 2 2 2; pile 105
  hand    G4 K X
  may     X pass
  no      R7.4: only the next player in turn may answer a +3 with a King; answer with a Breaker or pass
> 0 X
  table   R9 under +3; cards 3 2 2 2; pile 105
  hand    G4 K X
  may     X pass
  -> (nothing that anybody is shown)
> 3 pass
  table   R9 under +3; cards 3 2 2 2; pile 105
  hand    Y7 Y8
  may     pass
  -> 2's window closes: 0 answers X
  -> 2 draws G5 G6 G7 (+3)
  -> turn 3
> 3 draw
  table   R9 under X; cards 2 2 5 2; pile 102
  hand    Y7 Y8
  may     draw
  -> 3 draws R1 (stuck)
  -> turn 0
