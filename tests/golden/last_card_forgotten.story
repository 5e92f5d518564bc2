# Last card, said and forgotten
#
# Seat 0 says it in time (R4.1). Seat 1 says it too early and is refused (R4.3). Seat 2 forgets, and draws four at
# the end of its turn (R4.2). Seat 0 plays its last card and begins stage 7 (R9.1).
given 0: R5 G8 | 1: R7 B3 B4 | 2: R8 Y4 | lead R9 | turn 0 | pile Y5 Y6 Y7 Y9 ...
  seat 0  stage 8: R5 G8
  seat 1  stage 8: R7 B3 B4
  seat 2  stage 8: R8 Y4
  table   R9; cards 2 3 2; pile 108
> 0 R5!
  table   R9; cards 2 3 2; pile 108
  hand    R5 G8
  may     R5 R5!
  -> 0 plays R5!
  -> turn 1
> 1 R7!
  table   R5; cards 1 3 2; pile 108
  hand    R7 B3 B4
  may     R7
  no      R4.3: "last card" belongs to a play that leaves exactly one card
> 1 R7
  table   R5; cards 1 3 2; pile 108
  hand    R7 B3 B4
  may     R7
  -> 1 plays R7
  -> turn 2
> 2 R8
  table   R7; cards 1 2 2; pile 108
  hand    R8 Y4
  may     R8 R8!
  -> 2 plays R8
  -> 2 draws Y5 Y6 Y7 Y9 (last card)
  -> turn 0
> 0 G8
  table   R8; cards 1 2 5; pile 104
  hand    G8
  may     G8
  -> 0 plays G8
  -> 0 completes 1, next stage 7
  -> 0 draws R1 R1 R3 R3 R4 R4 R5 (stage)
  -> turn 1
