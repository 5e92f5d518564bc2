#!/usr/bin/python3
"""The demonstration that scripts/demo shows: a daemon, five bots in their own processes, matches, a table.

Uses the product as its users do: `taki-referee`, `taki` and the sample bots, nothing else. Every process that it starts ends
with it.
"""

import argparse
import itertools
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
]
AT_ONCE = 4  # matches asked for at a time, so that the progress tells something


class Demo:
    def __init__(self, binaries, folder):
        self.binaries, self.folder = binaries, folder
        self.processes = []
        self.db = folder / "taki.db"

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

    def taki(self, *arguments, as_json=True):
        command = [self.binaries / "taki", "--server", self.server, "--token-file", f"{self.db}.admin-token"]
        if as_json:
            command.append("--json")
        done = subprocess.run(command + list(arguments), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"demo: `taki {' '.join(arguments)}` ended with {done.returncode}")
        return json.loads(done.stdout) if as_json else done.stdout

    def start_bots(self):
        for name, program, arguments in BOTS:
            token = self.folder / f"{name}.token"
            self.taki("bot", "register", name, "--owner", "demo", "--save-token", str(token), as_json=False)
            command = ["/usr/bin/python3", PYTHON_BOTS / program] if program.endswith(".py") else [self.binaries / program]
            self.start(name, command + ["--server", self.server, "--token-file", token] + arguments)
        while not all(bot["connected"] for bot in self.taki("bot", "list")["bots"]):
            for name, process in self.processes:
                if process.poll() is not None:
                    sys.exit(f"demo: {name} ended early:\n{(self.folder / f'{name}.log').read_text()}")
            time.sleep(0.05)

    def play(self, count):
        """Asks for `count` matches, AT_ONCE at a time, and shows how they end."""
        wanted = lineups(count)
        began, running, over = time.monotonic(), {}, []
        while len(over) < count:
            for lineup in itertools.islice(wanted, AT_ONCE - len(running)):
                match = self.taki("match", "start", *lineup, "--seating", "random")["matches"][0]
                running[match["match_id"]] = match
            for match in self.taki("match", "list", "--limit", "1000")["matches"]:
                if match["match_id"] in running and match["state"] in ("FINISHED", "VOID"):
                    del running[match["match_id"]]
                    over.append(match)
                    self.tell(match, len(over), count, time.monotonic() - began)
            if running:
                time.sleep(0.1)
        return over

    def tell(self, match, done, count, seconds):
        seats = sorted(match["seats"], key=lambda seat: seat["place"])
        order = "  ".join(f"{seat['place']}.{seat['bot']}" for seat in seats)
        print(f"[{done:>{len(str(count))}}/{count}] {seconds:5.1f} s  {match['match_id']}  {match['ending'] or match['state']:<10} "
              f"{match['moves']:>5} moves  {order}", flush=True)

    def stop(self):
        for _, process in reversed(self.processes):  # bots first, the referee last
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    process.kill()


def lineups(count):
    """Tables of 2, 3, 4 and 5 bots in turn, all bots equally often as far as that goes."""
    names = [name for name, _, _ in BOTS]
    sizes = itertools.cycle([2, 3, 4, 5])
    order = itertools.cycle(names)
    for size in itertools.islice(sizes, count):
        yield list(itertools.islice(order, size))


def final_table(matches):
    print("\nbot      program          matches  wins  mean place  places 1 2 3 4 5      ended otherwise")
    rows = []
    for name, program, _ in BOTS:
        seats = [seat for match in matches for seat in match["seats"] if seat["bot"] == name and seat["place"]]
        places = [seat["place"] for seat in seats]
        ends = [seat["end"] for seat in seats if seat["end"] != "COMPLETED"]
        mean = sum(places) / len(places) if places else float("inf")
        rows.append((mean, name, program, places, ends))
    for mean, name, program, places, ends in sorted(rows):
        spread = " ".join(f"{places.count(place):>2}" for place in range(1, 6))
        others = ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends))) or "-"
        print(f"{name:<8} {program:<16} {len(places):>7} {places.count(1):>5} {mean:>11.2f}   {spread:<17}      {others}")
    endings = [match["ending"] for match in matches]
    print("\nmatches ended: " + ", ".join(f"{endings.count(ending)} {ending}" for ending in sorted(set(endings))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the binaries are")
    parser.add_argument("--matches", type=int, default=20)
    options = parser.parse_args()
    folder = ROOT / "build" / "demo" / time.strftime("%Y%m%d-%H%M%S")
    folder.mkdir(parents=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    demo = Demo(options.bin.resolve(), folder)
    try:
        demo.start_referee()
        print(f"the referee listens on {demo.server}; five bots connect: " + ", ".join(f"{name} ({program})" for name, program, _ in BOTS))
        demo.start_bots()
        matches = demo.play(options.matches)
        print("\nverifying every record: the deal from its seed, each action, each placing")
        print(demo.taki("match", "verify", "--all", as_json=False), end="")
        final_table(matches)
    finally:
        demo.stop()
    shown = os.path.relpath(folder, os.getcwd())
    print(f"\nThe database is {shown}/taki.db; what each process said is beside it.")
    print(f"Look again:  {os.path.relpath(options.bin)}/taki-referee --db {shown}/taki.db &")
    print(f"             {os.path.relpath(options.bin)}/taki --token-file {shown}/taki.db.admin-token match show {matches[0]['match_id']}")


if __name__ == "__main__":
    main()
