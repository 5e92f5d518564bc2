#!/usr/bin/python3
"""Bots that freeze, die, vanish or misbehave: the others finish, and the reason is right (N1, G8, R11.4 to R11.7, S12)."""

import signal
import sys
import unittest

from league_of_processes import Table, until

# Short clocks: what a bad bot costs the others is theirs.
CLOCKS = ["--move-time-ms", "200", "--time-bank-ms", "1500", "--reconnect-grace-ms", "300", "--reconnect-grace-match-ms", "600",
          "--ready-time-ms", "1500", "--seating", "listed"]


class BotFaults(unittest.TestCase):
    def play(self, table, *bots):
        return table.start_match(*bots, *CLOCKS)[0]

    def ends(self, table, match_id):
        table.wait_for_end([match_id])
        table.check_everything([match_id])
        return {seat["bot"]: seat["end"] for seat in table.match(match_id)["seats"]}

    def moves_of(self, table, match_id):
        return table.query("SELECT count(*) FROM action WHERE id >= ? AND id < ?", int(match_id[2:]) << 20, (int(match_id[2:]) + 1) << 20)[0][0]

    def disturb(self, disturbance, program="random_bot", *flags):
        """A match of three of which the second is disturbed in its midst; how each seat ended."""
        with Table("--keepalive-time-ms", "1000", "--keepalive-timeout-ms", "500").start() as table:
            table.bot("ada")
            victim = table.bot("bruno", program, *flags)
            table.bot("clara", "greedy_bot")
            match_id = self.play(table, "ada", "bruno", "clara")
            until("the match is in its midst", lambda: self.moves_of(table, match_id) > 20 or table.match(match_id)["state"] == "FINISHED")
            disturbance(victim)
            return self.ends(table, match_id)

    def test_a_killed_bot_forfeits_and_the_others_finish(self):  # R11.6
        ends = self.disturb(lambda bot: bot.kill())
        self.assertEqual(ends, {"ada": "COMPLETED", "bruno": "DISCONNECTED", "clara": "COMPLETED"})

    def test_a_frozen_bot_times_out_and_the_others_finish(self):  # N1, R11.3, R11.5
        ends = self.disturb(lambda bot: bot.send_signal(signal.SIGSTOP))
        self.assertIn(ends.pop("bruno"), ("TIMEOUT", "DISCONNECTED"))
        self.assertEqual(ends, {"ada": "COMPLETED", "clara": "COMPLETED"})

    def test_a_bot_that_comes_back_in_time_plays_on(self):  # N9, R11.6
        with Table().start() as table:
            table.bot("ada")
            table.bot("bruno")
            match_id = table.start_match("ada", "bruno")[0]
            for _ in range(3):
                before = self.moves_of(table, match_id)
                until("the match goes on", lambda: self.moves_of(table, match_id) > before + 20 or table.match(match_id)["state"] == "FINISHED")
                table.bots["bruno"].kill()
                table.bots["bruno"].wait()
                table.bot("bruno")
            self.assertEqual(self.ends(table, match_id), {"ada": "COMPLETED", "bruno": "COMPLETED"})

    def test_a_bot_that_never_comes_is_a_no_show(self):  # R11.7
        with Table().start() as table:
            table.bot("ada")
            table.bot("clara")
            table.register("bruno")
            self.assertEqual(self.ends(table, self.play(table, "ada", "bruno", "clara")),
                             {"ada": "COMPLETED", "bruno": "NO_SHOW", "clara": "COMPLETED"})

    def test_a_match_with_one_bot_only_is_void(self):  # R11.7
        with Table().start() as table:
            table.bot("ada")
            table.register("bruno")
            match_id = self.play(table, "ada", "bruno")
            table.wait_for_end([match_id])
            match = table.match(match_id)
            self.assertEqual((match["state"], match["void_reason"]), ("VOID", "NOT_ENOUGH_READY"))

    def test_misbehaviour_hurts_only_its_own_seat(self):  # R11.4, R11.5, N11, N13, N16, S12
        wanted = {
            "silent": ("TIMEOUT",),
            "illegal": ("ILLEGAL_ACTION",),
            "quitting": ("RESIGNED",),
            "crashing": ("DISCONNECTED",),
            "never-ready": ("NO_SHOW",),
            "garbage": ("COMPLETED", "DISCONNECTED", "TIMEOUT"),
            "flooding": ("COMPLETED", "DISCONNECTED", "TIMEOUT"),
            "oversized": ("COMPLETED", "DISCONNECTED", "TIMEOUT"),
            "stale": ("COMPLETED", "DISCONNECTED", "TIMEOUT"),
        }
        for kind, own in wanted.items():
            with self.subTest(kind=kind), Table().start() as table:
                table.bot("ada")
                table.bot("bad", "bad_bot", "--kind", kind)
                table.bot("clara", "greedy_bot")
                ends = self.ends(table, self.play(table, "ada", "bad", "clara"))
                self.assertIn(ends.pop("bad"), own)
                self.assertEqual(ends, {"ada": "COMPLETED", "clara": "COMPLETED"})

    def test_sigterm_parks_and_the_match_goes_on_afterwards(self):  # P13
        with Table("--drain-limit-ms", "0").start() as table:
            table.bot("ada")
            table.bot("bruno", "greedy_bot")
            match_id = table.start_match("ada", "bruno")[0]
            until("the match is in its midst", lambda: self.moves_of(table, match_id) > 20)
            table.referee.send_signal(signal.SIGTERM)
            self.assertEqual(table.referee.wait(timeout=60), 0)
            table.start()
            self.assertEqual(self.ends(table, match_id), {"ada": "COMPLETED", "bruno": "COMPLETED"})

    def test_a_second_daemon_on_the_file_is_refused(self):  # P10
        with Table().start() as table:
            first = table.referee
            table.referee = None
            with self.assertRaises(AssertionError) as refused:
                table.port = "0"
                table.start()
            self.assertIn("lock", str(refused.exception).lower())
            self.assertEqual(table.referee.wait(), 3)
            table.bots["first"] = first  # ends with the table


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"] + sys.argv[1:])
