#!/usr/bin/python3
"""clang-tidy with the short list of .clang-tidy: clang_tidy.py BUILD_DIR [REGEX of files]; the build must be complete."""

import json
import os
import pathlib
import re
import subprocess
import sys

import common

TOOL = "run-clang-tidy-14"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # run-clang-tidy insists on it
# The database is g++'s: clang counts sign conversions to -Wconversion, g++ does not; nor does it know all of g++'s warnings.
EXTRA = ["-extra-arg=-Wno-sign-conversion", "-extra-arg=-Wno-unknown-warning-option"]


def ours(build_dir, pattern):
    """The files of the compile database that match `pattern` below the repository."""
    database = json.loads(pathlib.Path(build_dir, "compile_commands.json").read_text(encoding="utf-8"))
    files = {os.path.normpath(os.path.join(entry["directory"], entry["file"])) for entry in database}
    build = os.path.realpath(build_dir) + os.sep
    chosen = []
    for file in sorted(files):
        below = os.path.relpath(file, common.ROOT)
        if not os.path.realpath(file).startswith(build) and re.match(pattern, below):
            chosen.append(file)
    return chosen


def findings(build_dir, files):
    expressions = ["^" + re.escape(file) + "$" for file in files]
    run = subprocess.run([TOOL, "-quiet", *EXTRA, "-p", build_dir, "-j", str(os.cpu_count()), *expressions],
                         capture_output=True, text=True, check=False)
    output = COLOUR.sub("", run.stdout)
    found = [line for line in output.splitlines() if re.search(r": (error|warning): ", line)]
    return sorted(set(found)) or ([output + run.stderr] if run.returncode else [])


if __name__ == "__main__":
    chosen_files = ours(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ".")
    if not chosen_files:
        common.finish(["no file to look at"], "clang-tidy")
    common.finish(findings(sys.argv[1], chosen_files), f"clang-tidy of {len(chosen_files)} files")
