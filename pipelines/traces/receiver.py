"""An OTLP/HTTP receiver: `POST /v1/traces` in protobuf or JSON, gzip or plain; what it learns goes into the next run.

https://opentelemetry.io/docs/specs/otlp/#otlphttp
"""

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from parsed_graph.errors import SettingsError
from parsed_graph.traces.otlp_json import otlp_spans
from parsed_graph.traces.otlp_protobuf import decode_otlp
from parsed_graph.traces.trace_span import TraceSpan
from pipelines.traces.gathering import Gathering
from pipelines.traces.received import keep_observations

MAX_BODY = 16_000_000
"""Bytes of one request, and of what it unpacks to."""
MAX_REQUESTS = 16
"""How many requests are read at once; others wait for their turn or are told to come again."""
_PROTOBUF, _JSON = "application/x-protobuf", "application/json"
_SETTLE_SECONDS = 2.0
_READ_SECONDS = 10.0
_MAX_TEXT = 300


class Receiver:
    """Listens until it is stopped; what it gathered is then kept."""

    def __init__(self, output: Path, host: str, port: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._output, self._clock = output, clock
        self.gathering = Gathering()
        try:
            self._server = ThreadingHTTPServer((host, port), _handler(self._take))
        except OSError as error:
            raise SettingsError(
                f"cannot listen on {host}:{port}: {error.strerror or error}. Choose another --listen"
            ) from error
        self._server.daemon_threads = True
        self._stopped = threading.Event()

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        host, port = self._server.server_address[:2]
        return str(host), int(port)

    def run(self, seconds: float = 0.0) -> None:
        """Serves until `stop`, or for so many seconds."""
        serving = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        serving.start()
        ends = self._clock() + seconds if seconds else float("inf")
        try:
            while self._clock() < ends and not self._stopped.wait(min(_SETTLE_SECONDS, max(ends - self._clock(), 0))):
                self._keep(self.gathering.settle(self._clock()))
        finally:
            self._server.shutdown()
            self._server.server_close()
            self._keep(self.gathering.settle(self._clock(), quiet=-1.0))

    def stop(self) -> None:
        """Ends `run`."""
        self._stopped.set()

    def _take(self, spans: Iterable[TraceSpan]) -> None:
        self.gathering.add(spans, self._clock())
        if self.gathering.is_full:
            self._keep(self.gathering.settle(self._clock()))

    def _keep(self, found: Iterable[object]) -> None:
        kept = [o for o in found if _is_short(o)]
        if kept:
            with _WRITING:
                keep_observations(self._output, kept)  # type: ignore[arg-type]  # just filtered


_WRITING = threading.Lock()
_READING = threading.BoundedSemaphore(MAX_REQUESTS)


def _is_short(observation: object) -> bool:
    """Names of such length are no names: a sender must not fill the disk with them."""
    return all(len(str(getattr(observation, name))) <= _MAX_TEXT for name in ("source", "target", "operation"))


class _RefusedError(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def _handler(take: Callable[[Iterable[TraceSpan]], None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "estategraph"
        sys_version = ""
        timeout = _READ_SECONDS

        def do_POST(self) -> None:
            try:
                if self.path.partition("?")[0] != "/v1/traces":
                    raise _RefusedError(404, "only /v1/traces is received")
                kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
                if kind not in (_PROTOBUF, _JSON):
                    raise _RefusedError(415, f"send {_PROTOBUF} or {_JSON}")
                if not _READING.acquire(timeout=_READ_SECONDS):
                    raise _RefusedError(503, "busy")
                try:
                    body = _unpacked(self._body(), self.headers.get("Content-Encoding", "").strip().lower())
                    take(list(_spans(body, kind)))
                finally:
                    _READING.release()
            except _RefusedError as refused:
                self.close_connection = True
                self._answer(refused.status, "text/plain; charset=utf-8", str(refused).encode())
                return
            self._answer(200, kind, b"{}" if kind == _JSON else b"")

        def _body(self) -> bytes:
            length = self.headers.get("Content-Length", "")
            if not length.isdigit():
                raise _RefusedError(411, "say Content-Length")
            if int(length) > MAX_BODY:
                raise _RefusedError(413, f"more than {MAX_BODY} bytes")
            body = self.rfile.read(int(length))
            if len(body) < int(length):
                raise _RefusedError(400, "cut off")
            return body

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if status == 503:
                self.send_header("Retry-After", "1")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Requests are not logged."""

    return Handler


def _unpacked(body: bytes, encoding: str) -> bytes:
    if encoding in ("", "identity"):
        return body
    if encoding != "gzip":
        raise _RefusedError(415, "send gzip or no Content-Encoding")
    unpacking = zlib.decompressobj(wbits=31)
    try:
        found = unpacking.decompress(body, MAX_BODY)
    except zlib.error as error:
        raise _RefusedError(400, f"no gzip: {error}") from error
    if unpacking.unconsumed_tail:
        raise _RefusedError(413, f"unpacks to more than {MAX_BODY} bytes")
    if not unpacking.eof:
        raise _RefusedError(400, "gzip is cut off")
    return found


def _spans(body: bytes, kind: str) -> Iterable[TraceSpan]:
    try:
        payloads = [json.loads(body)] if kind == _JSON else decode_otlp(body)
    except (ValueError, RecursionError) as error:
        raise _RefusedError(400, f"no OTLP: {error}") from error
    return [span for payload in payloads for span in otlp_spans(payload)]
