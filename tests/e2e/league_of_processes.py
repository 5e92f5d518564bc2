"""A referee and bots as real processes, for end-to-end tests: started, frozen, killed, looked at from outside.

Uses what users use (`taki-referee`, `taki`, the sample bots) and reads the database as an analyst would. Waiting is on progress (a process's
output, rows in the database), with a limit only to fail instead of hanging.
"""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

BIN = pathlib.Path(os.environ["TAKI_BIN"])
ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT_S = 120  # to fail by, never to decide by
PAUSE = threading.Event()  # never set: a look every few milliseconds at what has no event to wait for


def until(what, holds):
    """Looks until `holds()` is true, and returns what it gave."""
    limit = time.monotonic() + LIMIT_S
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > limit:
            raise AssertionError(f"waited {LIMIT_S} s in vain for: {what}")
        PAUSE.wait(0.005)


class Table:
    """One referee with its folder, and the bots around it."""

    def __init__(self, *flags):
        self.folder = tempfile.TemporaryDirectory(prefix="taki-e2e-")
        self.path = pathlib.Path(self.folder.name)
        self.db = self.path / "taki.db"
        self.flags = list(flags)
        self.port = "0"
        self.referee = None
        self.bots = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.bots.values(), self.referee]:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()
        self.folder.cleanup()

    # --- the referee

    def start(self):
        """Starts the referee, again on the port of the first time: bots come back by themselves."""
        port_file = self.path / "port"
        port_file.unlink(missing_ok=True)
        log = open(self.path / "referee.log", "ab")
        self.referee = subprocess.Popen([BIN / "taki-referee", "--db", self.db, "--listen", f"127.0.0.1:{self.port}", "--port-file",
                                         port_file, *self.flags], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        self.port = until("the referee serves", self.port_or_end)
        return self

    def port_or_end(self):
        if self.referee.poll() is not None:
            raise AssertionError("the referee ended:\n" + self.log()[-4000:])
        port_file = self.path / "port"
        return port_file.read_text().strip() if port_file.exists() else ""

    def kill(self):
        self.referee.kill()
        self.referee.wait()

    def log(self):
        return (self.path / "referee.log").read_text()

    # --- commands

    @property
    def server(self):
        return f"127.0.0.1:{self.port}"

    def taki(self, *arguments):
        done = subprocess.run([BIN / "taki", "--server", self.server, "--token-file", f"{self.db}.admin-token", "--json", *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"taki {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def match(self, match_id):
        return self.taki("match", "show", "--no-moves", match_id)["match"]

    def record(self, match_id):
        return subprocess.run([BIN / "taki", "--server", self.server, "match", "record", match_id], stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def start_match(self, *arguments):
        return [match["match_id"] for match in self.taki("match", "start", *arguments)["matches"]]

    # --- bots

    def register(self, name):
        token = self.path / f"{name}.token"
        if not token.exists():
            subprocess.run([BIN / "taki", "--server", self.server, "--token-file", f"{self.db}.admin-token", "bot", "register", name,
                            "--owner", "e2e", "--save-token", token], stdout=subprocess.DEVNULL, check=True)
        return token

    def bot(self, name, program="random_bot", *arguments):
        """Starts a bot that is registered, or registers it first; waits until the referee knows that it is there."""
        token = self.register(name)
        if program.endswith(".py"):
            command = ["/usr/bin/python3", ROOT / "sample_bots" / "python" / program]
        else:
            command = [BIN / program]
        command += ["--server", self.server]
        command += ["--token", token.read_text().strip()] if program == "bad_bot" else ["--token-file", token]
        log = open(self.path / f"{name}.log", "ab")
        self.bots[name] = subprocess.Popen(command + list(arguments), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        until(f"{name} is connected", lambda: self.connected(name))
        return self.bots[name]

    def connected(self, name):
        return any(bot["name"] == name and bot["connected"] for bot in self.taki("bot", "list")["bots"])

    # --- the database, as an analyst reads it

    def query(self, sql, *values):
        reader = sqlite3.connect(f"file:{self.db}?mode=ro", uri=True)
        try:
            return reader.execute(sql, values).fetchall()
        finally:
            reader.close()

    def inputs(self):
        return self.query("SELECT count(*) FROM input")[0][0]

    def wait_for_end(self, match_ids):
        marks = ",".join("?" * len(match_ids))
        numbers = [int(match_id[2:]) for match_id in match_ids]
        until(f"{len(match_ids)} matches are over", lambda: self.query(
            f"SELECT count(*) FROM match WHERE id IN ({marks}) AND state IN ('FINISHED','VOID')", *numbers)[0][0] == len(match_ids))

    def check_everything(self, match_ids):
        """Every match ended once, its records hold together, and both the referee and the independent oracle re-play them."""
        for match_id in match_ids:
            number = int(match_id[2:])
            low, high = number << 20, (number + 1) << 20
            inputs = [row[0] - low for row in self.query("SELECT id FROM input WHERE id > ? AND id < ? ORDER BY id", low, high)]
            assert inputs == list(range(1, len(inputs) + 1)), f"{match_id}: input numbers have gaps"
            closed = [row[0] for row in self.query(
                "SELECT decision FROM input WHERE id > ? AND id < ? AND kind IN (1, 3) ORDER BY decision", low, high)]
            assert len(closed) == len(set(closed)), f"{match_id}: a decision was closed twice (D4)"
        verified = self.taki("match", "verify", "--all")
        assert verified["ok"] and verified["checked"] >= len(match_ids), verified
        records = self.path / "records.taki"
        records.write_text("".join(self.record(match_id) for match_id in match_ids))
        oracle = subprocess.run(["/usr/bin/python3", ROOT / "tests" / "oracle" / "adjudicate.py", records], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        assert oracle.returncode == 0, oracle.stdout


def say(*words):
    print(*words, file=sys.stderr, flush=True)
