"""Trace files of any size, read from disk piece by piece: lines, the elements of one JSON document, or protobuf messages."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from parsed_graph.traces.otlp_protobuf import decode_otlp
from parsed_graph.traces.payload_spans import payload_spans
from parsed_graph.traces.trace_span import TraceSpan

SUFFIXES = (".json", ".jsonl", ".ndjson", ".pb")
MAX_PIECE = 32_000_000
"""Bytes of one line, element or message; a larger one ends the reading."""
_HEAD = 256_000
_CHUNK = 1_000_000
_MARKS = (
    (b'"resourceSpans"',),
    (b'"scopeSpans"', b'"traceId"'),
    (b'"traceID"', b'"spans"'),
    (b'"localEndpoint"', b'"traceId"'),
)
_LIST = re.compile(r'"(resourceSpans|batches|data)"\s*:\s*\[')
_SPAN_ID = re.compile(rb'"(?:spanId|spanID|id)"\s*:\s*"([0-9a-zA-Z+/=]{1,64})"')
_BETWEEN = re.compile(r"[\s,]*")


def is_trace_file(path: Path) -> bool:
    """Whether a file opens as traces do."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if path.suffix == ".pb":
        return b"service.name" in head
    return any(all(mark in head for mark in marks) for marks in _MARKS)


def file_spans(path: Path) -> Iterator[TraceSpan]:
    """The spans of a file in order. Raises ValueError where it can be read no further."""
    for payload in _messages(path) if path.suffix == ".pb" else _documents(path):
        yield from payload_spans(payload)


def lines_of(path: Path, span_ids: Iterable[str]) -> dict[str, int]:
    """The line on which each of these ids stands first."""
    wanted, found = set(span_ids), dict[str, int]()
    with path.open("rb") as file:
        for number, line in enumerate(_bounded_lines(file), 1):
            for match in _SPAN_ID.finditer(line):
                name = match[1].decode("ascii", "replace").lower()
                if name in wanted:
                    found.setdefault(name, number)
    return found


def _bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines; of a long one only what fits in a chunk at a time, which all count as one."""
    pending = b""
    while chunk := file.readline(_CHUNK):
        pending = chunk if not pending else pending[-200:] + chunk
        if chunk.endswith(b"\n"):
            yield pending
            pending = b""
        else:
            # An id that spans two chunks is still whole in one of them: 200 bytes overlap.
            found = _SPAN_ID.findall(pending)
            pending = b" ".join(b'"id":"' + name + b'"' for name in found) + pending[-200:]
    if pending:
        yield pending


def _documents(path: Path) -> Iterator[object]:
    with path.open(encoding="utf-8", errors="replace") as file:
        first = file.readline(_CHUNK)
        is_lines = _parses(first)
        file.seek(0)
        yield from _lines(file) if is_lines else _elements(file)


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _lines(file: TextIO) -> Iterator[object]:
    broken = 0
    while line := file.readline(MAX_PIECE):
        try:
            if line.strip():
                yield json.loads(line)
        except (ValueError, RecursionError):
            broken += 1
    if broken:
        raise ValueError(f"{broken} lines are not JSON")


def _elements(file: TextIO) -> Iterator[object]:
    """Each element of the lists that hold spans, as a document of its own; Zipkin's list has no name."""
    text, name = file.read(_CHUNK), ""
    start = len(text) - len(text.lstrip())
    at = start + 1 if text[start : start + 1] == "[" else -1
    decoder = json.JSONDecoder()
    while True:
        if at < 0:
            match = _LIST.search(text)
            if match is None:
                chunk = file.read(_CHUNK)
                if not chunk:
                    return
                text = text[-100:] + chunk
                continue
            name, at = match[1], match.end()
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if text[at : at + 1] == "]":
            text, at = text[at + 1 :], -1
            continue
        try:
            element, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            text, at = text[at:], 0
            chunk = file.read(_CHUNK)
            if not chunk or len(text) > MAX_PIECE:
                if text.strip():
                    raise ValueError(f"not JSON: {error}") from error
                return
            text += chunk
            continue
        yield {name: [element]} if name else [element]
        if at > _CHUNK:
            text, at = text[at:], 0


def _messages(path: Path) -> Iterator[object]:
    """One message after another: each ResourceSpans of a TracesData, or each request with its length before it."""
    with path.open("rb") as file:
        is_framed = file.read(1) != b"\x0a"
        file.seek(0)
        while head := file.read(4 if is_framed else 1):
            size = int.from_bytes(head, "big") if is_framed else _varint(file)
            body = file.read(size) if 0 < size <= MAX_PIECE else b""
            if not body or len(body) < size or (not is_framed and head != b"\x0a"):
                raise ValueError("neither OTLP nor OTLP with lengths")
            whole = body if is_framed else head + _encoded(size) + body
            yield from decode_otlp(whole)


def _varint(file: BinaryIO) -> int:
    value = shift = 0
    while shift < 64 and (byte := file.read(1)):
        value |= (byte[0] & 0x7F) << shift
        shift += 7
        if byte[0] < 0x80:
            return value
    return 0


def _encoded(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
