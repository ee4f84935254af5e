"""An embedding server on the loopback interface that speaks OpenAI's wire format, and can misbehave on demand."""

import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = ("order", "payment", "parcel")


class LoopbackEmbeddings:
    """A text's vector counts WORDS in it, and its last number is 1. `script` says what becomes of the next calls:

    a status, `cut` (the connection ends within the reply), `short` (a vector is missing), `ragged` or `narrow` (other dimensions).
    """

    def __init__(self) -> None:
        self.script: deque[int | str] = deque()
        self.calls: list[dict[str, Any]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def vector(text: str) -> list[float]:
    return [*(float(text.lower().count(word)) for word in WORDS), 1.0]


def _handler(server: LoopbackEmbeddings) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.calls.append(body)
            act = server.script.popleft() if server.script else 200
            if isinstance(act, int) and act != 200:
                self._answer(act, {"error": {"message": "not now"}}, {"retry-after-ms": "1"})
                return
            rows = [vector(text) for text in body["input"]]
            if act == "short":
                rows.pop()
            elif act == "ragged":
                rows[0] = [1.0]
            elif act == "narrow":
                rows = [row[:2] for row in rows]
            data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
            self._answer(200, {"object": "list", "data": data, "model": body["model"]}, {}, is_cut=act == "cut")

        def _answer(self, status: int, value: object, headers: dict[str, str], is_cut: bool = False) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            for name, header in headers.items():
                self.send_header(name, header)
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if is_cut else content)
            if is_cut:
                self.connection.close()

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    return Handler


@contextmanager
def loopback_embeddings() -> Iterator[LoopbackEmbeddings]:
    server = LoopbackEmbeddings()
    try:
        yield server
    finally:
        server.close()
