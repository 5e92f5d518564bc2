"""The demonstration (scripts/tools/demo.py) plays, verifies and shows what it promises, with short matches."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOTS = ("ada", "bruno", "clara", "dora", "emil", "felix", "greta", "hugo")


class DemoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory(prefix="taki-demo-") as folder:
            cls.done = subprocess.run(
                [sys.executable, ROOT / "scripts" / "tools" / "demo.py", "--bin", os.environ["TAKI_BIN"], "--rounds", "2", "--games", "1",
                 "--stages", "2,1", "--folder", pathlib.Path(folder) / "demo"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=500)
        cls.parts = {}
        for part in cls.done.stdout.split("\n$ taki ")[1:]:
            command, _, text = part.partition("\n")
            cls.parts[" ".join(command.split()[:3])] = text

    def part(self, command):
        self.assertIn(command, self.parts, self.done.stdout)
        return self.parts[command]

    def test_it_succeeds(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout)

    def test_both_leagues_are_played_to_their_end(self):
        self.assertIn("FINISHED", self.part("league watch tables"))
        self.assertIn("4 of 4 matches, 0 running", self.part("league watch tables"))
        self.assertIn("FINISHED", self.part("league watch cup"))

    def test_the_crosstable_names_every_bot(self):
        for bot in BOTS:
            self.assertIn(bot, self.part("league crosstable tables"))

    def test_the_bracket_ends_with_the_grand_final(self):
        self.assertIn("Losers' bracket", self.part("league bracket cup"))
        self.assertRegex(self.part("league bracket cup"), r"#14 +├─ \w+")

    def test_every_record_is_verified(self):
        self.assertRegex(self.part("match verify --all"), r"\d+ records, \d+ lines re-played: all as recorded")

    def test_the_leaderboard_has_intervals_of_every_bot(self):
        rows = [line for line in self.part("leaderboard").splitlines() if any(bot in line.split() for bot in BOTS)]
        self.assertEqual(len(rows), len(BOTS), self.part("leaderboard"))


if __name__ == "__main__":
    unittest.main()
