#!/usr/bin/python3
"""Re-adjudicates match records, independently of the referee: deal, every action, ending, placing.

Usage: adjudicate.py [--coverage] FILE...|DIR|-

A file may hold several records, one after another; a directory stands for every *.taki file beneath it,
`-` for standard input. Prints one line for each failing record, `FILE:LINE: RULE: WHY` (the first line
that is wrong), and last `N records, M actions, K failures`. --coverage also lists how often each
situation of the rules occurred. Exit status: 0 all records stand, 1 some fail, 2 bad usage or no record.

What a record does not show is not checked: the clocks beyond their form, illegal actions (R11.4) and so
the exact number of strikes, and whether a VOID match had to be void.
"""
import sys
from collections import Counter
from pathlib import Path

import deal
import record
from engine import Illegal, Match
from record import BadRecord


def adjudicate(data, first=1, seen=None):
    """Re-plays one record; returns its number of action lines. Raises BadRecord at the first wrong line."""
    rec = record.parse(data, first)
    match_id, ruleset = rec.match_id.encode(), rec.ruleset_text.encode()
    if deal.commitment(match_id, ruleset, rec.seed) != rec.commitment:
        raise BadRecord(first + 3, 'deal', 'the commitment is not the one of the seed')
    match = Match(rec.seats, rec.ruleset, deal.deal_key(match_id, ruleset, rec.seed, rec.entropy), seen)
    timeouts = [0] * rec.seats
    faults = _StartFaults()
    for line in rec.lines:
        try:
            if line.what == 'timeout':
                match.timeout(line.seat)
                timeouts[line.seat] += 1
                if timeouts[line.seat] >= rec.strike_limit:
                    raise Illegal('R11.5', f'strike {timeouts[line.seat]} forfeits')
            elif isinstance(line.what, str):
                faults.check(match, line)
                match.forfeit(line.seat)
            else:
                match.play(line.seat, line.what)
        except Illegal as illegal:
            raise BadRecord(line.number, illegal.rule, illegal.why) from None
    _check_result(match, rec.result)
    return len(rec.lines)


class _StartFaults:
    """What the reason of a forfeit says about where it may stand (R11.5, R11.7)."""

    def __init__(self):
        self.last_no_show = -1

    def check(self, match, line):
        if line.what in ('TIMEOUT', 'ILLEGAL_ACTION') and line.seat != match.asked():
            raise Illegal('R11.5', f'seat {line.seat} has no decision to lose by {line.what}')
        if line.what == 'NO_SHOW':
            if line.ply != len(match.forfeits) or line.seat < self.last_no_show:
                raise Illegal('R11.7', 'a NO_SHOW forfeits before the first turn, in seat order')
            if len(match.left) <= 2:
                raise Illegal('R11.7', 'with fewer than two seats ready the match is void')
            self.last_no_show = line.seat


def _check_result(match, result):
    if result.ending == 'VOID':
        if match.ending:
            raise BadRecord(result.number, 'R11.8', f'the match ended as {match.ending} before it was void')
        return
    if match.ending is None:
        raise BadRecord(result.number, 'R10', f'the match is not over: seat {match.asked()} is asked')
    if match.ending != result.ending:
        raise BadRecord(result.number, 'R10', f'the match ended as {match.ending}')
    placing = match.placing()
    if placing != result.placing:
        raise BadRecord(result.number, 'R10.1', f'the placing is {" ".join(map(str, placing))}')


def _inputs(arguments):
    for argument in arguments:
        if argument == '-':
            yield '-', sys.stdin.buffer.read()
            continue
        path = Path(argument)
        files = sorted(path.rglob('*.taki')) if path.is_dir() else [path]
        for file in files:
            yield str(file), file.read_bytes()


def main(arguments):
    coverage = '--coverage' in arguments
    arguments = [a for a in arguments if a != '--coverage']
    if not arguments or any(a.startswith('-') and a != '-' for a in arguments):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    seen, records, actions, failures = Counter(), 0, 0, 0
    try:
        for name, data in _inputs(arguments):
            for first, text in record.split(data):
                records += 1
                try:
                    actions += adjudicate(text, first, seen)
                except BadRecord as bad:
                    failures += 1
                    print(f'{name}:{bad.line}: {bad.rule}: {bad.why}')
    except OSError as error:
        print(f'adjudicate.py: {error}', file=sys.stderr)
        return 2
    if coverage:
        print_coverage(seen, sys.stdout)
    print(f'{records} records, {actions} actions, {failures} failures')
    if not records:
        print('adjudicate.py: no record found', file=sys.stderr)
        return 2
    return 1 if failures else 0


def print_coverage(seen, out):
    for situation in sorted(seen):
        print(f'{seen[situation]:9} {situation}', file=out)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
