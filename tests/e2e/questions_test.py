#!/usr/bin/python3
"""The questions of docs/schema.md, asked of a real snapshot of played matches: each has an answer, and a plausible one.

The snapshot is taken while the referee runs and a match is not over, and read as anybody may: by a user who can write nothing.
"""

import os
import re
import sqlite3
import subprocess
import sys

from league_of_processes import BIN, ROOT, Table, say, until

BOTS = [("ada", "greedy_bot"), ("bruno", "random_bot"), ("clara", "random_bot"), ("dora", "greedy_bot")]
NAMES = [name for name, _ in BOTS]


def questions():
    """Each question, up to its question mark, and its SQL."""
    before, *blocks = (ROOT / "docs" / "schema.md").read_text().split("```sql\n")
    asked = {}
    for block in blocks:
        sql, after = block.split("```", 1)
        asked[before.rsplit("\n\n", 1)[-1].replace("\n", " ").split("?")[0] + "?"] = sql
        before = after
    return asked


class Snapshot:
    """Answers as a list of dictionaries."""

    def __init__(self, path):
        self.connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.connection.row_factory = sqlite3.Row

    def ask(self, sql):
        return [dict(row) for row in self.connection.execute(sql)]

    def one(self, sql):
        return self.connection.execute(sql).fetchone()[0]


def play(table):
    """A league, tables of four with several stages, a match that somebody loses by illegal actions, and one that is not over."""
    table.taki("league", "create", "autumn", "--format", "round-robin", "--stages", "3,2,1", *NAMES, "bad")
    table.taki("league", "withdraw", "autumn", "bad")
    table.taki("league", "start", "autumn")
    matches = [match for _ in range(4) for match in table.start_match(*NAMES, "--seating", "random", "--stages", "8,4,2")]
    matches += table.start_match("ada", "bad", "clara", "--seating", "listed")
    table.wait_for_end(matches)
    until("the league is over", lambda: table.query("SELECT count(*) FROM league WHERE state = 'FINISHED'")[0][0])
    open_match = table.start_match("ada", "late", "--ready-time-ms", "600000")[0]
    until("the match waits for its bot", lambda: table.match(open_match)["state"] == "ASSIGNED")


def check_snapshot(table, path):
    assert os.stat(path).st_mode & 0o777 == 0o644
    os.chmod(table.path, 0o755)
    reader = {"user": 65534} if os.geteuid() == 0 else {}
    done = subprocess.run(["/usr/bin/python3", "-c", "import sqlite3, sys; print(sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True)"
                           ".execute('SELECT count(*) FROM v1_moves').fetchone()[0])", path], stdout=subprocess.PIPE, text=True, check=True, **reader)
    assert int(done.stdout) > 100, "a user who can write nothing finds no moves"
    assert not [name for name in os.listdir(table.path) if name.startswith(path.name) and name != path.name], "it needs more than one file"
    snapshot = Snapshot(path)
    assert snapshot.one("PRAGMA journal_mode") == "delete" and snapshot.one("PRAGMA integrity_check") == "ok"
    assert snapshot.one("SELECT count(*) FROM v1_matches WHERE state NOT IN ('FINISHED', 'VOID')") == 0
    assert snapshot.one("SELECT count(*) FROM bot WHERE token_hash IS NOT NULL") == 0
    return snapshot


def shares_add_up(rows):
    for seats in {row["seats"] for row in rows}:
        some = [row for row in rows if row["seats"] == seats]
        assert [row["seat"] for row in some] == list(range(seats)), some
        assert 0.99 < sum(row["win_share"] for row in some) < seats, some
        assert all(row["low"] <= row["win_share"] <= row["high"] for row in some), some


def meetings_mirror(rows):
    by_pair = {(row["bot"], row["against"]): row for row in rows}
    for (bot, against), row in by_pair.items():
        other = by_pair[against, bot]
        assert row["matches"] == other["matches"] == row["ahead"] + other["ahead"] + row["even"], (row, other)


def windows_add_up(rows):
    (row,) = rows
    assert row["windows"] == row["broken"] + row["cancelled_by_king"] + row["everybody_draws"] > 0, row


def percents_add_up(rows):
    assert abs(sum(row["percent"] for row in rows) - 100) < 1 and all(row["cards"] >= 1 for row in rows), rows


def holds(condition):
    def check(rows):
        for row in rows:
            assert condition(row), row
    return check


def some(condition):
    def check(rows):
        assert any(condition(row) for row in rows), rows
    return check


PLAUSIBLE = {
    "Which bots are there, and how do they fare?": holds(lambda row: 0 <= row["wins"] <= row["matches"] and row["bot"] in [*NAMES, "bad"]),
    "How do matches end?": some(lambda row: row["ending"] == "COMPLETED" and row["turns"] > 3),
    "How often does a bot beat another one at the same table?": meetings_mirror,
    "Is it an advantage to begin?": shares_add_up,
    "Which versions fail, how, and how often?": some(lambda row: row["bot"] == "bad" and row["illegal"] == 1 and row["strikes"] == 3),
    "Does a bot need the time that it has?": holds(lambda row: row["median_ms"] >= 0),
    "Against whom does each bot do worst, of those it has met often?": holds(lambda row: row["matches"] >= 5 and 0 <= row["percent"] <= 100),
    "What does one match look like, line by line?": holds(lambda row: row["token"] and row["charged_s"] >= 0),
    "How long do bots think?": holds(lambda row: row["bot"] == "bad" or row["decisions"] > 50 and row["median_ms"] <= row["p99_ms"] <= row["longest_ms"]),
    "Where does the time go: to the bot, to the network, or to the referee?": holds(lambda row: 0 <= row["timed"] <= row["decisions"]),
    "Which were the slowest decisions?": holds(lambda row: row["charged_s"] >= 0 and row["decision"] > 0),
    "Which rules do bots break?": some(lambda row: row["bot"] == "bad" and row["times"] >= 1),
    "What does a bot like to play, compared with all bots?": some(lambda row: row["bot"] == "ada" and row["play"] == "draw" and row["times"] > 1),
    "Which cards are played by those who win, and which by those who do not?": some(lambda row: row["by_winners"] > 0 and row["by_others"] > 0),
    "How long does a stage take?": holds(lambda row: 0 < row["turns_a_stage"] <= row["longest_match"] and row["seconds_a_stage"] >= 0),
    "What becomes of a +3?": windows_add_up,
    "How long are runs?": percents_add_up,
    "Which were the greatest comebacks: from how large a hand was a match still won?": holds(lambda row: 3 <= row["largest_hand"] < 100),
    "Which results were upsets?": some(lambda row: row["winner"] != row["favourite"]),
    "Who has won what in a league?": holds(lambda row: row["matches"] == len(NAMES) - 1 and 1 <= row["mean_place"] <= 2),
    "How does a league get on, hour by hour?": some(lambda row: row["so_far"] == row["filed"] == len(NAMES) * (len(NAMES) - 1) // 2),
    "What did the organiser step in for?": some(lambda row: (row["kind"], row["bot"]) == ("WITHDRAWN", "bad")),
}


def check_hands(snapshot, comebacks):
    """The running hands of the question about comebacks end where the matches say that they ended."""
    hands = re.match(r"(WITH .*?)\nSELECT m\.match_id", comebacks, re.S).group(1)
    wrong = snapshot.ask(hands + """
        SELECT * FROM (SELECT h.match, h.seat, h.more_than_dealt + CAST(substr(m.ruleset, instr(m.ruleset, 'stages=') + 7) AS INTEGER) AS last,
                              s.cards_left, row_number() OVER (PARTITION BY h.match, h.seat ORDER BY h.ply DESC) AS number
                       FROM hand h JOIN v1_seats s USING (match, seat) JOIN v1_matches m USING (match) WHERE s.seat_end = 'COMPLETED')
        WHERE number = 1 AND last <> cards_left""")
    assert not wrong, wrong


def main():
    asked = questions()
    assert asked.keys() == PLAUSIBLE.keys(), asked.keys() ^ PLAUSIBLE.keys()
    assert len(asked) == 22
    with Table() as table:
        table.start()
        for name, program in BOTS:
            table.bot(name, program, *(["--seed", "7"] if program == "random_bot" else []))
        table.bot("bad", "bad_bot", "--kind", "illegal")
        table.register("late")
        play(table)
        path = table.path / "copy.db"
        subprocess.run([BIN / "taki-referee", "snapshot", "--db", table.db, path], check=True)
        snapshot = check_snapshot(table, path)
        for question, sql in asked.items():
            rows = snapshot.ask(sql)
            assert rows, f"no answer: {question}"
            try:
                PLAUSIBLE[question](rows)
            except AssertionError as problem:
                raise AssertionError(f"{question} {problem}") from None
        check_hands(snapshot, asked["Which were the greatest comebacks: from how large a hand was a match still won?"])
        say(f"{len(asked)} questions answered from {snapshot.one('SELECT count(*) FROM match')} matches, {snapshot.one('SELECT count(*) FROM action')} moves")


if __name__ == "__main__":
    sys.exit(main())
