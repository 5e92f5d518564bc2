"""The Python classes of proto/taki/v1, made by protoc when they are first needed.

Generated code is not shipped: what one version of protobuf generates, another refuses. `load()` runs protoc (Debian:
protobuf-compiler, protobuf-compiler-grpc) once for each state of the .proto files and keeps the result in
build/python-stubs, or where TAKI_STUBS says. Several bots may start at once.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROTO = pathlib.Path(os.environ.get("TAKI_PROTO", REPOSITORY / "proto"))


def load():
    """Makes `import taki.v1.play_service_pb2` work. Raises RuntimeError, saying what to do, if protoc fails."""
    folder = _made_from(sorted(PROTO.glob("taki/v1/*.proto")))
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _made_from(protos):
    if not protos:
        raise RuntimeError(f"no .proto files below {PROTO}: set TAKI_PROTO to the repository's folder proto/")
    state = hashlib.sha256(b"".join(path.read_bytes() for path in protos)).hexdigest()[:16]
    root = pathlib.Path(os.environ.get("TAKI_STUBS", REPOSITORY / "build/python-stubs"))
    folder = root / state
    if not folder.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        # Made beside and renamed, so that nobody ever sees half of it.
        with tempfile.TemporaryDirectory(dir=root) as beside:
            half = pathlib.Path(beside, state)
            half.mkdir()
            _run_protoc(half, protos)
            try:
                half.rename(folder)
            except OSError:
                if not folder.is_dir():  # else another bot was quicker
                    raise
    return folder


def _run_protoc(folder, protos):
    plugin = shutil.which("grpc_python_plugin")
    if plugin is None or shutil.which("protoc") is None:
        raise RuntimeError("protoc or grpc_python_plugin is missing: apt-get install protobuf-compiler protobuf-compiler-grpc")
    run = subprocess.run(
        ["protoc", f"-I{PROTO}", f"--python_out={folder}", f"--grpc_out={folder}",
         f"--plugin=protoc-gen-grpc={plugin}", *map(str, protos)],
        capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"protoc failed: {run.stderr.strip()}")
