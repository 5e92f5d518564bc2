# Change Colour ends a run
#
# Under PLAY_ALL a Change Colour must wait until no card of the run's colour is left (R6.8). Then it ends the run,
# the TAKI and the turn at once, and the +2 before it stays without effect: seat 1 owes nothing. A King inside the
# run is refused: nothing else may follow one's own TAKI but its colour.
given 0: BT B+2 C K G7 G8 | 1: Y1 B4 | lead B9 | turn 0
  seat 0  stage 8: G7 G8 B+2 BT C K
  seat 1  stage 8: B4 Y1
  table   B9; cards 6 2; pile 107
> 0 BT
  table   B9; cards 6 2; pile 107
  hand    G7 G8 B+2 BT C K
  may     B+2 BT C>R C>G C>B C>Y K
  -> 0 plays BT
> 0 C>G
  table   BT, the TAKI is open; cards 5 2; pile 107
  hand    G7 G8 B+2 C K
  may     B+2
  no      R6.8: Change Colour may end a run only when no card of its colour is left in the hand
> 0 K
  table   BT, the TAKI is open; cards 5 2; pile 107
  hand    G7 G8 B+2 C K
  may     B+2
  no      R6.8: King, +3 and +3 Breaker cannot be played inside a run; play its colour, or close or end it
> 0 B+2
  table   BT, the TAKI is open; cards 5 2; pile 107
  hand    G7 G8 B+2 C K
  may     B+2
  -> 0 plays B+2
> 0 C>G
  table   B+2, the TAKI is open; cards 4 2; pile 107
  hand    G7 G8 C K
  may     C>R C>G C>B C>Y close end
  -> 0 plays C>G
  -> turn 1
> 1 draw
  table   C>G; cards 3 2; pile 107
  hand    B4 Y1
  may     draw
  -> 1 draws R1 (stuck)
  -> turn 0
