"""The text form of a match record: reading one strictly, and writing one.

The format is the one of docs/notation.md; every departure raises `BadRecord` with the line it stands on.
"""
import hashlib
import re
from collections import namedtuple

import deal
from engine import ACTIONS, Ruleset

REASONS = ('ILLEGAL_ACTION', 'TIMEOUT', 'DISCONNECTED', 'NO_SHOW', 'RESIGNED', 'DISQUALIFIED')
ENDINGS = ('COMPLETED', 'WALKOVER', 'DEADLOCK', 'TURN_LIMIT')

# One action line; `what` is an Action, 'timeout' or a reason of forfeit.
Line = namedtuple('Line', 'number ply seat what charged_ms')

Record = namedtuple(
    'Record', 'match_id ruleset_text ruleset seed commitment entropy strike_limit seats lines result')
# `placing` is None for a VOID match.
Result = namedtuple('Result', 'number ending placing')

_NUMBER = r'(0|[1-9][0-9]*)'
_MATCH = re.compile(r'match (m-[0-9]{6,})')
_RULESET = re.compile(
    r'taki/1 stages=((?:10|[1-9])(?:,(?:10|[1-9])){0,15}) draw=(WHEN_STUCK|ANY_TIME)'
    r' taki=(PLAY_ALL|PLAY_ANY) max_turns=(10000|[1-9][0-9]{0,3})')
_DEAL = re.compile(r'deal id=([!-~]+) commitment=([0-9a-f]{64}) seed=([0-9a-f]{64}) entropy=([0-9a-f,]*|-)')
_CLOCK = re.compile(rf'clock move_time={_NUMBER}ms time_bank={_NUMBER}ms strike_limit=([1-9][0-9]*)')
_SEAT = re.compile(rf'seat {_NUMBER} ([a-z0-9][a-z0-9._-]{{1,31}})@([A-Za-z0-9._-]{{1,32}})')
_LINE = re.compile(rf'{_NUMBER} {_NUMBER} (\S+)(?: ([A-Z_]+))? {_NUMBER}')
_RESULT = re.compile(rf'result ([A-Z_]+) placing {_NUMBER}((?: {_NUMBER})+)')
_VOID = re.compile(r'result VOID reason=[A-Z0-9_]+')


class BadRecord(Exception):
    """A record that is not one: the line, the rule id (or 'format', 'deal', 'hash') and why."""

    def __init__(self, line, rule, why):
        super().__init__(f'{line}: {rule}: {why}')
        self.line, self.rule, self.why = line, rule, why


def split(data):
    """The records of a file as (number of the first line, bytes); each begins with its `taki` line."""
    records, start, number, first = [], 0, 1, 1
    position = 0
    for line in data.splitlines(keepends=True):
        if line.startswith(b'taki ') and position > start:
            records.append((first, data[start:position]))
            start, first = position, number
        position += len(line)
        number += line.endswith(b'\n')
    if position > start:
        records.append((first, data[start:position]))
    return records


def parse(data, first=1):
    """The record in `data`, whose first line is line `first` of its file."""
    data = _check_hash(data, first)
    try:
        text = data.decode('ascii')
    except UnicodeDecodeError as error:
        raise BadRecord(first + data[:error.start].count(b'\n'), 'format', 'not ASCII') from None
    lines = text.split('\n')
    if lines.pop():
        raise BadRecord(first + len(lines), 'format', 'the last line has no line end')
    if len(lines) < 8:
        raise BadRecord(first + len(lines) - 1, 'format', 'the record is cut short')

    def header(index, pattern):
        found = pattern.fullmatch(lines[index])
        if not found:
            raise BadRecord(first + index, 'format', f'not a header line here: {lines[index][:80]!r}')
        return found

    if lines[0] != 'taki 1':
        raise BadRecord(first, 'format', "does not begin with 'taki 1'")
    match_id = header(1, _MATCH)[1]
    if not lines[2].startswith('ruleset '):
        raise BadRecord(first + 2, 'format', 'no ruleset line')
    ruleset_text = lines[2][len('ruleset '):]
    ruleset = parse_ruleset(ruleset_text)
    if ruleset is None:
        raise BadRecord(first + 2, 'format', 'the ruleset is not in canonical form')
    if ' seed=- ' in lines[3]:
        raise BadRecord(first + 3, 'deal', 'the record of a live match: without the seed there is no deal')
    dealt = header(3, _DEAL)
    if dealt[1] != match_id:
        raise BadRecord(first + 3, 'deal', 'the deal id is not the match id')
    clock = header(4, _CLOCK)
    at, names = 5, []
    while at < len(lines) and lines[at].startswith('seat '):
        seat = header(at, _SEAT)
        if int(seat[1]) != len(names):
            raise BadRecord(first + at, 'format', f'seat {len(names)} expected')
        if seat[2] in names:
            raise BadRecord(first + at, 'format', 'a bot takes at most one seat of a match')
        names.append(seat[2])
        at += 1
    if not 2 <= len(names) <= 10:
        raise BadRecord(first + at - 1, 'R2.1', f'{len(names)} seats')
    entropy = _entropy(dealt[4], len(names), first + 3)
    actions = [_action_line(line, first + at + i, i, len(names)) for i, line in enumerate(lines[at:-1])]
    result = _result(lines[-1], first + len(lines) - 1, len(names))
    return Record(match_id, ruleset_text, ruleset, bytes.fromhex(dealt[3]), bytes.fromhex(dealt[2]),
                  entropy, int(clock[3]), len(names), actions, result)


def parse_ruleset(text):
    """The ruleset of a canonical text, or None."""
    found = _RULESET.fullmatch(text)
    if not found:
        return None
    return Ruleset(tuple(map(int, found[1].split(','))), found[2], found[3], int(found[4]))


def _check_hash(data, first):
    """`data` without its hash line, if it has one (it is the last)."""
    at = data.rfind(b'\n', 0, len(data) - 1) + 1
    last = data[at:]
    if not last.startswith(b'hash'):
        return data
    line = first + data.count(b'\n', 0, at)
    if not re.fullmatch(rb'hash [0-9a-f]{16}\n', last):
        raise BadRecord(line, 'format', 'malformed hash line')
    if last[5:21].decode() != record_hash(data[:at]):
        raise BadRecord(line, 'hash', f'the bytes before it have {record_hash(data[:at])}')
    return data[:at]


def record_hash(data):
    """What the hash line says about the bytes before it."""
    return hashlib.sha256(data).hexdigest()[:16]


def _entropy(text, seats, line):
    if text == '-':
        return []
    given = text.split(',')
    if len(given) != seats:
        raise BadRecord(line, 'format', f'{len(given)} entropies for {seats} seats')
    if not any(given):
        raise BadRecord(line, 'format', "nobody's entropy is written as -")
    if any(len(e) % 2 or len(e) > 64 for e in given):
        raise BadRecord(line, 'format', 'an entropy is 0 to 32 bytes')
    return [bytes.fromhex(e) for e in given]


def _action_line(text, number, ply, seats):
    found = _LINE.fullmatch(text)
    if not found:
        raise BadRecord(number, 'format', f'not an action line: {text[:80]!r}')
    if int(found[1]) != ply:
        raise BadRecord(number, 'format', f'ply {ply} expected')
    seat, token, reason = int(found[2]), found[3], found[4]
    if seat >= seats:
        raise BadRecord(number, 'format', f'no seat {seat}')
    if token == 'forfeit':
        if reason not in REASONS:
            raise BadRecord(number, 'format', f'unknown reason {reason}')
        return Line(number, ply, seat, reason, int(found[5]))
    what = 'timeout' if token == 'timeout' else ACTIONS.get(token)
    if what is None or reason:
        raise BadRecord(number, 'format', f'unknown token: {text[:80]!r}')
    return Line(number, ply, seat, what, int(found[5]))


def _result(text, number, seats):
    if _VOID.fullmatch(text):
        return Result(number, 'VOID', None)
    found = _RESULT.fullmatch(text)
    if not found or found[1] not in ENDINGS:
        raise BadRecord(number, 'format', f'not a result line: {text[:80]!r}')
    placing = [int(place) for place in text.split(' placing ')[1].split(' ')]
    if len(placing) != seats:
        raise BadRecord(number, 'format', f'{len(placing)} places for {seats} seats')
    return Result(number, found[1], placing)


def header_text(match_id, ruleset_text, seed, entropy, strike_limit, seats, seat_name):
    """The header lines of a record, each with its line end."""
    commitment = deal.commitment(match_id.encode(), ruleset_text.encode(), seed)
    shown = ','.join(e.hex() for e in entropy) if any(entropy) else '-'
    lines = ['taki 1', f'match {match_id}', f'ruleset {ruleset_text}',
             f'deal id={match_id} commitment={commitment.hex()} seed={seed.hex()} entropy={shown}',
             f'clock move_time=1000ms time_bank=0ms strike_limit={strike_limit}']
    lines += [f'seat {seat} {seat_name(seat)}' for seat in range(seats)]
    return '\n'.join(lines) + '\n'
