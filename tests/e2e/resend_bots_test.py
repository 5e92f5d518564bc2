#!/usr/bin/python3
"""`taki match resend` with the sample bots as processes: what they were asked in a match, asked again."""

import json
import subprocess
import sys
import unittest

from league_of_processes import BIN, ROOT, Table


class Resent:
    """The command, and a bot that it asks."""

    def __init__(self, table, *arguments):
        self.command = subprocess.Popen([BIN / "taki", "--server", table.server, "--json", "match", "resend", *arguments],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.command.stderr.readline()
        assert line.startswith("listening on "), line + self.command.stderr.read()
        self.address = line.split()[-1]
        self.flags = self.command.stderr.readline().split(": ", 1)[1].split()

    def ask(self, program, *arguments):
        command = ["/usr/bin/python3", ROOT / "sample_bots" / "python" / program] if program.endswith(".py") else [BIN / program]
        bot = subprocess.run([*command, *self.flags, *arguments], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        out, _ = self.command.communicate()
        return self.command.returncode, [json.loads(line) for line in out.splitlines()], bot


def replies(one):
    return ["".join(action["notation"] + " " for action in attempt["reply"]["actions"]).strip() for attempt in one["resent"]]


def recorded(one):
    last = one["recorded"]["replies"][-1]
    return " ".join([action["notation"] for action in last["applied"]] + [last["not_applied"]]).strip()


class Resend(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = Table().start()
        cls.table.bot("ada", "greedy_bot")
        cls.table.bot("bruno", "greedy_bot.py")
        cls.match_id = cls.table.start_match("ada", "bruno", "--seating", "listed", "--stages", "4,3")[0]
        cls.table.wait_for_end([cls.match_id])

    @classmethod
    def tearDownClass(cls):
        cls.table.__exit__()

    def test_the_bot_in_cpp_answers_its_whole_match_as_it_did(self):
        resent = Resent(self.table, self.match_id, "--seat", "0", "--all-of-seat")
        code, lines, bot = resent.ask("greedy_bot")
        self.assertEqual((code, bot.returncode), (0, 0), bot.stderr)
        self.assertGreater(len(lines), 3)
        for one in lines:
            if one["recorded"]["fate"] == "ANSWERED":
                self.assertEqual(replies(one), [recorded(one)])

    def test_the_bot_in_python_answers_its_whole_match_as_it_did(self):
        resent = Resent(self.table, self.match_id, "--seat", "1", "--all-of-seat")
        code, lines, bot = resent.ask("greedy_bot.py")
        self.assertEqual((code, bot.returncode), (0, 0), bot.stderr)
        self.assertGreater(len(lines), 3)
        for one in lines:
            if one["recorded"]["fate"] == "ANSWERED":
                self.assertEqual(replies(one), [recorded(one)])

    def test_asked_again_and_again_it_decides_each_time(self):
        resent = Resent(self.table, self.match_id, "--decision", "1", "--times", "20")
        code, lines, bot = resent.ask("random_bot", "--seed", "5")
        self.assertEqual((code, bot.returncode), (0, 0), bot.stderr)
        self.assertEqual(len(lines[0]["resent"]), 20)
        self.assertEqual(len(set(replies(lines[0]))), 1)  # its chance follows from the decision

    def test_a_bot_without_an_end_is_told_that_it_is_over(self):
        resent = Resent(self.table, self.match_id, "--decision", "1")
        resent.flags.remove("--once")
        code, _, bot = resent.ask("greedy_bot.py")
        self.assertEqual((code, bot.returncode), (0, 3), bot.stderr)  # 3: refused, it does not try again
        self.assertIn("the decision was resent, and that was all", bot.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"] + sys.argv[1:])
