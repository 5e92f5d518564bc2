#!/usr/bin/python3
"""shellcheck over the shell scripts of scripts/, .ci/ and tests/."""

import subprocess

import common


def shell_scripts(files):
    return [path for path, text in files.items() if text.startswith(("#!/usr/bin/env bash", "#!/bin/bash", "#!/bin/sh"))]


def findings(paths, root=common.ROOT):
    run = subprocess.run(["shellcheck", "--format=gcc", "--severity=warning", *paths],
                         cwd=root, capture_output=True, text=True, check=False)
    return run.stdout.splitlines() or ([run.stderr] if run.returncode else [])


if __name__ == "__main__":
    common.finish(findings(shell_scripts(common.read_files(["scripts", ".ci", "tests"], {"", ".sh"}))), "shellcheck")
