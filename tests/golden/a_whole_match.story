# A whole match
#
# Three seats, two stages: three cards, then one. Nothing is set up: every card comes from the seed (R2.2, R2.3, R2.5),
# seat 0 begins (R2.4), and the first to empty the hand of the last stage wins (R9.2).
deal 3 story 0000000000000000000000000000000000000000000000000000000000000072 taki/1 stages=3,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000
  seat 0  stage 3: RS Y+ +3
  seat 1  stage 3: R4 YT +3
  seat 2  stage 3: G9 B+ X
  table   G4; cards 3 3 3; pile 106
> 0 +3
  table   G4; cards 3 3 3; pile 106
  hand    RS Y+ +3
  may     +3
  -> 0 plays +3
  -> 0 opens a window
> 1 pass
  table   G4 under +3; cards 2 3 3; pile 106
  hand    R4 YT +3
  may     pass
  -> (nothing that anybody is shown)
> 2 X
  table   G4 under +3; cards 2 3 3; pile 106
  hand    G9 B+ X
  may     X pass
  -> 0's window closes: 2 answers X
  -> 0 draws G7 Y6 ST (+3)
  -> turn 1
> 1 R4
  table   G4 under X; cards 5 3 2; pile 103
  hand    R4 YT +3
  may     R4 +3
  -> 1 plays R4
  -> turn 2
> 2 draw
  table   R4; cards 5 2 2; pile 103
  hand    G9 B+
  may     draw
  -> 2 draws YD (stuck)
  -> turn 0
> 0 RS
  table   R4; cards 5 2 3; pile 102
  hand    RS G7 Y6 Y+ ST
  may     RS ST
  -> 0 plays RS
  -> turn 2
> 2 draw
  table   RS; cards 4 2 3; pile 102
  hand    G9 B+ YD
  may     draw
  -> 2 draws Y9 (stuck)
  -> turn 0
> 0 ST
  table   RS; cards 4 2 4; pile 101
  hand    G7 Y6 Y+ ST
  may     ST
  -> 0 plays ST>R
> 0 end
  table   ST>R, the TAKI is open; cards 3 2 4; pile 101
  hand    G7 Y6 Y+
  may     end
  -> 0 leaves the TAKI open
  -> turn 1
> 1 +3!
  table   ST>R, the TAKI is open; cards 3 2 4; pile 101
  hand    YT +3
  may     YT YT! +3 +3!
  -> 1 plays +3!
  -> 1 opens a window
> 2 pass
  table   ST>R under +3, the TAKI is open; cards 3 1 4; pile 101
  hand    G9 B+ Y9 YD
  may     pass
  -> (nothing that anybody is shown)
> 0 pass
  table   ST>R under +3, the TAKI is open; cards 3 1 4; pile 101
  hand    G7 Y6 Y+
  may     pass
  -> 1's window closes: no answer
  -> 2 draws R+ R6 Y4 (+3)
  -> 0 draws YD B+2 Y3 (+3)
  -> turn 2
> 2 R+
  table   ST>R under +3, the TAKI is open; cards 6 1 7; pile 95
  hand    R6 R+ G9 B+ Y4 Y9 YD
  may     R6 R+
  -> 2 plays R+
> 2 R6
  table   R+, the TAKI is open; cards 6 1 6; pile 95
  hand    R6 G9 B+ Y4 Y9 YD
  may     R6
  -> 2 plays R6
> 2 close
  table   R6, the TAKI is open; cards 6 1 5; pile 95
  hand    G9 B+ Y4 Y9 YD
  may     close end
  -> 2 closes the TAKI
  -> turn 0
> 0 Y6
  table   R6; cards 6 1 5; pile 95
  hand    G7 B+2 Y3 Y6 YD Y+
  may     Y6
  -> 0 plays Y6
  -> turn 1
> 1 YT
  table   Y6; cards 5 1 5; pile 95
  hand    YT
  may     YT
  -> 1 plays YT
> 1 end
  table   YT, the TAKI is open; cards 5 0 5; pile 95
  hand    none
  may     end
  -> 1 leaves the TAKI open
  -> 1 completes 1, next stage 1
  -> 1 draws Y+2 (stage)
  -> turn 2
> 2 Y9
  table   YT, the TAKI is open; cards 5 1 5; pile 94
  hand    G9 B+ Y4 Y9 YD
  may     Y4 Y9 YD
  -> 2 plays Y9
> 2 Y4
  table   Y9, the TAKI is open; cards 5 1 4; pile 94
  hand    G9 B+ Y4 YD
  may     Y4 YD
  -> 2 plays Y4
> 2 YD
  table   Y4, the TAKI is open; cards 5 1 3; pile 94
  hand    G9 B+ YD
  may     YD
  -> 2 plays YD
> 2 close
  table   YD, the TAKI is open; cards 5 1 2; pile 94
  hand    G9 B+
  may     close end
  -> 2 closes the TAKI
  -> turn 1
> 1 Y+2
  table   YD, to the right; cards 5 1 2; pile 94
  hand    Y+2
  may     Y+2
  -> 1 plays Y+2
  -> 1 completes 2, the last stage
  == COMPLETED, places 3 1 2
