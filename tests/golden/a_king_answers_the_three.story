# A King answers the +3
#
# Seat 0 plays its second to last card, a +3, and forgets to say so. The King of the next player is counted before
# every Breaker (R7.4). The King leaves the hand, then the turn of seat 0 ends, and that is when its forgotten
# "last card" costs four cards (R7.7, R4.2). Seat 1 is on turn, the King being its first card, and may play any
# card after it (R7.1).
given 0: +3 R4 | 1: K Y8 Y9 | 2: X B7 B8 | lead R9 | turn 0 | pile G5 G6 G7 G8 ...
  seat 0  stage 8: R4 +3
  seat 1  stage 8: Y8 Y9 K
  seat 2  stage 8: B7 B8 X
  table   R9; cards 2 3 3; pile 107
> 0 +3
  table   R9; cards 2 3 3; pile 107
  hand    R4 +3
  may     R4 R4! +3 +3!
  -> 0 plays +3
  -> 0 opens a window
> 2 X
  table   R9 under +3; cards 1 3 3; pile 107
  hand    B7 B8 X
  may     X pass
  -> (nothing that anybody is shown)
> 1 K
  table   R9 under +3; cards 1 3 3; pile 107
  hand    Y8 Y9 K
  may     K pass
  -> 0's window closes: 1 answers K
  -> 0 draws G5 G6 G7 G8 (last card)
  -> turn 1
> 1 Y8!
  table   R9 under K; cards 5 2 3; pile 103
  hand    Y8 Y9
  may     Y8 Y8! Y9 Y9! end
  -> 1 plays Y8!
  -> turn 2
> 2 B8
  table   Y8; cards 5 1 3; pile 103
  hand    B7 B8 X
  may     B8 X
  -> 2 plays B8
  -> turn 0
