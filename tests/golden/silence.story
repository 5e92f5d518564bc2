# Silence
#
# What the referee plays for a silent bot (R11.3): in a run `end`, whatever it holds; the Plus on top still wants a
# second card, and one is drawn though a card of the hand would fit; in a window it is a pass, though seat 2 holds both a
# King and a Breaker; after a King nothing more; on turn one card is drawn. The TAKI stays open through all of it (R6.6).
given 0: RT R+ R3 R4 | 1: Y+2 +3 Y5 Y6 | 2: B+2 B1 X K | lead R9 | turn 0 | pile G1 Y9 Y8 R1 R5 ...
  seat 0  stage 8: R3 R4 R+ RT
  seat 1  stage 8: Y5 Y6 Y+2 +3
  seat 2  stage 8: B1 B+2 K X
  table   R9; cards 4 4 4; pile 103
> 0 RT
  table   R9; cards 4 4 4; pile 103
  hand    R3 R4 R+ RT
  may     R3 R4 R+ RT
  -> 0 plays RT
> 0 R+
  table   RT, the TAKI is open; cards 3 4 4; pile 103
  hand    R3 R4 R+
  may     R3 R4 R+
  -> 0 plays R+
> 0 timeout
  table   R+, the TAKI is open; cards 2 4 4; pile 103
  hand    R3 R4
  may     R3 R3! R4 R4!
  -> 0 leaves the TAKI open
> 0 timeout
  table   R+, the TAKI is open; cards 2 4 4; pile 103
  hand    R3 R4
  may     R3 R3! R4 R4!
  -> 0 draws G1 (plus)
  -> turn 1
> 1 +3
  table   R+, the TAKI is open; cards 3 4 4; pile 102
  hand    Y5 Y6 Y+2 +3
  may     +3
  -> 1 plays +3
  -> 1 opens a window
> 2 timeout
  table   R+ under +3, the TAKI is open; cards 3 3 4; pile 102
  hand    B1 B+2 K X
  may     K X pass
  -> (nothing that anybody is shown)
> 0 timeout
  table   R+ under +3, the TAKI is open; cards 3 3 4; pile 102
  hand    R3 R4 G1
  may     pass
  -> 1's window closes: no answer
  -> 2 draws Y9 Y8 R1 (+3)
  -> 0 draws R5 R1 R3 (+3)
  -> turn 2
> 2 K
  table   R+ under +3, the TAKI is open; cards 6 3 7; pile 96
  hand    R1 B1 B+2 Y8 Y9 K X
  may     R1 K X
  -> 2 plays K
> 2 timeout
  table   R+ under K, the TAKI is open; cards 6 3 6; pile 96
  hand    R1 B1 B+2 Y8 Y9 X
  may     R1 B1 B+2 Y8 Y9 X end
  -> 2 plays nothing after the King
  -> turn 0
> 0 timeout
  table   R+ under K, the TAKI is open; cards 6 3 6; pile 96
  hand    R1 R3 R3 R4 R5 G1
  may     R1 R3 R4 R5
  -> 0 draws R4 (stuck)
  -> turn 1
