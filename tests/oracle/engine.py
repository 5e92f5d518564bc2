"""The rules of docs/rules.md R2 to R10 as a second program: written from that text alone.

One `Match` takes the lines of a match record in their order: `play`, `timeout`, `forfeit`. Each raises
`Illegal` with the rule that the line breaks and then leaves the match as it was. Nothing here knows the
C++ referee; where the two differ, one of them misreads the rules.
"""
from collections import Counter, namedtuple

import deal
from deal import (BREAKER, CHANGE_COLOUR, CHANGE_DIRECTION, COLOUR_OF, COLOURED, FACE_OF, KING, KINDS,
                  NAMES, PLUS, PLUS2, PLUS3, STOP, SUPER_TAKI, TAKI)
from table import Table

WHEN_STUCK, ANY_TIME = 'WHEN_STUCK', 'ANY_TIME'
PLAY_ALL, PLAY_ANY = 'PLAY_ALL', 'PLAY_ANY'

Ruleset = namedtuple('Ruleset', 'stages draw taki max_turns')

# verb: play, draw, close, end, pass. `named` is the colour that a Change Colour names.
Action = namedtuple('Action', 'verb card named last_card')

# What the match is waiting for.
TURN, RUN, AFTER_PLUS, AFTER_KING, WINDOW = 'turn', 'run', 'after Plus', 'after King', '+3 window'


def _all_actions():
    """Token -> action, for every token of the notation."""
    actions = {verb: Action(verb, None, None, False) for verb in ('draw', 'close', 'end', 'pass')}
    for kind in range(KINDS):
        colours = range(4) if kind == CHANGE_COLOUR else (None,)
        for named in colours:
            token = NAMES[kind] + ('' if named is None else '>' + deal.COLOURS[named])
            actions[token] = Action('play', kind, named, False)
            actions[token + '!'] = Action('play', kind, named, True)
    return actions


ACTIONS = _all_actions()
TOKENS = {action: token for token, action in ACTIONS.items()}
WITHOUT_CARD = [a for a in ACTIONS.values() if a.card is None]
OF_CARD = [[a for a in ACTIONS.values() if a.card == kind] for kind in range(KINDS)]
UNDECLARED = [[a for a in actions if not a.last_card] for actions in OF_CARD]


class Illegal(Exception):
    """A line that may not stand where it stands."""

    def __init__(self, rule, why):
        super().__init__(f'{rule}: {why}')
        self.rule, self.why = rule, why


class Window:
    """A +3 waiting for its answers, which come in the direction of play from the next player (R7.4)."""

    def __init__(self, player, order):
        self.player, self.order = player, order
        self.answers = []           # one Action or None (pass) for each of `order`, as far as they came
        self.player_forfeits = False


class Match(Table):
    """A match in progress. `ending` is None until it is over; `seen` counts the situations it met."""

    def __init__(self, seats, ruleset, key, seen=None):
        super().__init__(seats, ruleset.stages, key, Counter() if seen is None else seen)
        self.rules = ruleset
        self.stack = self.turns = self.idle = 0
        self.turn, self.phase, self.window, self.ending = 0, TURN, None, None
        self.active = False  # a card was played or drawn in this turn (R10.4)

    # ---- legality ----

    def asked(self):
        """Who must act next, by the order of the record; None when the match is over."""
        if self.ending:
            return None
        if self.window:
            return self.window.order[len(self.window.answers)]
        return self.turn

    def refusal(self, seat, action):
        """The (rule, why) that forbids `action` now, or None."""
        if self.ending:
            return 'R10', 'the match is over'
        if seat != self.asked():
            return ('R7.4' if self.window else 'R3.1'), f'seat {self.asked()} is asked, not {seat}'
        if action.verb == 'play':
            if not self.hands[seat][action.card]:
                return 'R3.1', f'{NAMES[action.card]} is not in the hand'
            if action.last_card and self.sizes[seat] != 2:
                return 'R4.3', f'the play leaves {self.sizes[seat] - 1} cards'
        if self.window:
            return self._refusal_in_window(seat, action)
        if action.verb == 'play':
            return self._refusal_of_card(seat, action.card)
        return self._refusal_of_other(seat, action.verb)

    def _refusal_in_window(self, seat, action):
        if action.verb == 'pass' or action.card == BREAKER:
            return None
        if action.card == KING:
            if seat == self.window.order[0]:
                return None
            return 'R7.4', 'only the next player may answer with a King'
        return 'R7.4', 'a +3 waits for answers'

    def _refusal_of_card(self, seat, card):
        if self.phase == RUN:
            if COLOUR_OF[card] == self.colour or card == SUPER_TAKI:
                return None
            if card == CHANGE_COLOUR:
                if self.rules.taki == PLAY_ALL and self._holds_colour(seat, self.colour):
                    return 'R6.8', 'a card of the colour is left'
                return None
            return ('R6.7', 'not of the colour of the run') if card < COLOURED else (
                'R6.8', f'{NAMES[card]} inside a run')
        if self.phase == AFTER_KING:
            return None
        if self.stack:
            if card == KING or FACE_OF[card] == PLUS2:
                return None
            return 'R5.2', f'a +2 stack of {self.stack} is active'
        if card >= COLOURED or COLOUR_OF[card] == self.colour or FACE_OF[card] == self.face:
            return None
        return ('R5.3' if self.phase == AFTER_PLUS else 'R3.3'), (
            f'{NAMES[card]} does not fit {NAMES[self.lead]} in {deal.COLOURS[self.colour]}')

    def _refusal_of_other(self, seat, verb):
        phase = self.phase
        if verb == 'pass':
            return 'R7.4', 'no +3 waits for answers'
        if verb == 'draw':
            if phase == RUN:
                return 'R6.3', 'a run ends by close or end'
            if phase == AFTER_KING:
                return 'R7.1', 'after a King: a card or end'
            if self.stack or self.rules.draw == ANY_TIME or self._stuck(seat):
                return None
            return ('R5.3' if phase == AFTER_PLUS else 'R3.5'), 'the hand holds a card that fits'
        if verb == 'end' and phase == AFTER_KING:
            return None
        if phase != RUN:
            return ('R6.3' if verb == 'close' else 'R3.1'), f'no run to {verb}'
        if verb == 'close' and self.face == TAKI:
            return 'R6.4', 'a TAKI on top cannot be closed'
        if self.rules.taki == PLAY_ALL and self._holds_colour(seat, self.colour):
            return 'R6.1', 'a card of the colour is left'
        return None

    def legal_actions(self, seat):
        """Every action that `seat` may take now."""
        candidates = list(WITHOUT_CARD)
        for kind, count in enumerate(self.hands[seat]):
            if count:
                candidates += OF_CARD[kind] if self.sizes[seat] == 2 else UNDECLARED[kind]  # R4.3
        return [a for a in candidates if not self.refusal(seat, a)]

    # ---- lines of the record ----

    def play(self, seat, action):
        """An action that the seat chose."""
        refusal = self.refusal(seat, action)
        if refusal:
            raise Illegal(*refusal)
        self._apply(seat, action)

    def timeout(self, seat):
        """R11.3: the referee plays for `seat`."""
        if self.ending:
            raise Illegal('R10', 'the match is over')
        if seat != self.asked():
            raise Illegal('R11.3', f'seat {self.asked()} is asked, not {seat}')
        self.seen[f'R11.3 timeout: {self.phase}'] += 1
        verb = {TURN: 'draw', AFTER_PLUS: 'draw', RUN: 'end', AFTER_KING: 'end', WINDOW: 'pass'}
        self._apply(seat, ACTIONS[verb[self.phase]])

    def forfeit(self, seat):
        """R10.2: `seat` leaves the game."""
        if self.ending:
            raise Illegal('R10', 'the match is over')
        if seat not in self.left:
            raise Illegal('R10.2', f'seat {seat} has left the game')
        if self.window:
            self._forfeit_in_window(seat)
            return
        on_turn = seat == self.turn
        self.seen['R10.2 forfeit: ' + (self.phase if on_turn else 'of a seat not on turn')] += 1
        if on_turn and self.stack:
            self.seen['R10.2 forfeit facing a +2 stack'] += 1
        self._leave(seat)
        if self.ending is None and on_turn:
            self._begin_turn(self.next_seat(seat))

    def _forfeit_in_window(self, seat):
        window = self.window
        if seat == window.player:
            if window.answers or window.player_forfeits:
                raise Illegal('R10.2', "the forfeit of the +3's player stands before the answers, once")
            window.player_forfeits = True
            self.seen["R10.2 forfeit: the +3's player in its window"] += 1
            return
        if seat != self.asked():
            raise Illegal('R7.4', f'seat {self.asked()} stands here, not {seat}')
        self.seen['R10.2 forfeit: +3 window'] += 1
        if seat == window.order[0]:
            self.seen['R10.2 forfeit of the next player in a window'] += 1
        self._leave(seat)
        if self.ending is None:
            self._answer(None)

    def _leave(self, seat):
        """The seat's cards go beneath the leading card; the last seat left wins (R10.3)."""
        self.left.remove(seat)
        self.forfeits.append(seat)
        hand = self.hands[seat]
        for kind in range(KINDS):
            self.recycled[kind] += hand[kind]
        if self.idle:
            self.seen['R10.4 forfeit after turns without a card'] += 1
        self.idle = 0
        if len(self.left) == 1:
            self._finish('WALKOVER')

    # ---- effects ----

    def _apply(self, seat, action):
        if self.window:
            self._answer(action if action.verb == 'play' else None)
        elif action.verb == 'play':
            self._play_card(seat, action)
        elif action.verb == 'draw':
            self._draw(seat)
        elif self.phase == AFTER_KING:
            self._end_turn(seat)
        else:
            if action.verb == 'close':
                self.open_taki = False
            self.seen[f'R6.2 run ended on {self._lead_name()} by {action.verb}'] += 1
            self._effect(seat)

    def _draw(self, seat):
        if self.phase == AFTER_PLUS:
            self.may_complete[seat] = False  # R9.3
            self.seen['R5.3 draw after a Plus'] += 1
            if not self.sizes[seat]:
                self.seen['R5.3 Plus that emptied the hand'] += 1
        count, self.stack = (self.stack or 1), 0
        if self._take(seat, count):
            self.active = True
        else:
            self.seen['R10.4 turn without a card'] += not self.active
        self._end_turn(seat)

    def _play_card(self, seat, action):
        card = action.card
        phase, stack = self.phase, self.stack
        self._out_of_hand(seat, action)
        self.active = True
        if card == PLUS3:
            self._open_window(seat)
        elif card == KING:
            self._king(seat)
        elif card == BREAKER:
            self._own_breaker(seat)
        elif card == CHANGE_COLOUR:
            if phase == RUN:
                self.seen[f'R6.8 run ended by Change Colour on {self._lead_name()}'] += 1
            elif self.open_taki:
                self.seen['R6.6 Change Colour on an open TAKI'] += 1
            self._lay(card, action.named, None)
            self.open_taki = False
            self._end_turn(seat)
        elif card == SUPER_TAKI:
            self._lay(card, self.colour, TAKI)
            self.open_taki, self.phase = True, RUN
        else:
            self._play_coloured(seat, card, phase, stack)

    def _play_coloured(self, seat, card, phase, stack):
        same_colour = COLOUR_OF[card] == self.colour
        in_run = phase == RUN or (self.open_taki and same_colour and not stack)  # R6.5
        if not in_run and self.open_taki:
            if FACE_OF[card] == TAKI:
                self.seen['R6.10 TAKI of another colour on an open TAKI'] += 1
            elif same_colour:
                self.seen['R6.5 +2 of the colour on a stack above an open TAKI'] += 1
            else:
                self.seen['R6.6 another colour ends an open TAKI'] += 1
        elif in_run and phase == AFTER_PLUS:
            self.seen['R6.11 run goes on after a Plus'] += 1
        elif in_run and phase == AFTER_KING:
            self.seen['R6.5 run goes on after a King'] += 1
        elif in_run and phase == TURN:
            self.seen['R6.5 open TAKI continued'] += 1
        if not same_colour:
            self.open_taki = False
        self._lay(card, COLOUR_OF[card], FACE_OF[card])
        if self.face == TAKI:
            self.open_taki, self.phase = True, RUN
        elif in_run:
            self.phase = RUN
        else:
            self._effect(seat)

    def _effect(self, seat):
        """The leading card, played alone or last in a run, acts; then the turn ends (R8.1)."""
        steps = 1
        if self.face == PLUS:
            self.phase = AFTER_PLUS
            return
        if self.face == STOP:
            steps = 2
            if len(self.left) == 2:
                self.seen['R5.1 Stop with two players'] += 1
        elif self.face == PLUS2:
            self.stack += 2
            if self.stack > 4:
                self.seen['R5.2 stack of 6 or more'] += 1
        elif self.face == CHANGE_DIRECTION:
            self.direction = -self.direction
        self._end_turn(seat, steps)

    def _king(self, seat):
        self.above.append(KING)
        if self.stack:
            self.seen['R7.1 King cancels a +2 stack'] += 1
        if self.phase == AFTER_PLUS:
            self.seen['R5.3 King after a Plus'] += 1
        if not self.sizes[seat]:
            self.seen['R3.9 King that emptied the hand'] += 1
        self.stack, self.phase = 0, AFTER_KING

    def _own_breaker(self, seat):
        """R7.6."""
        self.above.append(BREAKER)
        self.seen['R7.6 own Breaker' + ('' if self.sizes[seat] else ' as the last card')] += 1
        self.may_complete[seat] = False  # R9.3
        if self._take(seat, 3) < 3:
            self.seen['R7.6 own Breaker, cards missing'] += 1
        if not self.sizes[seat]:
            self.seen['R9.3 own Breaker as the last card, no card to draw'] += 1
        self._end_turn(seat)

    def _open_window(self, seat):
        self.above.append(PLUS3)
        order, other = [], self.next_seat(seat)
        while other != seat:
            order.append(other)
            other = self.next_seat(other)
        self.window, self.phase = Window(seat, order), WINDOW

    def _answer(self, action):
        self.window.answers.append(action)
        if len(self.window.answers) == len(self.window.order):
            self._close_window()

    def _close_window(self):
        """R7.4: the first answer counts. Then the +3's player's forfeit (R10.2) or the rest of its turn."""
        window, self.window = self.window, None
        player = window.player
        given = [(s, a) for s, a in zip(window.order, window.answers) if a is not None]
        self._count_window(window, given)
        king = None
        if not given:
            for other in window.order:
                if other in self.left:
                    self._take(other, 3)
        else:
            other, action = given[0]
            self._out_of_hand(other, action)
            self.above.append(action.card)
            if action.card == KING:
                king = other
                if self.bare[king]:
                    self.seen['R7.7 King in a window leaves one card, undeclared'] += 1
                if not self.sizes[king]:
                    self.seen['R7.7 King in a window empties the hand'] += 1
            else:
                self._broken(player, other)
        if self.ending is None and window.player_forfeits:
            self._leave(player)
            if self.ending is None:
                self._begin_turn(self.next_seat(player) if king is None else king, king is not None)
        elif self.ending and window.player_forfeits:
            self.seen["R9.2 the match ends before the +3's player's forfeit"] += 1
        elif self.ending is None:
            self._end_turn(player, king=king)

    def _broken(self, player, breaker):
        """R7.3, R7.8: the +3's player draws first, then the Breaker's player is served."""
        self.may_complete[player] = False  # R9.3
        if not self.sizes[player]:
            self.seen['R9.3 broken +3 was the last card'] += 1
        if self._take(player, 3) < 3:
            self.seen['R7.3 broken +3, cards missing'] += 1
        if not self.sizes[player]:
            self.seen['R9.3 broken +3 was the last card, no card to draw'] += 1
        if self.bare[breaker]:
            self.seen['R7.8 Breaker out of turn leaves one card, undeclared'] += 1
            self._take(breaker, 4)
        if not self.sizes[breaker]:
            self.seen['R7.8 Breaker out of turn empties the hand'] += 1
            self._complete_stage(breaker)
        self.bare[breaker] = self.may_complete[breaker] = False

    def _end_turn(self, seat, steps=1, king=None):
        """R4.2, R9, the ends of R10, and the turn passes; `king`: who answered the +3 with a King."""
        if self.bare[seat]:
            self.seen['R4.2 last card not declared'] += 1
            if self._take(seat, 4) < 4:
                self.seen['R4.2 last card not declared, cards missing'] += 1
            if king is not None:
                self.seen["R7.7 the +3's player did not declare, answer King"] += 1
        if not self.sizes[seat]:
            if self.may_complete[seat]:
                self._complete_stage(seat)
                if king is not None:
                    self.seen["R7.7 the +3's player completes a stage, answer King"] += 1
            else:
                self.seen['R9.3/R9.4 turn ends with an empty hand, not emptied by a play'] += 1
        self.bare[seat] = self.may_complete[seat] = False
        if self.ending:
            return
        self.turns += 1
        self.idle = 0 if self.active else self.idle + 1
        if self.idle >= len(self.left):
            self._finish('DEADLOCK')
        elif self.turns >= self.rules.max_turns:
            self._finish('TURN_LIMIT')
        else:
            self._begin_turn(self.next_seat(seat, steps) if king is None else king, king is not None)

    def _complete_stage(self, seat):
        """R9.1, R9.2."""
        self.done[seat] += 1
        self.seen['R9.1 stage completed'] += 1
        if self.done[seat] == len(self.stages):
            self._finish('COMPLETED')
            return
        dealt = self._take(seat, self.stages[self.done[seat]])
        if dealt < self.stages[self.done[seat]]:
            self.seen[f'R9.4 stage dealt {"too few cards" if dealt else "no card"}'] += 1

    def _begin_turn(self, seat, king_played=False):
        self.turn, self.active = seat, king_played
        self.phase = AFTER_KING if king_played else TURN

    # ---- the end ----

    def _finish(self, ending):
        if ending == 'TURN_LIMIT' and self.above[-1:] == [KING]:
            self.seen['R10.5 turn limit with a King on top'] += 1
        self.ending, self.phase, self.window = ending, None, None
        self.seen[f'R10 {ending}'] += 1

    def _count_window(self, window, given):
        seen = self.seen
        first = 'none' if not given else 'King' if given[0][1].card == KING else 'Breaker'
        seen[f'R7.4 window of {len(window.order)}, answer {first}'] += 1
        if len(given) > 1:
            seen['R7.4 void answer'] += 1
        if window.player_forfeits:
            seen[f"R10.2 +3's player forfeits, answer {first}"] += 1
        if window.order[0] not in self.left:
            seen[f'R10.2 next player forfeits in a window, answer {first}'] += 1
        if self.open_taki:
            seen['R6.6 +3 leaves a TAKI open'] += 1
