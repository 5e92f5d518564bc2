#!/usr/bin/python3
"""buf lint (STANDARD and COMMENTS, proto/buf.yaml) and buf format over proto/. Needs no network."""

import subprocess

import common

BUF = common.ROOT / "scripts/tools/node_modules/.bin/buf"


def findings(proto_dir):
    found = []
    for command in (["lint"], ["format", "--diff", "--exit-code"]):
        run = subprocess.run([BUF, *command], cwd=proto_dir, capture_output=True, text=True, check=False)
        if run.returncode:
            found += (run.stdout + run.stderr).splitlines()
    return found


if __name__ == "__main__":
    if not BUF.exists():
        common.finish(["buf is missing: run scripts/setup"], "buf")
    common.finish(findings(common.ROOT / "proto"), "buf")
