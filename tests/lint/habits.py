#!/usr/bin/python3
"""Small habits that a search can hold us to: tests do not wait or get switched off, nothing is left open, files stay short."""

import re

import common

CODE = {".cc", ".h", ".py", ".js", ".sh", ".cmake", ".proto", ".sql", ".txt", ".json", ""}
LINES_MAX = 600

# (where, what, why it is refused)
REFUSED = [
    (r"", r"\.\./shared", "the product stands alone: copy what it needs"),
    (r"tests/", r"\bsleep_(for|until)\b|\busleep\(|\bnanosleep\(|time\.sleep\(|SleepFor\(|^\s*sleep\s+[\d$]",
     "a test waits for what happens, not for time to pass"),
    (r"tests/", r"\bDISABLED_|GTEST_SKIP|@unittest\.skip", "a test is not switched off"),
    (r"tests/", r"random_device", "a test's chance comes from a printed seed"),
    (r"(referee|store|sample_bots|proto|scripts)/", r"\b(TODO|FIXME|XXX)\b|[Nn]ot implemented|[Uu]nimplemented",
     "left open in the code"),
]
RULES = [(re.compile(where), re.compile(what), why) for where, what, why in REFUSED]


def findings(files):
    found = []
    for path, text in files.items():
        rules = [(what, why) for where, what, why in RULES if where.match(path)]
        for number, line in common.numbered(text):
            for what, why in rules:
                if what.search(line):
                    found.append(f"{path}:{number}: {why}: {line.strip()}")
        if path.endswith((".cc", ".h", ".py", ".js")) and text.count("\n") > LINES_MAX:
            found.append(f"{path}: more than {LINES_MAX} lines: it is more than one thing")
    return found


if __name__ == "__main__":
    everything = common.read_files(["."], CODE)
    common.finish(findings({p: t for p, t in everything.items() if not p.startswith("tests/lint/")}), "habits")
