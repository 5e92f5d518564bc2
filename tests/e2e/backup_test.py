#!/usr/bin/python3
"""Back up while bots play, lose the referee, restore: docs/operating.md, "Back up and restore", command by command (P9, D1)."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from league_of_processes import BIN, ROOT, Table, say, until

BOTS = [("ada", "greedy_bot"), ("bruno", "random_bot"), ("clara", "random_bot"), ("dora", "greedy_bot")]
ANSWERED = "SELECT id, kind, actions, charged_ms FROM input"


def blocks(language):
    """The commands of the chapter, block by block."""
    page = (ROOT / "docs" / "operating.md").read_text()
    chapter = re.search(r"^## Back up and restore\n(.*?)^## ", page, re.S | re.M).group(1)
    return re.findall(rf"```{language}\n(.*?)```", chapter, re.S)


class Operator(Table):
    """Works in the referee's folder with the commands of the page."""

    def __init__(self, *flags):
        super().__init__(*flags)
        self.db = self.path / "league.db"

    def run(self, commands):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False, env={**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"})
        assert done.returncode == 0, f"{commands}\nexit {done.returncode}\n{done.stdout}"
        return done.stdout

    def expect_refused(self, copy, *command):
        """Of the program on the file `copy`, with what to do instead."""
        done = subprocess.run([BIN / "taki-referee", *command, "--db", copy], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 3 and "taki-referee backup" in done.stdout, f"{command}: exit {done.returncode}\n{done.stdout}"


def main():
    once, restore = blocks("sh")
    cron = blocks("crontab")[0]
    nightly = re.fullmatch(r"15 3 \* \* \* +(.*)\n", cron).group(1).replace("\\%", "%")
    with Operator() as table:
        table.start()
        for name, program in BOTS:
            table.bot(name, program)
        names = [name for name, _ in BOTS]
        matches = [match for number in range(6) for match in table.start_match(*names[: 2 + number % 3], "--seating", "random")]
        until("matches are under way", lambda: table.inputs() > 300)
        table.run(once)
        told = set(table.query(ANSWERED))
        table.run(nightly.replace("/srv/taki", str(table.path)))
        assert len(list((table.path / "backups").iterdir())) == 2, "the nightly backup is not there"
        naive = pathlib.Path(shutil.copyfile(table.db, table.path / "naive.db"))
        table.expect_refused(naive)
        table.expect_refused(naive, "verify")
        later = table.start_match(*names[:2])
        table.kill()
        said = table.run(restore)
        assert " 0 differ" in said, said
        kept = set(table.query(ANSWERED))
        assert told <= kept, "what was there before the backup is missing in it"
        table.start()
        assert not table.query("SELECT 1 FROM match WHERE id = ?", int(later[0][2:])), "that one began after the backup"
        table.wait_for_end(matches)
        table.check_everything(matches)
        assert told <= set(table.query(ANSWERED)), "the restored referee forgot something"
        again = table.start_match(*names)
        table.wait_for_end(again)
        say(f"{len(kept)} inputs in the backup, {table.inputs()} at the end; {len(matches)} matches re-play")


if __name__ == "__main__":
    sys.exit(main())
