#!/usr/bin/python3
"""How fast the referee plays live matches, as a ratio to a bare floor measured in the same run (docs/performance.md).

    tests/bench/live_bench.py --bin build/release/bin [--matches 1] [--seconds 5]

Plays MATCHES two-seat matches at once, each between two C++ bots in processes of their own, with recording on; then lets the floor
(floor_server.cc: the same messages, polling and commits, no referee) do as many round trips as it can with as many clients and frames of
the same size. Prints both, the ratio, and the CPU time of each for a round trip. Run it on a machine that has nothing else to do.
"""

import argparse
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

TICKS = os.sysconf("SC_CLK_TCK")
WARM_S = 1.0
CLOCK = threading.Event()  # never set: its wait is the measured time itself


def loopback_bytes():
    for line in pathlib.Path("/proc/net/dev").read_text().splitlines():
        if line.strip().startswith("lo:"):
            return int(line.split(":")[1].split()[0])
    return 0


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Processes:
    def __init__(self):
        self.all = []

    def start(self, command):
        self.all.append(subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, text=True))
        return self.all[-1]

    def stop(self):
        for process in reversed(self.all):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.all:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
            process.stdout.close()
        self.all = []


def wait_for_file(path, process):
    while not (path.exists() and path.read_text().strip()):
        if process.poll() is not None:
            sys.exit(f"live_bench: {process.args[0]} did not start")
        CLOCK.wait(0.01)
    return path.read_text().strip()


def measure(count, pid, seconds):
    """`count()` a second, CPU microseconds of `pid` and loopback bytes for each, over `seconds`."""
    CLOCK.wait(WARM_S)
    began, counted, cpu, sent = time.monotonic(), count(), cpu_seconds(pid), loopback_bytes()
    CLOCK.wait(seconds)
    n = count() - counted
    elapsed = time.monotonic() - began
    return n / elapsed, (cpu_seconds(pid) - cpu) / n * 1e6, (loopback_bytes() - sent) / n


def referee(options, folder, processes):
    db, port_file = folder / "bench.db", folder / "port"
    daemon = processes.start([options.bin / "taki-referee", "--db", db, "--listen", "127.0.0.1:0", "--port-file", port_file,
                              "--max-matches-per-bot", 1])
    server = "127.0.0.1:" + wait_for_file(port_file, daemon)
    taki = [options.bin / "taki", "--server", server, "--token-file", f"{db}.admin-token"]
    for match in range(options.matches):
        pair = [f"a{match}", f"b{match}"]
        for bot in pair:
            token = folder / f"{bot}.token"
            subprocess.run(taki + ["bot", "register", bot, "--owner", "bench", "--save-token", token], check=True, stdout=subprocess.DEVNULL)
            processes.start([options.bin / "random_bot", "--quiet", "--seed", match, "--server", server, "--token-file", token])
        # More matches than can be played in the time; each bot plays one at a time.
        subprocess.run(taki + ["match", "start", *pair, "--count", str(options.queue)], check=True, stdout=subprocess.DEVNULL)
    reader = sqlite3.connect(f"file:{db}?mode=ro", uri=True)

    def answered():
        return reader.execute("SELECT count(*) FROM input WHERE decision > 0").fetchone()[0]

    return measure(answered, daemon.pid, options.seconds)


def floor(options, folder, processes, frame_bytes):
    port_file = folder / "floor-port"
    port_file.unlink(missing_ok=True)
    clients = 2 * options.matches
    server = processes.start([options.bin / "floor_server", "--clients", clients, "--group", 2, "--seconds", options.seconds,
                              "--frame-bytes", frame_bytes, "--db", folder / f"floor-{frame_bytes}.db", "--port-file", port_file])
    port = wait_for_file(port_file, server)
    before = loopback_bytes()
    for _ in range(clients):
        processes.start([options.bin / "floor_client", port])
    said = json.loads(server.stdout.readline())
    total = said["round_trips_per_s"] * (options.seconds + 0.5)
    return said["round_trips_per_s"], said["cpu_us"], (loopback_bytes() - before) / total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the release build put its binaries")
    parser.add_argument("--matches", type=int, default=1, help="two-seat matches at once (1)")
    parser.add_argument("--seconds", type=int, default=5, help="measured, after a second of warming up (5)")
    parser.add_argument("--queue", type=int, default=200, help="matches asked for, for each pair (200)")
    options = parser.parse_args()
    processes = Processes()
    with tempfile.TemporaryDirectory(prefix="taki-bench-") as name:
        folder = pathlib.Path(name)
        try:
            rate, cpu, size = referee(options, folder, processes)
            processes.stop()
            frame = 700
            _, _, floor_size = floor(options, folder, processes, frame)
            processes.stop()
            frame = max(50, round(frame + size - floor_size))
            floor_rate, floor_cpu, floor_size = floor(options, folder, processes, frame)
        finally:
            processes.stop()
    print(f"matches at once      {options.matches}")
    print(f"referee              {rate:8.0f} decisions/s   {cpu:5.1f} us CPU   {size:5.0f} bytes on the wire a decision")
    print(f"floor                {floor_rate:8.0f} round trips/s {floor_cpu:5.1f} us CPU   {floor_size:5.0f} bytes on the wire a round trip")
    print(f"ratio                {rate / floor_rate:8.2f}")


if __name__ == "__main__":
    main()
