#!/usr/bin/python3
"""clang-format over our C++: format.py [--fix] [FILE...]; all files without arguments."""

import subprocess
import sys

import common

TOOL = "clang-format-14"


def wrongly_formatted(paths, root=common.ROOT):
    """The output of clang-format for the files that it would change."""
    run = subprocess.run([TOOL, "--dry-run", "--Werror", *paths], cwd=root, capture_output=True, text=True, check=False)
    return [line for line in run.stderr.splitlines() if "error:" in line] or ([run.stderr] if run.returncode else [])


def main(arguments):
    fix = "--fix" in arguments
    paths = [a for a in arguments if a != "--fix"]
    paths = paths or list(common.read_files(["referee", "store", "sample_bots", "tests"], {".cc", ".h"}))
    if fix:
        sys.exit(subprocess.run([TOOL, "-i", *paths], cwd=common.ROOT, check=False).returncode)
    common.finish(wrongly_formatted(paths), "clang-format (scripts/format mends it)")


if __name__ == "__main__":
    main(sys.argv[1:])
