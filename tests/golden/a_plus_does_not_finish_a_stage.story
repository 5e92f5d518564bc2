# A Plus does not finish a stage
#
# The hand is empty, but a second card is due (R5.3). There is none, so seat 0 draws one card, and the stage is not
# completed (R9.3). Seat 1 answers with a run that ends on a Plus: it owes a second card too (R6.11), and has one.
given 0: R+ | 1: RT R3 R+ G+ G5 B1 | lead R9 | turn 0 | pile B6 ...
  seat 0  stage 8: R+
  seat 1  stage 8: R3 R+ RT G5 G+ B1
  table   R9; cards 1 6; pile 108
> 0 R+
  table   R9; cards 1 6; pile 108
  hand    R+
  may     R+
  -> 0 plays R+
> 0 end
  table   R+; cards 0 6; pile 108
  hand    none
  may     draw
  no      R5.3: a Plus obliges to a second card; play one that fits, or draw if none does
> 0 draw
  table   R+; cards 0 6; pile 108
  hand    none
  may     draw
  -> 0 draws B6 (plus)
  -> turn 1
> 1 RT
  table   R+; cards 1 6; pile 107
  hand    R3 R+ RT G5 G+ B1
  may     R3 R+ RT G+
  -> 1 plays RT
> 1 R3
  table   RT, the TAKI is open; cards 1 5; pile 107
  hand    R3 R+ G5 G+ B1
  may     R3 R+
  -> 1 plays R3
> 1 R+
  table   R3, the TAKI is open; cards 1 4; pile 107
  hand    R+ G5 G+ B1
  may     R+
  -> 1 plays R+
> 1 close
  table   R+, the TAKI is open; cards 1 3; pile 107
  hand    G5 G+ B1
  may     close end
  -> 1 closes the TAKI
> 1 B1
  table   R+; cards 1 3; pile 107
  hand    G5 G+ B1
  may     G+
  no      R5.3: the second card must fit the Plus by colour or symbol
> 1 G+
  table   R+; cards 1 3; pile 107
  hand    G5 G+ B1
  may     G+
  -> 1 plays G+
> 1 G5!
  table   G+; cards 1 2; pile 107
  hand    G5 B1
  may     G5 G5!
  -> 1 plays G5!
  -> turn 0
