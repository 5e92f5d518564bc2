#!/usr/bin/python3
"""Makes random legal match records with the oracle's engine, for the referee to verify.

Usage: generate.py [--coverage] [--no-hash] [--rare] [--out DIR] SEED COUNT

Prints COUNT records one after another, or writes one file each into DIR. The same SEED gives the same
bytes. Every match draws its own taste (how much it likes each kind of action), and of a few candidates the
one with the rarest situations is kept, so that all come up: windows with several answers, runs that end in
a Plus, last cards not declared, exhausted piles, deadlocks, forfeits anywhere. --coverage lists on standard
error how often each one occurred. With --rare, COUNT matches are made and for each situation only the
shortest record that met it is given (this made tests/data/rare_matches).
"""
import math
import random
import sys
from collections import Counter
from pathlib import Path

import deal
import record
from adjudicate import print_coverage
from deal import BREAKER, COLOURED, FACE_OF, FACES, NAMES, STOP
from engine import ANY_TIME, PLAY_ALL, PLAY_ANY, TOKENS, WHEN_STUCK, Match

DEFAULT_STAGES = (8, 7, 6, 5, 4, 3, 2, 1)
ACTIONS_MAX = 5000  # a match of a hopeless taste is dropped
CANDIDATES = 4


def _class_of(action):
    """What a taste tells apart."""
    if action.verb != 'play':
        return action.verb
    if action.card >= COLOURED:
        return NAMES[action.card]
    return FACES[FACE_OF[action.card]] if FACE_OF[action.card] >= STOP else 'number'


CLASS_OF = {action: _class_of(action) for action in TOKENS}


class Taste:
    """How a match's bots choose, and what befalls them."""

    def __init__(self, rng, seats):
        self.weights = {name: math.exp(rng.gauss(0, 1.3)) for name in sorted(set(CLASS_OF.values()))}
        self.answer = rng.choice((0.1, 0.5, 0.9))       # of those who could answer a +3
        self.undeclared = rng.choice((0, 0.1, 0.5, 1))
        self.timeouts = rng.choice((0, 0, 0, 0.01, 0.05, 0.3, 0.9))
        self.forfeits = rng.choice((0, 0, 0, 0, 0.0005, 0.003, 0.05))
        self.forfeits_in_window = rng.choice((0, self.forfeits, 0.02, 0.1))
        # Hoarders draw whatever they hold, until the pile is exhausted, while the others play on.
        hoarding = rng.choice((0, 0, 0, 0, 0.5, 0.8, 1))
        self.hoards = [rng.random() < hoarding for _ in range(seats)]
        if rng.random() < 0.4:   # keepers save their Kings and Breakers for a window
            self.weights.update({'K': 0.02, 'X': 0.02, '+3': 20})
            self.answer = 0.9

    def choose(self, rng, match, legal):
        if match.window:
            answers = [a for a in legal if a.verb == 'play']
            if not answers or rng.random() >= self.answer:
                return next(a for a in legal if a.verb == 'pass')
            legal = answers
        elif self.hoards[match.turn] and rng.random() < 0.95:
            legal = [a for a in legal if a.verb == 'draw'] or legal
        weights = [self.weights[CLASS_OF[a]] * (1 - self.undeclared if a.last_card else
                                                self.undeclared + 1e-9) for a in legal]
        return rng.choices(legal, weights)[0]


def _stages(rng):
    return rng.choice((
        lambda: DEFAULT_STAGES, lambda: (8,), lambda: (1,), lambda: (2, 1), lambda: (3, 2, 1),
        lambda: (5, 4, 3), lambda: (10,), lambda: (10, 10, 10), lambda: (9, 10), lambda: (1,) * 16,
        lambda: (2,) * 16, lambda: tuple(rng.randint(1, 3) for _ in range(16)), lambda: (4, 9),
        lambda: tuple(rng.randint(1, 10) for _ in range(rng.randint(1, 16)))))()


def _entropy(rng, seats):
    if rng.random() < 0.6:
        return []
    given = [rng.randbytes(rng.choice((0, 1, 8, 32))) for _ in range(seats)]
    return given if any(given) else []


class Generator:
    def __init__(self, seed, seen):
        self.rng, self.seen, self.number = random.Random(seed), seen, 0

    def next_record(self):
        """The text of one more match: the candidate that met the rarest situations."""
        best = None
        while best is None:
            for _ in range(CANDIDATES):
                text, seen = self._try_match()
                if text is None:
                    continue
                score = sum(1 / (1 + self.seen[situation]) for situation in seen)
                score /= 1 + len(text) / 20000  # rather two short matches than a long one
                if best is None or score > best[0]:
                    best = score, text, seen
        self.seen.update(best[2])
        self.number += 1
        return best[1]

    def shortest_records(self, count):
        """Of `count` matches the shortest for each situation met, each once."""
        shortest = {}
        for self.number in range(count):
            text, seen = self._try_match()
            for situation in seen if text else ():
                if situation not in shortest or len(text) < len(shortest[situation][0]):
                    shortest[situation] = text, tuple(seen.items())
        chosen = dict(shortest.values())
        for seen in chosen.values():
            self.seen.update(dict(seen))
        return sorted(chosen)

    def _try_match(self):
        """A match's text without hash (None if it does not end) and the situations it met."""
        rng = self.rng
        seats = rng.choice((2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10))
        max_turns = rng.choice((10000, 10000, 10000, 300, 40, rng.randint(1, 20)))
        ruleset_text = (f'taki/1 stages={",".join(map(str, _stages(rng)))}'
                        f' draw={rng.choice((WHEN_STUCK, WHEN_STUCK, ANY_TIME))}'
                        f' taki={rng.choice((PLAY_ALL, PLAY_ANY))} max_turns={max_turns}')
        match_id, seed, entropy = f'm-{self.number:06}', rng.randbytes(32), _entropy(rng, seats)
        strike_limit = rng.choice((3, 20, 100000, 100000))
        key = deal.deal_key(match_id.encode(), ruleset_text.encode(), seed, entropy)
        seen = Counter()
        match = Match(seats, record.parse_ruleset(ruleset_text), key, seen)
        lines = _Play(rng, match, strike_limit).lines()
        if lines is None:
            return None, seen
        placing = ' '.join(map(str, match.placing()))
        header = record.header_text(match_id, ruleset_text, seed, entropy, strike_limit, seats,
                                    lambda seat: f'bot{seat}@1')
        return header + ''.join(lines) + f'result {match.ending} placing {placing}\n', seen


class _Play:
    """One match, played to its end."""

    def __init__(self, rng, match, strike_limit):
        self.rng, self.match, self.strike_limit = rng, match, strike_limit
        self.taste = Taste(rng, match.seats)
        self.strikes = [0] * match.seats
        self.text = []

    def lines(self):
        """The action lines, or None if the match does not come to an end."""
        match, rng, taste = self.match, self.rng, self.taste
        if rng.random() < 0.1:
            self._no_shows()
        while match.ending is None:
            if len(self.text) > ACTIONS_MAX:
                return None
            assert match.card_count() == 116
            rate = taste.forfeits_in_window if match.window else taste.forfeits
            seat = match.asked()
            if rng.random() < rate and self._forfeit():
                continue
            hoards = taste.hoards[seat] and match.rules.draw == WHEN_STUCK
            if rng.random() < max(taste.timeouts, hoards * 0.9):
                self._timeout(seat)
            else:
                action = taste.choose(rng, match, match.legal_actions(seat))
                match.play(seat, action)
                self._line(seat, TOKENS[action], rng.randrange(50))
        return self.text

    def _line(self, seat, what, charged_ms):
        self.text.append(f'{len(self.text)} {seat} {what} {charged_ms}\n')

    def _no_shows(self):
        absent = self.rng.sample(range(self.match.seats), self.rng.randint(0, self.match.seats - 2))
        for seat in sorted(absent):
            self.match.forfeit(seat)
            self._line(seat, 'forfeit NO_SHOW', 0)

    def _timeout(self, seat):
        self.strikes[seat] += 1
        if self.strikes[seat] < self.strike_limit:
            self.match.timeout(seat)
            self._line(seat, 'timeout', 1000)
        elif not self._last_but_forfeited(seat):
            self.match.forfeit(seat)
            self._line(seat, 'forfeit TIMEOUT', 1000)

    def _last_but_forfeited(self, seat):
        """The forfeit of `seat` would leave only a +3's player who forfeits: the rules leave that open."""
        window = self.match.window
        return bool(window and window.player_forfeits and len(self.match.left) == 2)

    def _forfeit(self):
        """A seat gives up, if one may here."""
        match, rng = self.match, self.rng
        asked, window = match.asked(), match.window
        seat = asked
        reasons = ['DISCONNECTED', 'RESIGNED', 'DISQUALIFIED']
        if window and not window.answers and not window.player_forfeits and rng.random() < 0.6:
            seat = window.player
        elif not window and rng.random() < 0.5:
            seat = rng.choice(match.left)
        if self._last_but_forfeited(seat):
            return False
        if seat == asked:
            reasons += ['TIMEOUT', 'ILLEGAL_ACTION']
        match.forfeit(seat)
        self._line(seat, f'forfeit {rng.choice(reasons)}', 0)
        return True


def main(arguments):
    options = {'--coverage': False, '--no-hash': False, '--rare': False}
    out = None
    arguments = list(arguments)
    while arguments and arguments[0].startswith('--'):
        option = arguments.pop(0)
        if option == '--out' and arguments:
            out = Path(arguments.pop(0))
        elif option in options:
            options[option] = True
        else:
            arguments = []
    if len(arguments) != 2 or not all(a.isdigit() for a in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    seen = Counter()
    generator, count = Generator(int(arguments[0]), seen), int(arguments[1])
    texts = generator.shortest_records(count) if options['--rare'] else (
        generator.next_record() for _ in range(count))
    for text in texts:
        _write(text if options['--no-hash'] else hashed(text), out)
    if options['--coverage']:
        print_coverage(seen, sys.stderr)
    return 0


def hashed(text):
    return text + f'hash {record.record_hash(text.encode())}\n'


def _write(text, folder):
    if folder is None:
        sys.stdout.write(text)
        return
    folder.mkdir(parents=True, exist_ok=True)
    match_id = text.split('\n')[1].split(' ')[1]
    (folder / f'{match_id}.taki').write_text(text)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
