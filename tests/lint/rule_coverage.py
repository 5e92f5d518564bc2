#!/usr/bin/python3
"""Every rule of docs/rules.md is cited by a test, and every rule that code or tests cite is in docs/rules.md."""

import re

import common

DEFINED = re.compile(r"^\s*[-*]?\s*\**(R\d+\.\d+)\b")
CITED = re.compile(r"\bR\d+\.\d+\b")


def key(rule):
    return [int(part) for part in rule[1:].split(".")]


def findings(rules_text, tests, product):
    defined = {m.group(1) for line in rules_text.splitlines() if (m := DEFINED.match(line))}
    if not defined:
        return ["docs/rules.md defines no rule"]
    found, cited_by_tests = [], set()
    for path, text in {**tests, **product}.items():
        for number, line in common.numbered(text):
            for rule in CITED.findall(line):
                if path in tests:
                    cited_by_tests.add(rule)
                if rule not in defined:
                    found.append(f"{path}:{number}: {rule} is not in docs/rules.md")
    for rule in sorted(defined - cited_by_tests, key=key):
        found.append(f"docs/rules.md: no test cites {rule}")
    return found


if __name__ == "__main__":
    rules = common.ROOT / "docs/rules.md"
    common.finish(
        findings(
            rules.read_text(encoding="utf-8") if rules.exists() else "",
            common.read_files(["tests"], {".cc", ".h"}),
            common.read_files(["referee", "store", "sample_bots", "proto"], {".cc", ".h", ".py", ".proto"})),
        "rule coverage")
