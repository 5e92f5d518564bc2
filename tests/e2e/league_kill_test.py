#!/usr/bin/python3
"""kill -9 of the referee in the middle of leagues: the same schedule, every fixture played once, complete results (P1, D2, D4).

    league_kill_test.py [--kills 10] [--seed 1]      (ctest runs the defaults; 30 kills for a release)

Eight bots play a round robin, whose schedule is known before it starts, then a double elimination. Moments are counted in recorded inputs,
not in time. What is checked is read back through `taki` and added up by hand from the database.
"""

import argparse
import collections
import random
import sys

from league_of_processes import Table, say, until

BOTS = [("ada", "greedy_bot"), ("bruno", "random_bot"), ("clara", "random_bot"), ("dora", "greedy_bot.py"), ("emil", "random_bot"),
        ("fay", "greedy_bot"), ("gus", "random_bot"), ("hana", "random_bot.py")]
NAMES = [name for name, _ in BOTS]
SETTINGS = ["--stages", "2,1", "--max-matches", "4", "--max-matches-per-bot", "2", *NAMES]


def fixtures(answer):
    return [fixture for fixture in answer.get("fixtures", [])]


def slots(fixture):
    return tuple(slot.get("bot", "") for slot in fixture["slots"])


class Killer:
    """Kills the referee after a random number of recorded inputs, and starts it again."""

    def __init__(self, table, dice):
        self.table, self.dice, self.kills = table, dice, 0

    def play_to_the_end(self, league, most):
        over = "SELECT count(*) FROM league WHERE name = ? AND state = 'FINISHED'"
        while not self.table.query(over, league)[0][0]:
            if self.kills >= most:
                until(f"{league} is over", lambda: self.table.query(over, league)[0][0])
                return
            before, more = self.table.inputs(), self.dice.randrange(1, 120)
            until("the league goes on", lambda: self.table.inputs() >= before + more or self.table.query(over, league)[0][0])
            entries = self.table.query("SELECT * FROM league_log ORDER BY id")
            self.table.kill()
            self.kills += 1
            self.table.start()
            kept = self.table.query("SELECT * FROM league_log ORDER BY id")
            assert kept[:len(entries)] == entries, "an entry of the log that was seen before the kill is gone or changed (D1)"


def check_round_robin(table, league, schedule):
    """The schedule of the preview, each fixture played by exactly one match that counts, and points that add up."""
    played = fixtures(table.taki("league", "fixtures", league))
    assert [slots(fixture) for fixture in played] == schedule, "the schedule is not the one that was announced"
    for fixture in played:
        counting = [match for match in fixture["matches"] if match.get("counts")]
        assert len(counting) == 1 and fixture["decision"] == "PLAYED", fixture
        assert len(fixture["matches"]) == 1, f"a crash cost a fixture an attempt: {fixture}"
    wins = collections.Counter(name for (name,) in table.query(
        "SELECT b.name FROM match m JOIN match_seat s ON s.match = m.id JOIN bot b ON b.id = s.bot JOIN league l ON l.id = m.league"
        " WHERE l.name = ? AND s.place = 1"
        " AND NOT EXISTS (SELECT 1 FROM match_seat o WHERE o.match = m.id AND o.place = 1 AND o.seat <> s.seat)", league))
    standings = table.taki("league", "table", league)["standings"]
    assert {row["bot"]: row.get("wins", 0) for row in standings} == {name: wins[name] for name in NAMES}, standings
    assert len(played) == len(NAMES) * (len(NAMES) - 1) // 2


def check_double_elimination(table, league):
    """Everybody but the champion has lost twice, and the champion at most once."""
    losses = collections.Counter()
    for fixture in fixtures(table.taki("league", "fixtures", league)):
        if fixture.get("decision") == "PLAYED":
            losses[fixture["placing"][1]] += 1
    champion = table.taki("league", "table", league)["standings"][0]["bot"]
    assert losses[champion] <= 1 and all(losses[name] == 2 for name in NAMES if name != champion), (champion, losses)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with Table() as table:
        table.start()
        for name, program in BOTS:
            table.bot(name, program)
        killer = Killer(table, random.Random(options.seed))
        preview = table.taki("league", "create", "robin", "--format", "round-robin", "--dry-run", *SETTINGS)
        schedule = [slots(fixture) for fixture in fixtures(preview)]
        table.taki("league", "create", "robin", "--format", "round-robin", "--start", *SETTINGS)
        killer.play_to_the_end("robin", options.kills * 2 // 3)
        check_round_robin(table, "robin", schedule)
        table.taki("league", "create", "knockout", "--format", "double-elimination", "--seeding", "rating", "--start", *SETTINGS)
        killer.play_to_the_end("knockout", options.kills)
        check_double_elimination(table, "knockout")
        table.check_everything([f"m-{number:06d}" for (number,) in table.query("SELECT id FROM match ORDER BY id")])
        matches = table.query("SELECT l.name, m.ending, count(*) FROM match m JOIN league l ON l.id = m.league GROUP BY 1, 2")
        say(f"{killer.kills} kills; {matches}")
        assert killer.kills >= options.kills // 2, f"only {killer.kills} kills before all was over"


if __name__ == "__main__":
    sys.exit(main())
