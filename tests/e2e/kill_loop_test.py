#!/usr/bin/python3
"""kill -9 of the referee at any moment: it starts again, bots come back, every match ends once (P1, D1 to D4, T8).

    kill_loop_test.py [--kills 8] [--matches 12] [--seed 1]      (ctest runs the defaults; 50 kills and 100 matches for a release)

Moments are counted in recorded inputs, not in time.
"""

import argparse
import random
import sys

from league_of_processes import Table, say, until

BOTS = [("ada", "greedy_bot"), ("bruno", "random_bot"), ("clara", "random_bot"), ("dora", "greedy_bot.py"), ("emil", "random_bot")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    with Table("--max-matches-per-bot", "4") as table:
        table.start()
        for name, program in BOTS:
            table.bot(name, program, "--seed", str(options.seed)) if program != "greedy_bot" else table.bot(name, program)
        names = [name for name, _ in BOTS]
        matches = []
        for number in range(options.matches):
            request = [*dice.sample(names, 2 + number % 4), "--request-id", f"kill-{number}", "--seating", "random"]
            matches += table.start_match(*request)
        kills = 0
        while kills < options.kills:
            before = table.inputs()
            more = dice.randrange(1, 400)
            over = "SELECT count(*) FROM match WHERE state IN ('FINISHED','VOID')"
            moved = until("the matches go on", lambda: table.inputs() >= before + more or table.query(over)[0][0] == len(matches))
            if moved and table.query(over)[0][0] == len(matches):
                break
            open_before = table.query("SELECT id, decision FROM input WHERE kind IN (1, 3)")
            table.kill()
            kills += 1
            table.start()
            kept = set(table.query("SELECT id, decision FROM input WHERE kind IN (1, 3)"))
            assert set(open_before) <= kept, "an input that was seen before the kill is gone (D1)"
            # Safe to say again after a crash: the same request gives the same match.
            assert table.start_match(*request) == matches[-1:], "a repeated request made another match"
        table.wait_for_end(matches)
        table.check_everything(matches)
        endings = table.query("SELECT ending, count(*) FROM match GROUP BY ending")
        ends = table.query("SELECT seat_end, count(*) FROM match_seat GROUP BY seat_end")
        say(f"{kills} kills, {len(matches)} matches: {endings}; seats: {ends}")
        assert dict(endings) == {"COMPLETED": len(matches)}, endings
        assert dict(ends).keys() == {"COMPLETED"}, "a crash of the referee cost a seat its match"
        assert kills >= min(options.kills, options.matches // 3), f"only {kills} kills before all was over: ask for more matches"


if __name__ == "__main__":
    sys.exit(main())
