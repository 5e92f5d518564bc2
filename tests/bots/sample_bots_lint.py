#!/usr/bin/python3
"""The sample bots stay what they are shown for: at most 25 lines each, blank ones not counted, and nothing of the referee's
inside (that they use proto only is tests/lint/layering.py's, for C++)."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES_MAX = 25


def findings(root):
    found = []
    bots = sorted(root.glob("sample_bots/*/*_bot.*"))
    if len({bot.parent.name for bot in bots}) < 2:
        found.append("sample_bots: bots of both languages are expected")
    for bot in bots:
        lines = [line for line in bot.read_text(encoding="utf-8").splitlines() if line.strip()]
        if len(lines) > LINES_MAX:
            found.append(f"{bot.relative_to(root)}: {len(lines)} lines, {LINES_MAX} are allowed")
        if max(map(len, lines)) > 120:
            found.append(f"{bot.relative_to(root)}: lines are at most 120 characters")
    for path in sorted(root.glob("sample_bots/**/*")):
        if path.suffix in {".cc", ".h", ".py"} and re.search(
                r"^\s*(#\s*include\s*[<\"]|import\s+|from\s+)(referee|store|tests)\b", path.read_text(encoding="utf-8"), re.M):
            found.append(f"{path.relative_to(root)}: uses what is not part of the public contract")
    return found


if __name__ == "__main__":
    FOUND = findings(ROOT)
    print(*FOUND, sep="\n")
    print(f"sample bots: {len(FOUND)} findings")
    sys.exit(1 if FOUND else 0)
