"""Runs the server until it is told to stop."""

import logging
import socket
import sys
from pathlib import Path

from parsed_graph.errors import SettingsError, SnapshotError
from pipelines.serving.http.app import make_app
from pipelines.serving.http.warm import warm_up
from pipelines.serving.service import Service, open_service
from pipelines.serving.terminal_text import printable
from pipelines.settings import load_settings

_KEEP_ALIVE_SECONDS = 10
_GRACE_SECONDS = 5
_WAITING = 2048


def serve(output: Path, file: Path | None, host: str | None, port: int | None) -> None:
    """Listens on an address, the settings' one unless another is given, and says on standard error what it serves.

    Raises SettingsError where the address cannot be had or must not be, as it is open to others without tokens.
    """
    import uvicorn

    from pipelines.serving.http.punctual_protocol import punctual_protocol

    chosen = load_settings(file).serve
    host = host or chosen.host
    service = open_service(output, file, host)
    listening = _listen(host, chosen.port if port is None else port)
    bound = listening.getsockname()[1]
    _log_to_standard_error()
    shown = f"[{host}]" if ":" in host else host
    asks = "bearer tokens needed" if service.asks_who else "nobody is asked who they are"
    sys.stderr.write(f"http://{shown}:{bound}  {printable(describe(service))} ({asks})\n")
    sys.stderr.flush()
    warm_up(service)
    config = uvicorn.Config(
        make_app(service, host),
        http=punctual_protocol(chosen.reading_seconds),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        h11_max_incomplete_event_size=32_768,
    )
    uvicorn.Server(config).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # From here on requests wait instead of being refused, so that the address may be told.
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        raise SettingsError(f"{host}:{port}: {error.strerror}. Choose another with --host and --port") from error
    return listening


def describe(service: Service) -> str:
    """Which snapshot a service answers from, how old it is, and whether that is too old."""
    try:
        snapshot = service.snapshots.borrow()
    except SnapshotError:
        return "no snapshot yet; answers begin once there is one. Run: estategraph index PATH"
    age = service.snapshots.age(snapshot)
    service.snapshots.give_back(snapshot)
    old = "; it is old. Run: estategraph index PATH" if age.is_stale else ""
    return f"snapshot {age.id}, {_time(age.age_seconds)} old{old}"


def _time(seconds: int) -> str:
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {name}{'s' if count > 1 else ''}"
    return f"{seconds} seconds"


def _log_to_standard_error() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
    for name in ("estategraph", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.propagate = False
    logging.getLogger("estategraph").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
