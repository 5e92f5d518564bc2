#!/usr/bin/python3
"""`taki match replay` on a real terminal: it draws, obeys keys, follows the size, and leaves the terminal as it was."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
import unittest

from league_of_processes import BIN, LIMIT_S, ROOT

RECORD = ROOT / "tests" / "data" / "matches" / "m-000013.taki"
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"


class Terminal:
    """A terminal with `taki match replay` in it."""

    def __init__(self, *arguments, columns=80, rows=24):
        self.output = b""
        # The slave is kept open here, so that its settings can be looked at when the program has ended.
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(self.slave, fd)
            os.environ["TERM"] = "xterm-256color"
            os.execv(BIN / "taki", ["taki", "match", "replay", *map(str, arguments)])

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.master, keys)

    def wait_for(self, text):
        """Until `text` has come, counted from the last wait. Returns what came up to its end."""
        limit = time.monotonic() + LIMIT_S
        while text not in self.output:
            ready, _, _ = select.select([self.master], [], [], max(0, limit - time.monotonic()))
            if not ready:
                raise AssertionError(f"waited in vain for {text!r} in {self.output!r}")
            self.output += os.read(self.master, 65536)
        seen, self.output = self.output.split(text, 1)
        return seen + text

    def end(self):
        self.wait_for(LEAVE)
        _, status = os.waitpid(self.pid, 0)
        after = termios.tcgetattr(self.slave)
        os.close(self.master)
        os.close(self.slave)
        return status, after == self.before


class ReplayOnATerminal(unittest.TestCase):
    def test_keys_step_through_it_and_the_terminal_is_restored(self):
        terminal = Terminal(RECORD)
        terminal.wait_for(ENTER)
        terminal.wait_for(b"the deal; the last ply is 16")
        terminal.type(b"\x1b[C")
        terminal.wait_for(b"ply 0 of 16")
        terminal.type(b"f")
        terminal.wait_for(b"ply 15 of 16")
        terminal.wait_for(b"timed out")
        terminal.type(b"g7\r")
        terminal.wait_for(b"ply 7 of 16")
        terminal.type(b"q")
        self.assertEqual(terminal.end(), (0, True))

    def test_a_new_size_is_drawn(self):
        terminal = Terminal(RECORD)
        terminal.wait_for(b"q quit")
        terminal.resize(50, 10)
        screen = terminal.wait_for(b"w +3")  # the last line, cut
        self.assertNotIn(b"Bank", screen)
        terminal.resize(120, 40)
        self.assertIn(b"Bank", terminal.wait_for(b"q quit"))
        terminal.type(b"\x03")
        self.assertEqual(terminal.end(), (0, True))

    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV):
            with self.subTest(number=number):
                terminal = Terminal(RECORD)
                terminal.wait_for(b"q quit")
                os.kill(terminal.pid, number)
                status, restored = terminal.end()
                self.assertTrue(restored)
                self.assertTrue(os.WIFSIGNALED(status))
                self.assertEqual(os.WTERMSIG(status), number)

    def test_it_can_be_suspended(self):
        terminal = Terminal(RECORD)
        terminal.wait_for(b"q quit")
        terminal.type(b"\x1a")
        terminal.wait_for(LEAVE)
        _, status = os.waitpid(terminal.pid, os.WUNTRACED)
        self.assertTrue(os.WIFSTOPPED(status))
        self.assertEqual(termios.tcgetattr(terminal.slave), terminal.before)
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.wait_for(ENTER)
        terminal.wait_for(b"q quit")
        terminal.type(b"q")
        self.assertEqual(terminal.end(), (0, True))

    def test_plain_output_has_no_escapes(self):
        terminal = Terminal(RECORD, "--plain")
        shown = terminal.wait_for(b"(R9.2).")
        self.assertNotIn(b"\x1b", shown)
        self.assertEqual(os.waitpid(terminal.pid, 0)[1], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"] + sys.argv[1:])
