"""Runs the receiver of traces until the time is up, or the process is told to end."""

import signal
import sys
from pathlib import Path
from types import FrameType

import click

from pipelines.serving.terminal_text import printable
from pipelines.traces.receiver import Receiver


def run_receiver(listen: str, output: Path, seconds: float) -> int:
    """How many spans arrived. An interruption ends it in good order: it is the usual way to stop."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65_535:
        raise click.UsageError("--listen wants HOST:PORT, such as 127.0.0.1:4318")
    receiver = Receiver(output, host.strip("[]"), int(port))

    def stop(number: int, frame: FrameType | None) -> None:
        receiver.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    address, bound = receiver.address
    sys.stderr.write(f"Receiving traces at http://{printable(address)}:{bound}/v1/traces; Ctrl+C ends it.\n")
    sys.stderr.flush()
    try:
        receiver.run(seconds)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return receiver.gathering.received
