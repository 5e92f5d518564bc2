"""The table of a match: seats, hands, the piles and the leading card (docs/rules.md R2, R3.5 to R3.8).

Moves cards and knows nothing of turns; `engine.Match` is the game played on it.
"""
import deal
from deal import BREAKER, COLOUR_OF, COLOURED, FACE_OF, FACES, KINDS, STOP

CAN_ALWAYS = range(COLOURED, BREAKER)  # colourless, but a Breaker alone never counts (R3.5)


class Table:
    def __init__(self, seats, stages, key, seen):
        self.stages, self.key, self.seen = stages, key, seen
        self.seats = seats
        self.left = list(range(seats))       # seats that have not forfeited, ascending
        self.forfeits = []                   # in the order in which they took effect
        self.hands = [[0] * KINDS for _ in range(seats)]
        self.sizes = [0] * seats
        self.done = [0] * seats              # stages completed
        self.bare = [False] * seats          # holds one card, left by a play, not declared (R4.2)
        self.may_complete = [False] * seats  # played in this turn or window, on no Plus etc. (R9.3)
        self.recycled = [0] * KINDS          # discards beneath the leading card
        self.above = []                      # King, +3, Breaker on the leading card (R3.6)
        self.reshuffles = 0
        self.direction, self.open_taki = 1, False
        self._deal()

    def _deal(self):
        pile = deal.shuffled(self.key, b'deck', 0, deal.DECK)
        pile.reverse()  # the top card is the last
        self.pile = pile
        for _ in range(self.stages[0]):  # R2.2
            for seat in range(self.seats):
                self.hands[seat][pile.pop()] += 1
                self.sizes[seat] += 1
        while pile[-1] >= COLOURED:  # R2.3
            pile.insert(0, pile.pop())
            self.seen['R2.3 colourless card turned over'] += 1
        self.lead = pile.pop()
        self.colour, self.face = COLOUR_OF[self.lead], FACE_OF[self.lead]
        if self.face >= STOP:
            self.seen['R2.3 action card leads at the start'] += 1

    def _take(self, seat, count):
        """`seat` draws up to `count` cards, refilling the pile where needed (R3.7, R3.8)."""
        hand = self.hands[seat]
        drawn = 0
        while drawn < count:
            if not self.pile and not self._refill(drawn):
                self.seen['R3.8 draw that cannot be met'] += 1
                break
            hand[self.pile.pop()] += 1
            drawn += 1
        if drawn:
            self.sizes[seat] += drawn
            self.bare[seat] = False
        return drawn

    def _refill(self, drawn):
        cards = [kind for kind, count in enumerate(self.recycled) for _ in range(count)]
        if not cards:
            return False
        self.reshuffles += 1
        self.seen['R3.7 reshuffle' + (' in mid-draw' if drawn else '')] += 1
        self.pile = deal.shuffled(self.key, b'reshuffle', self.reshuffles, cards)
        self.pile.reverse()
        self.recycled = [0] * KINDS
        return True

    def _lay(self, kind, colour, face):
        """`kind` becomes the leading card."""
        self.recycled[self.lead] += 1
        for card in self.above:
            self.recycled[card] += 1
        self.above.clear()
        self.lead, self.colour, self.face = kind, colour, face

    def _out_of_hand(self, seat, action):
        self.hands[seat][action.card] -= 1
        self.sizes[seat] -= 1
        self.bare[seat] = self.sizes[seat] == 1 and not action.last_card
        self.may_complete[seat] = True

    def card_count(self):
        """Always 116."""
        return (sum(self.sizes[s] for s in self.left) + len(self.pile) + sum(self.recycled) +
                len(self.above) + 1)

    def next_seat(self, seat, steps=1):
        """The seat that is `steps` places on from `seat` (which may have left) in the direction of play."""
        while steps:
            seat = (seat + self.direction) % self.seats
            steps -= seat in self.left
        return seat

    def _holds_colour(self, seat, colour):
        return any(self.hands[seat][colour * 13:colour * 13 + 13])

    def _stuck(self, seat):
        """R3.5: no card of the hand fits the leading card (Breakers do not count)."""
        hand = self.hands[seat]
        return not (self._holds_colour(seat, self.colour) or any(hand[k] for k in CAN_ALWAYS) or
                    (self.face is not None and
                     any(hand[c * 13 + self.face] for c in range(4))))

    def _lead_name(self):
        return FACES[self.face] if self.face >= STOP else 'a number'

    def placing(self):
        """R10.1, R10.2: the place of each seat, in seat order."""
        ranks = {s: (-self.done[s], self.sizes[s]) for s in self.left}
        places = [1 + sum(r < ranks[s] for r in ranks.values()) if s in ranks else None
                  for s in range(self.seats)]
        for place, seat in enumerate(reversed(self.forfeits), len(self.left) + 1):
            places[seat] = place
        if self.ending and len(set(places)) < self.seats:
            self.seen['R10.1 shared place'] += 1
        return places
