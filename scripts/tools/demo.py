#!/usr/bin/python3
"""The demonstration that scripts/demo shows: a daemon, eight bots in their own processes, a league and a cup.

A round robin of tables of four is followed by a double elimination seeded by the ratings of the first; then every record is verified, and
the crosstable, the bracket and the leaderboard are shown. Uses the product as its users do: `taki-referee`, `taki` and the sample bots, nothing else. Every process that it starts ends
with it.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON_BOTS = ROOT / "sample_bots" / "python"
# name, program (C++ binary or Python script), arguments
BOTS = [
    ("ada", "greedy_bot", []),
    ("bruno", "random_bot", ["--seed", "7"]),
    ("clara", "greedy_bot", []),
    ("dora", "greedy_bot.py", []),
    ("emil", "random_bot.py", ["--seed", "11"]),
    ("felix", "random_bot", ["--seed", "13"]),
    ("greta", "greedy_bot.py", []),
    ("hugo", "greedy_bot", []),
]


class Demo:
    def __init__(self, binaries, folder):
        self.binaries, self.folder = binaries, folder
        self.processes = []
        self.db = folder / "taki.db"
        self.began = time.monotonic()

    def start(self, name, command, **options):
        log = open(self.folder / f"{name}.log", "w")
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self.processes.append((name, process))
        return process

    def start_referee(self):
        port_file = self.folder / "port"
        referee = self.start("taki-referee", [self.binaries / "taki-referee", "--db", self.db, "--listen", "127.0.0.1:0",
                                              "--port-file", port_file])
        while not (port_file.exists() and port_file.read_text().strip()):
            if referee.poll() is not None:
                sys.exit(f"demo: the referee did not start:\n{(self.folder / 'taki-referee.log').read_text()}")
            time.sleep(0.02)
        self.server = f"127.0.0.1:{port_file.read_text().strip()}"

    def taki(self, *arguments):
        """What a command of the client answers, as JSON."""
        return json.loads(self.run(*arguments, "--json", stdout=subprocess.PIPE).stdout)

    def show(self, *arguments):
        """A command of the client, told and shown: on a terminal it may draw and colour."""
        print(f"\n$ taki {' '.join(arguments)}", flush=True)
        self.run(*arguments)

    def run(self, *arguments, **options):
        command = [self.binaries / "taki", "--server", self.server, "--token-file", f"{self.db}.admin-token"]
        done = subprocess.run(command + list(arguments), text=True, check=False, **options)
        if done.returncode != 0:
            sys.exit(f"demo: `taki {' '.join(arguments)}` ended with {done.returncode}")
        return done

    def start_bots(self):
        for name, program, arguments in BOTS:
            token = self.folder / f"{name}.token"
            self.run("bot", "register", name, "--owner", "demo", "--save-token", str(token), stdout=subprocess.DEVNULL)
            command = ["/usr/bin/python3", PYTHON_BOTS / program] if program.endswith(".py") else [self.binaries / program]
            self.start(name, command + ["--server", self.server, "--token-file", token] + arguments)
        while not all(bot["connected"] for bot in self.taki("bot", "list")["bots"]):
            for name, process in self.processes:
                if process.poll() is not None:
                    sys.exit(f"demo: {name} ended early:\n{(self.folder / f'{name}.log').read_text()}")
            time.sleep(0.05)

    def play(self, league, settings):
        """Makes a league of all bots, starts it, and follows it to its end."""
        bots = ",".join(name for name, _, _ in BOTS)
        self.show("league", "create", league, "--bots", bots, "--start", *settings)
        self.show("league", "watch", league)

    def stop(self):
        for _, process in reversed(self.processes):  # bots first, the referee last
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the binaries are")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the tables of four: two matches each")
    parser.add_argument("--games", type=int, default=3, help="the cup is best of so many")
    parser.add_argument("--stages", default="8,7,6,5,4,3,2,1", help="hand sizes")
    parser.add_argument("--folder", type=pathlib.Path, help="where the database is put (a new one in build/demo)")
    options = parser.parse_args()
    folder = options.folder or ROOT / "build" / "demo" / time.strftime("%Y%m%d-%H%M%S")
    folder.mkdir(parents=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    demo = Demo(options.bin.resolve(), folder)
    try:
        demo.start_referee()
        print(f"the referee listens on {demo.server}; eight bots connect: " + ", ".join(f"{name} ({program})" for name, program, _ in BOTS))
        demo.start_bots()
        demo.play("tables", ["--format", "round-robin", "--seats", "4", "--rounds", str(options.rounds), "--stages", options.stages])
        demo.show("league", "crosstable", "tables")
        demo.play("cup", ["--format", "double-elimination", "--seeding", "rating", "--games", str(options.games), "--stages", options.stages])
        demo.show("league", "bracket", "cup")
        demo.show("match", "verify", "--all")
        demo.show("leaderboard")
        seconds = time.monotonic() - demo.began
    finally:
        demo.stop()
    shown, binaries = (os.path.relpath(path, os.getcwd()) for path in (folder, options.bin))
    print(f"\nPlayed and verified in {seconds:.0f} s. The database is {shown}/taki.db; what each process said is beside it.")
    print(f"Look again:  {binaries}/taki-referee --db {shown}/taki.db &")
    print(f"             {binaries}/taki league table cup")


if __name__ == "__main__":
    main()
