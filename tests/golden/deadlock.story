# Deadlock
#
# No card can be drawn, and nobody can play. Seat 3 forfeits, which gives cards to draw and starts the count anew
# (R10.2, R10.4). When they are gone, three turns in a row pass without a card, as many as there are seats left: the
# match ends. All three are in the same stage with two cards in hand, so they share the first place; who forfeited is
# below all others (R10.1, R10.2).
given 0: Y1 Y3 | 1: B1 B4 | 2: B6 | 3: Y5 | lead G9 | turn 0 | pile none | discard none
  seat 0  stage 8: Y1 Y3
  seat 1  stage 8: B1 B4
  seat 2  stage 8: B6
  seat 3  stage 8: Y5
  table   G9; cards 2 2 1 1; pile 0
> 0 draw
  table   G9; cards 2 2 1 1; pile 0
  hand    Y1 Y3
  may     draw
  -> 0 draws nothing, 0 of 1 (stuck)
  -> turn 1
> 1 draw
  table   G9; cards 2 2 1 1; pile 0
  hand    B1 B4
  may     draw
  -> 1 draws nothing, 0 of 1 (stuck)
  -> turn 2
> 3 forfeit TIMEOUT
  -> 3 forfeits TIMEOUT
> 2 draw
  table   G9; cards 2 2 1 -; pile 0
  hand    B6
  may     draw
  -> reshuffle of 1
  -> 2 draws Y5 (stuck)
  -> turn 0
> 0 draw
  table   G9; cards 2 2 2 -; pile 0
  hand    Y1 Y3
  may     draw
  -> 0 draws nothing, 0 of 1 (stuck)
  -> turn 1
> 1 draw
  table   G9; cards 2 2 2 -; pile 0
  hand    B1 B4
  may     draw
  -> 1 draws nothing, 0 of 1 (stuck)
  -> turn 2
> 2 draw
  table   G9; cards 2 2 2 -; pile 0
  hand    B6 Y5
  may     draw
  -> 2 draws nothing, 0 of 1 (stuck)
  == DEADLOCK, places 1 1 1 4
