"""`estategraph serve` as a process of its own, on a port that is free."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
_MOST_SECONDS = 60


@contextmanager
def real_server(output: Path, folder: Path) -> Iterator[str]:
    """The address of a server that was started in a folder, whose `settings.yaml` counts if there is one."""
    log = folder / "server.log"
    command = [sys.executable, "-m", "pipelines.serving.cli", "serve", "--output", str(output), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(command, cwd=folder, env=environment, stderr=errors) as server,
    ):
        try:
            yield _address(server, log)
        finally:
            server.terminate()


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + _MOST_SECONDS
    while time.monotonic() < until:
        first, newline, _ = log.read_text(encoding="utf-8").partition("\n")
        if newline:
            return first.split()[0]
        assert server.poll() is None, first
        time.sleep(0.05)
    raise AssertionError("the server did not say where it listens")
