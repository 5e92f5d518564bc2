#!/usr/bin/python3
"""The oracle against the reference vectors of tests/data, and against records that are wrong in one place."""
import io
import json
import re
import unittest
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path

import adjudicate
import deal
import record
from generate import Generator, hashed
from record import BadRecord

DATA = Path(__file__).resolve().parent.parent / 'data'
MATCHES = sorted((DATA / 'matches').glob('*.taki'))


class DealTest(unittest.TestCase):
    def test_shuffles_are_those_of_the_vectors(self):  # R2.5
        vectors = json.loads((DATA / 'shuffle.json').read_text())['shuffles']
        self.assertEqual(len(vectors), 15)
        for vector in vectors:
            with self.subTest(vector['name']):
                names = (vector['deal_id'].encode(), vector['ruleset'].encode())
                seed = bytes.fromhex(vector['seed'])
                entropy = [bytes.fromhex(e) for e in vector['entropy']]
                key = deal.deal_key(*names, seed, entropy)
                purpose = vector['purpose'].encode()
                self.assertEqual(deal.commitment(*names, seed).hex(), vector['commitment'])
                self.assertEqual(key.hex(), vector['key'])
                self.assertEqual(deal.shuffled(key, purpose, vector['index'], range(vector['n'])),
                                 vector['permutation'])

    def test_below_is_that_of_the_vectors(self):
        vectors = json.loads((DATA / 'shuffle.json').read_text())['below']
        self.assertEqual(len(vectors), 12)
        for vector in vectors:
            with self.subTest(vector['n']):
                given = [int(word, 16) for word in vector['words']]
                stream = iter(given)
                result = deal.below(stream, vector['n'])
                self.assertEqual((result, len(given) - len(list(stream))),
                                 (vector['result'], vector['words_used']))

    def test_deck_has_116_cards_of_57_kinds(self):  # R1.1, R1.5
        self.assertEqual((len(deal.DECK), len(set(deal.DECK))), (116, 57))


def replay(text):
    return adjudicate.adjudicate(text.encode())


class VectorTest(unittest.TestCase):
    def test_all_vectors_replay_to_their_last_line(self):
        self.assertEqual(len(MATCHES), 48)
        out = io.StringIO()
        with redirect_stdout(out):
            status = adjudicate.main([str(DATA / 'matches')])
        self.assertEqual((out.getvalue(), status), ('48 records, 33453 actions, 0 failures\n', 0))

    def test_the_rare_matches_of_the_generator_still_stand(self):
        seen = Counter()
        for path in sorted((DATA / 'rare_matches').glob('*.taki')):
            with self.subTest(path.name):
                adjudicate.adjudicate(path.read_bytes(), 1, seen)
        for situation in ('R10 DEADLOCK', 'R9.4 stage dealt no card', 'R7.7 King in a window empties the hand',
                          'R7.8 Breaker out of turn empties the hand', 'R6.11 run goes on after a Plus',
                          'R6.5 +2 of the colour on a stack above an open TAKI'):
            self.assertGreater(seen[situation], 0, situation)

    def test_records_one_after_another_are_told_apart(self):
        data = b''.join(path.read_bytes() for path in MATCHES)
        self.assertEqual([text for _, text in record.split(data)], [p.read_bytes() for p in MATCHES])


class MutationTest(unittest.TestCase):
    """A record that is changed in one place is refused, at that line where the format can tell."""

    def setUp(self):
        self.text = (DATA / 'matches' / 'm-000016.taki').read_text()  # nine seats, three stages
        self.lines = self.text.split('\n')[:-1]
        self.first = next(i for i, line in enumerate(self.lines) if line.startswith('0 '))

    def refused(self, text):
        with self.assertRaises(BadRecord) as caught:
            replay(text)
        return caught.exception

    def with_line(self, index, line):
        return '\n'.join(self.lines[:index] + [line] + self.lines[index + 1:]) + '\n'

    def without_line(self, index):
        """The line left out and those behind it renumbered."""
        kept = self.lines[:index] + self.lines[index + 1:]
        for i in range(index, len(kept) - 1):
            kept[i] = re.sub(r'^\d+', str(i - self.first), kept[i])
        return '\n'.join(kept) + '\n'

    def test_unchanged_stands(self):
        self.assertEqual(replay(self.text), len(self.lines) - self.first - 1)

    def test_another_card_is_refused(self):
        for index in range(self.first, len(self.lines) - 1):
            ply, seat, token, charged = self.lines[index].split(' ', 3)
            if re.fullmatch(r'[RGBY](\d|S|\+2|D|\+|T)', token):
                other = ('G' if token[0] == 'R' else 'R') + token[1:]
                self.refused(self.with_line(index, f'{ply} {seat} {other} {charged}'))

    def test_another_seat_is_refused_on_its_line(self):
        for index in range(self.first, len(self.lines) - 1):
            ply, seat, rest = self.lines[index].split(' ', 2)
            bad = self.refused(self.with_line(index, f'{ply} {(int(seat) + 1) % 9} {rest}'))
            self.assertEqual(bad.line, index + 1)

    def test_any_removed_line_is_refused(self):
        for index in range(len(self.lines)):
            renumbered = self.first <= index < len(self.lines) - 1
            text = self.without_line(index) if renumbered else '\n'.join(
                self.lines[:index] + self.lines[index + 1:]) + '\n'
            self.refused(text)

    def test_a_gap_in_the_plies_is_refused(self):
        index = self.first + 10
        bad = self.refused('\n'.join(self.lines[:index] + self.lines[index + 1:]) + '\n')
        self.assertEqual((bad.rule, bad.line), ('format', index + 1))

    def test_another_placing_is_refused(self):  # R10.1
        places = self.lines[-1].split(' ')
        places[3], places[4] = places[4], places[3]
        bad = self.refused(self.with_line(-1 % len(self.lines), ' '.join(places)))
        self.assertEqual((bad.rule, bad.line), ('R10.1', len(self.lines)))

    def test_another_ending_is_refused(self):
        bad = self.refused(self.text.replace('result COMPLETED', 'result TURN_LIMIT'))
        self.assertEqual((bad.rule, bad.line), ('R10', len(self.lines)))

    def test_another_seed_is_refused(self):
        changed = re.sub(r'seed=(.)', lambda m: 'seed=' + ('0' if m[1] != '0' else '1'), self.text)
        self.assertEqual(self.refused(changed).rule, 'deal')

    def test_another_seed_with_its_own_commitment_is_refused(self):
        seed = bytes(range(32))
        parsed = record.parse(self.text.encode())
        commitment = deal.commitment(parsed.match_id.encode(), parsed.ruleset_text.encode(), seed)
        self.refused(re.sub(r'commitment=\w+ seed=\w+', f'commitment={commitment.hex()} seed={seed.hex()}',
                            self.text))

    def test_another_ruleset_is_refused(self):
        for old, new in (('taki=PLAY_ANY', 'taki=PLAY_ALL'), ('stages=5,4,3', 'stages=5,4,2'),
                         ('max_turns=10000', 'max_turns=010000')):
            self.assertIn(old, self.text)
            self.refused(self.text.replace(old, new))

    def test_the_hash_line_is_checked_where_there_is_one(self):
        good = self.text + f'hash {record.record_hash(self.text.encode())}\n'
        replay(good)
        self.assertEqual(self.refused(self.text + 'hash 0123456789abcdef\n').rule, 'hash')
        self.assertEqual(self.refused(good.replace(' bot3@1', ' bot3@2')).rule, 'hash')

    def test_lines_after_the_end_are_refused(self):
        plies = len(self.lines) - self.first - 1
        extra = self.lines[:-1] + [f'{plies} 0 draw 1', self.lines[-1]]
        self.assertEqual(self.refused('\n'.join(extra) + '\n').rule, 'R10')

    def test_a_match_ended_early_is_refused(self):
        short = self.lines[:-3] + self.lines[-1:]
        self.assertEqual(self.refused('\n'.join(short) + '\n').rule, 'R10')

    def test_a_strike_too_many_is_refused(self):  # R11.5
        text = (DATA / 'matches' / 'm-000024.taki').read_text()
        self.assertIn('timeout', text)
        bad = self.refused(re.sub(r'strike_limit=\d+', 'strike_limit=1', text))
        self.assertEqual(bad.rule, 'R11.5')

    def test_other_line_ends_and_a_missing_one_are_refused(self):
        self.refused(self.text.replace('\n', '\r\n'))
        self.refused(self.text[:-1])


class GeneratorTest(unittest.TestCase):
    def test_its_records_stand_and_meet_the_rare_situations(self):
        seen, replayed = Counter(), Counter()
        generator = Generator(20261201, seen)
        for _ in range(60):
            adjudicate.adjudicate(hashed(generator.next_record()).encode(), 1, replayed)
        self.assertEqual(seen, replayed)
        for situation in ('R10 COMPLETED', 'R10 WALKOVER', 'R10 DEADLOCK', 'R10 TURN_LIMIT',
                          'R7.4 void answer', "R10.2 +3's player forfeits, answer Breaker",
                          'R6.8 run ended by Change Colour on T', 'R3.8 draw that cannot be met',
                          'R4.2 last card not declared', 'R6.11 run goes on after a Plus'):
            self.assertGreater(seen[situation], 0, situation)

    def test_the_same_seed_gives_the_same_records(self):
        first, second = (Generator(5, Counter()) for _ in range(2))
        self.assertEqual([first.next_record() for _ in range(3)],
                         [second.next_record() for _ in range(3)])


if __name__ == '__main__':
    unittest.main()
