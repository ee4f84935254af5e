"""A model server on the loopback interface that speaks OpenAI's and Anthropic's wire formats, and can misbehave on demand."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

EMPTY_FORM = '{"affected_services": [], "referenced_adrs": [], "decisions": []}'


@dataclass(frozen=True)
class Act:
    """What the server does with one call. `status` other than 200 is an error; `cut` ends a stream in the middle."""

    text: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut: bool = False
    refuse: str = ""
    truncate: bool = False


@dataclass(frozen=True)
class Call:
    """A call as it came in: the path, the body, the instructions, the conversation as (role, text)."""

    path: str
    body: dict[str, Any]
    system: str
    messages: tuple[tuple[str, str], ...]


class LoopbackModel:
    """`answer` gives the text of a reply; acts in `script` come first, one for each call to a model."""

    def __init__(self) -> None:
        self.answer: Callable[[Call], str] = lambda call: EMPTY_FORM
        self.script: deque[Act] = deque()
        self.calls: list[Call] = []
        self.formats = {"json_schema", "json_object", "tool"}
        self.batches: dict[str, list[dict[str, Any]]] = {}
        self.files: dict[str, str] = {}
        self.batch_looks_before_done = 0
        self.in_flight = self.most_in_flight = 0
        self._looks: dict[str, int] = {}
        self._lock = threading.Lock()
        self._server = _QuietServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        """`http://127.0.0.1:<port>`: Anthropic's base URL; OpenAI's has `/v1` behind it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()

    def next_act(self, call: Call) -> Act:
        """Takes down the call and says what to do."""
        with self._lock:
            self.calls.append(call)
            act = self.script.popleft() if self.script else Act()
        return (
            act
            if act.text is not None
            else Act(self.answer(call), act.status, act.headers, act.delay, act.cut, act.refuse, act.truncate)
        )

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Counts how many calls are being answered at once."""
        with self._lock:
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            yield
        finally:
            with self._lock:
                self.in_flight -= 1

    def is_done(self, batch_id: str) -> bool:
        """Whether a batch has been looked at often enough."""
        self._looks[batch_id] = self._looks.get(batch_id, 0) + 1
        return self._looks[batch_id] > self.batch_looks_before_done


class _QuietServer(ThreadingHTTPServer):
    """Says nothing when a client goes away, which a time-out makes it do."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        pass


def _handler(model: LoopbackModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            if self.path == "/v1/files":
                self._upload(raw)
                return
            body = json.loads(raw or b"{}")
            if self.path == "/v1/batches":
                self._openai_batch(body)
            elif self.path == "/v1/messages/batches":
                self._anthropic_batch(body)
            else:
                with model.counting():
                    self._answer(body)

        def do_GET(self) -> None:
            parts = self.path.split("?")[0].strip("/").split("/")
            if parts[1] == "files":
                self._send(200, model.files[parts[2]].encode(), "application/octet-stream")
            elif parts[1] == "batches":
                self._openai_batch_state(parts[2])
            elif parts[-1] == "results":
                lines = "".join(json.dumps(_anthropic_result(model, entry)) + "\n" for entry in model.batches[parts[3]])
                self._send(200, lines.encode(), "application/x-jsonl")
            else:
                self._json(200, _anthropic_batch_state(model, model.address, parts[3]))

        def _answer(self, body: dict[str, Any]) -> None:
            call = _call(self.path, body)
            if self.path == "/v1/chat/completions" and not _accepted(body, model.formats):
                model.calls.append(call)
                self._json(
                    400,
                    {"error": {"message": "this response_format is not supported", "type": "invalid_request_error"}},
                )
                return
            act = model.next_act(call)
            time.sleep(act.delay)
            if act.status != 200:
                error = {
                    "type": "error",
                    "error": {"type": "overloaded_error", "message": "scripted", "code": None, "param": None},
                }
                self._json(act.status, error, act.headers)
            elif self.path == "/v1/responses":
                self._responses(body, act)
            elif self.path == "/v1/messages":
                self._messages(body, act)
            elif body.get("stream"):
                self._chat_stream(body, act)
            else:
                self._json(200, _chat(body, act))

        def _chat_stream(self, body: dict[str, Any], act: Act) -> None:
            head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
            deltas = [
                {"role": "assistant", "content": ""},
                *({"content": piece} for piece in _pieces_of(act.text or "")),
            ]
            chunks = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
            if not act.cut:
                finish = "length" if act.truncate else "stop"
                chunks.append(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
            lines = [f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks]
            self._stream_lines([*lines, *([] if act.cut else [b"data: [DONE]\n\n"])], act.cut)

        def _responses(self, body: dict[str, Any], act: Act) -> None:
            response = openai_response(body, act)
            if not body.get("stream"):
                self._json(200, response)
                return
            events: list[tuple[str, dict[str, Any]]] = [
                ("response.created", {"response": response | {"status": "in_progress", "output": []}})
            ]
            places = {"item_id": "m", "output_index": 0, "content_index": 0, "logprobs": []}
            events += [
                ("response.output_text.delta", {"delta": piece, **places}) for piece in _pieces_of(act.text or "")
            ]
            if not act.cut:
                name = "response.incomplete" if act.truncate else "response.completed"
                events.append((name, {"response": response}))
            self._stream(
                [(name, {"type": name, "sequence_number": i, **data}) for i, (name, data) in enumerate(events)], act.cut
            )

        def _messages(self, body: dict[str, Any], act: Act) -> None:
            message = anthropic_message(body, act)
            if not body.get("stream"):
                self._json(200, message)
                return
            start = message | {"content": [], "stop_reason": None, "usage": message["usage"] | {"output_tokens": 1}}
            events: list[tuple[str, dict[str, Any]]] = [("message_start", {"message": start})]
            events.append(("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}))
            deltas = [{"type": "text_delta", "text": piece} for piece in _pieces_of(act.text or "")]
            events += [("content_block_delta", {"index": 0, "delta": delta}) for delta in deltas]
            if not act.cut:
                events.append(("content_block_stop", {"index": 0}))
                delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
                events.append(
                    ("message_delta", {"delta": delta, "usage": {"output_tokens": message["usage"]["output_tokens"]}})
                )
                events.append(("message_stop", {}))
            self._stream([(name, {"type": name, **data}) for name, data in events], act.cut)

        def _stream(self, events: list[tuple[str, dict[str, Any]]], cut: bool) -> None:
            self._stream_lines([f"event: {name}\ndata: {json.dumps(data)}\n\n".encode() for name, data in events], cut)

        def _stream_lines(self, chunks: list[bytes], cut: bool) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for chunk in chunks:
                self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            if cut:
                self.close_connection = True
                self.wfile.flush()
                self.connection.close()
                return
            self.wfile.write(b"0\r\n\r\n")

        def _upload(self, raw: bytes) -> None:
            boundary = self.headers["content-type"].split("boundary=")[1].strip('"').encode()
            part = next(p for p in raw.split(b"--" + boundary) if b'name="file"' in p)
            name = f"file-{len(model.files) + 1}"
            model.files[name] = part.split(b"\r\n\r\n", 1)[1].rstrip(b"\r\n").decode()
            self._json(
                200,
                {
                    "id": name,
                    "object": "file",
                    "bytes": len(raw),
                    "created_at": 1,
                    "filename": "requests.jsonl",
                    "purpose": "batch",
                    "status": "processed",
                },
            )

        def _openai_batch(self, body: dict[str, Any]) -> None:
            lines = [json.loads(line) for line in model.files[body["input_file_id"]].splitlines()]
            name = f"batch_{len(model.batches) + 1}"
            model.batches[name] = lines
            self._json(200, _openai_batch_object(name, body["input_file_id"], "validating", None))

        def _openai_batch_state(self, name: str) -> None:
            if name not in model.batches:
                self._json(404, {"error": {"message": "no such batch"}})
                return
            if not model.is_done(name):
                self._json(200, _openai_batch_object(name, "file-1", "in_progress", None))
                return
            output = f"{name}-output"
            if output not in model.files:
                model.files[output] = "".join(
                    json.dumps(_openai_result(model, line)) + "\n" for line in model.batches[name]
                )
            self._json(200, _openai_batch_object(name, "file-1", "completed", output))

        def _anthropic_batch(self, body: dict[str, Any]) -> None:
            name = f"msgbatch_{len(model.batches) + 1}"
            model.batches[name] = body["requests"]
            self._json(200, _anthropic_batch_object(model.address, name, "in_progress"))

        def _json(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
            self._send(status, json.dumps(body).encode(), "application/json", headers)

        def _send(self, status: int, content: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    return Handler


def _call(path: str, body: dict[str, Any]) -> Call:
    system = body.get("instructions") or body.get("system") or ""
    if isinstance(system, list):
        system = "".join(block["text"] for block in system)
    turns = body.get("input") or body.get("messages") or []
    if turns and turns[0]["role"] == "system":
        system, turns = turns[0]["content"], turns[1:]
    return Call(path, body, system, tuple((turn["role"], turn["content"]) for turn in turns))


def _accepted(body: dict[str, Any], formats: set[str]) -> bool:
    form = (body.get("response_format") or {}).get("type") or ("tool" if body.get("tools") else "")
    return not form or form in formats


def _pieces_of(text: str) -> list[str]:
    return [text[i : i + 40] for i in range(0, len(text), 40)]


def openai_response(body: dict[str, Any], act: Act) -> dict[str, Any]:
    """A Responses API object."""
    content: dict[str, Any] = {"type": "output_text", "text": act.text, "annotations": []}
    if act.refuse:
        content = {"type": "refusal", "refusal": act.refuse}
    usage = {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 40, "cache_write_tokens": 0}, "output_tokens": 20,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 120}  # fmt: skip
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": body["model"], "status": "incomplete" if act.truncate else "completed",
        "error": None, "incomplete_details": {"reason": "max_output_tokens"} if act.truncate else None, "instructions": None, "metadata": {},
        "output": [{"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [content]}],
        "parallel_tool_calls": True, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0, "usage": usage,
    }  # fmt: skip


def anthropic_message(body: dict[str, Any], act: Act) -> dict[str, Any]:
    """A Messages API object."""
    stop = "refusal" if act.refuse else "max_tokens" if act.truncate else "end_turn"
    usage = {"input_tokens": 60, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 0, "output_tokens": 20}
    content = [] if act.refuse else [{"type": "text", "text": act.text}]
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": content,
            "stop_reason": stop, "stop_sequence": None, "usage": usage}  # fmt: skip


def _chat(body: dict[str, Any], act: Act) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": act.text, "refusal": act.refuse or None}
    if body.get("tools"):
        name = body["tools"][0]["function"]["name"]
        message |= {
            "content": None,
            "tool_calls": [{"id": "t", "type": "function", "function": {"name": name, "arguments": act.text}}],
        }
    finish = "length" if act.truncate else "stop"
    return {"id": "c", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [{"index": 0, "finish_reason": finish, "message": message, "logprobs": None}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120, "prompt_tokens_details": {"cached_tokens": 40}}}  # fmt: skip


def _openai_batch_object(name: str, file: str, status: str, output: str | None) -> dict[str, Any]:
    return {"id": name, "object": "batch", "endpoint": "/v1/responses", "completion_window": "24h", "created_at": 1, "input_file_id": file,
            "status": status, "output_file_id": output, "error_file_id": None}  # fmt: skip


def _openai_result(model: LoopbackModel, line: dict[str, Any]) -> dict[str, Any]:
    act = model.next_act(_call(line["url"], line["body"]))
    if act.status != 200:
        return {
            "id": "r",
            "custom_id": line["custom_id"],
            "response": {"status_code": act.status, "request_id": "r", "body": {"error": {"message": "scripted"}}},
            "error": None,
        }
    return {
        "id": "r",
        "custom_id": line["custom_id"],
        "response": {"status_code": 200, "request_id": "r", "body": openai_response(line["body"], act)},
        "error": None,
    }


def _anthropic_batch_object(address: str, name: str, status: str) -> dict[str, Any]:
    counts = {"processing": 0, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
    done = status == "ended"
    return {"id": name, "type": "message_batch", "processing_status": status, "request_counts": counts, "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z", "ended_at": "2026-01-01T01:00:00Z" if done else None, "archived_at": None, "cancel_initiated_at": None,
            "results_url": f"{address}/v1/messages/batches/{name}/results" if done else None}  # fmt: skip


def _anthropic_batch_state(model: LoopbackModel, address: str, name: str) -> dict[str, Any]:
    return _anthropic_batch_object(address, name, "ended" if model.is_done(name) else "in_progress")


def _anthropic_result(model: LoopbackModel, entry: dict[str, Any]) -> dict[str, Any]:
    act = model.next_act(_call("/v1/messages", entry["params"]))
    if act.status != 200:
        error = {"type": "error", "error": {"type": "api_error", "message": "scripted"}, "request_id": "r"}
        return {"custom_id": entry["custom_id"], "result": {"type": "errored", "error": error}}
    return {
        "custom_id": entry["custom_id"],
        "result": {"type": "succeeded", "message": anthropic_message(entry["params"], act)},
    }
