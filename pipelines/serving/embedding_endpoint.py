"""OpenAI's `/v1/embeddings` on the loopback interface: other tools embed their questions with the model that embedded our texts."""

import base64
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

from parsed_graph.errors import EstateError, SettingsError
from pipelines.models.embeddings import Embedder

_LONGEST = 4_000_000
"""Bytes of a request; a question has a few hundred."""


def embedding_endpoint(embedder: Embedder, port: int) -> ThreadingHTTPServer:
    """A server that answers once `serve_forever` runs; port 0 takes a free one. Raises SettingsError for a port that is taken."""
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), _handler(embedder))
    except OSError as error:
        raise SettingsError(f"127.0.0.1:{port}: {error.strerror}. Choose another one with --port") from error


def embed_reply(embedder: Embedder, request: object) -> dict[str, object]:
    """The reply to a request body. Raises ValueError for one that holds no texts."""
    texts = request.get("input") if isinstance(request, dict) else None
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(request, dict) or not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("`input` must be a text or a list of texts")
    rows = [embedder.embed_query(text).astype("<f4") for text in texts]
    packed = request.get("encoding_format") == "base64"
    data = [
        {
            "object": "embedding",
            "index": place,
            "embedding": base64.b64encode(row.tobytes()).decode() if packed else row.tolist(),
        }
        for place, row in enumerate(rows)
    ]
    tokens = sum(len(text) // 4 + 1 for text in texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "model": embedder.identity, "data": data, "usage": usage}


def _handler(embedder: Embedder) -> type[BaseHTTPRequestHandler]:
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if not length.isdigit() or int(length) > _LONGEST:
                self.close_connection = True
                self._send(413, {"error": {"message": f"a request has at most {_LONGEST} bytes, and says how many"}})
                return
            body = self.rfile.read(int(length))
            if self.path.rstrip("/") != "/v1/embeddings":
                self._send(404, {"error": {"message": "there is only /v1/embeddings"}})
                return
            try:
                with lock:
                    reply = embed_reply(embedder, json.loads(body))
            except (ValueError, RecursionError) as error:
                self._send(400, {"error": {"message": str(error), "type": "invalid_request_error"}})
            except EstateError as error:
                self._send(502, {"error": {"message": str(error)}})
            else:
                self._send(200, reply)

        def _send(self, status: int, body: object) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler
