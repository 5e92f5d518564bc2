"""What the lints share: the files of the repository, and how findings are reported."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED_FOLDERS = {".git", "build", "node_modules", "__pycache__", ".cache"}


def read_files(folders, suffixes, root=ROOT):
    """{path below root: text} of the files with one of the suffixes; the folder "." means everything."""
    files = {}
    for folder in folders:
        for where, subfolders, names in os.walk(root / folder):
            subfolders[:] = [s for s in subfolders if s not in SKIPPED_FOLDERS and not s.startswith("build-")]
            for name in names:
                path = pathlib.Path(where, name)
                if path.suffix in suffixes and path.is_file():
                    files[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
    return dict(sorted(files.items()))


def numbered(text):
    return enumerate(text.splitlines(), start=1)


def finish(findings, what):
    """Prints the findings and ends the process: 1 if there are any."""
    for finding in findings:
        print(finding)
    print(f"{what}: {len(findings)} findings" if findings else f"{what}: fine")
    sys.exit(1 if findings else 0)
