# A run is taken up again after a Plus
#
# Only under PLAY_ANY can a red card be left when a red run ends on a Plus. Seat 0 leaves the TAKI open, and the
# second card that it owes is red: the run goes on (R6.11). Seat 1 then answers the open TAKI with a TAKI of
# another colour? It cannot: R8 lies on top, and neither colour nor symbol fits (R3.3, R6.10).
given taki PLAY_ANY | 0: RT R+ R8 G3 B5 | 1: BT B4 Y3 | lead R9 | turn 0 | pile R1 ...
  seat 0  stage 8: R8 R+ RT G3 B5
  seat 1  stage 8: B4 BT Y3
  table   R9; cards 5 3; pile 107
> 0 RT
  table   R9; cards 5 3; pile 107
  hand    R8 R+ RT G3 B5
  may     R8 R+ RT
  -> 0 plays RT
> 0 R+
  table   RT, the TAKI is open; cards 4 3; pile 107
  hand    R8 R+ G3 B5
  may     R8 R+ end
  -> 0 plays R+
> 0 end
  table   R+, the TAKI is open; cards 3 3; pile 107
  hand    R8 G3 B5
  may     R8 close end
  -> 0 leaves the TAKI open
> 0 R8
  table   R+, the TAKI is open; cards 3 3; pile 107
  hand    R8 G3 B5
  may     R8
  -> 0 plays R8
> 0 end
  table   R8, the TAKI is open; cards 2 3; pile 107
  hand    G3 B5
  may     close end
  -> 0 leaves the TAKI open
  -> turn 1
> 1 BT
  table   R8, the TAKI is open; cards 2 3; pile 107
  hand    B4 BT Y3
  may     draw
  no      R3.3: the card has neither the colour nor the symbol of the leading card
> 1 draw
  table   R8, the TAKI is open; cards 2 3; pile 107
  hand    B4 BT Y3
  may     draw
  -> 1 draws R1 (stuck)
  -> turn 0
