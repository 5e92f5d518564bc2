# A lone TAKI stays open
#
# Seat 0 has no other red card, so its run is over as soon as it has begun. It cannot say "closed TAKI",
# because the TAKI itself lies on top (R6.4). The TAKI is open to seat 1, who must now play all its red cards
# (R6.1, R6.5); the Stop inside the run stops nobody (R6.2). With a number on top seat 1 closes it.
given 0: RT G3 G4 | 1: R5 RS B8 B9 | 2: Y1 Y3 | lead R9 | turn 0
  seat 0  stage 8: RT G3 G4
  seat 1  stage 8: R5 RS B8 B9
  seat 2  stage 8: Y1 Y3
  table   R9; cards 3 4 2; pile 106
> 0 RT
  table   R9; cards 3 4 2; pile 106
  hand    RT G3 G4
  may     RT
  -> 0 plays RT
> 0 close
  table   RT, the TAKI is open; cards 2 4 2; pile 106
  hand    G3 G4
  may     end
  no      R6.4: a TAKI on top cannot be closed; end the run, the TAKI stays open
> 0 end
  table   RT, the TAKI is open; cards 2 4 2; pile 106
  hand    G3 G4
  may     end
  -> 0 leaves the TAKI open
  -> turn 1
> 1 RS
  table   RT, the TAKI is open; cards 2 4 2; pile 106
  hand    R5 RS B8 B9
  may     R5 RS
  -> 1 plays RS
> 1 close
  table   RS, the TAKI is open; cards 2 3 2; pile 106
  hand    R5 B8 B9
  may     R5
  no      R6.1: all cards of the run's colour must be played first
> 1 R5
  table   RS, the TAKI is open; cards 2 3 2; pile 106
  hand    R5 B8 B9
  may     R5
  -> 1 plays R5
> 1 close
  table   R5, the TAKI is open; cards 2 2 2; pile 106
  hand    B8 B9
  may     close end
  -> 1 closes the TAKI
  -> turn 2
> 2 draw
  table   R5; cards 2 2 2; pile 106
  hand    Y1 Y3
  may     draw
  -> 2 draws R1 (stuck)
  -> turn 0
