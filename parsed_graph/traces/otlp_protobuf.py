"""OTLP in protobuf, decoded into the JSON form: just the fields that are read, so that no generated code is needed."""

from collections.abc import Iterator

# Message -> field number -> (name, kind). Kinds: a message's name, text, hex (bytes), number. Lists are marked by `*`.
# https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto
_MESSAGES: dict[str, dict[int, tuple[str, str]]] = {
    "TracesData": {1: ("resourceSpans", "*ResourceSpans")},
    "ResourceSpans": {1: ("resource", "Resource"), 2: ("scopeSpans", "*ScopeSpans")},
    "Resource": {1: ("attributes", "*KeyValue")},
    "ScopeSpans": {2: ("spans", "*Span")},
    "Span": {
        1: ("traceId", "hex"), 2: ("spanId", "hex"), 4: ("parentSpanId", "hex"), 5: ("name", "text"), 6: ("kind", "number"),
        7: ("startTimeUnixNano", "number"), 9: ("attributes", "*KeyValue"), 13: ("links", "*Link"),
    },
    "Link": {1: ("traceId", "hex"), 2: ("spanId", "hex")},
    "KeyValue": {1: ("key", "text"), 2: ("value", "AnyValue")},
    "AnyValue": {1: ("stringValue", "text"), 2: ("boolValue", "number"), 3: ("intValue", "number")},
}  # fmt: skip
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


def decode_otlp(content: bytes) -> list[object]:
    """The TracesData (or ExportTraceServiceRequests) of a file: one, or many with a four-byte length before each.

    Raises ValueError for anything else.
    """
    if content[:1] == b"\x0a":
        return [_decode(content, "TracesData")]
    return [_decode(part, "TracesData") for part in _framed(content)]


def _framed(content: bytes) -> Iterator[bytes]:
    """The collector's file exporter: https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/exporter/fileexporter."""
    at = 0
    while at < len(content):
        end = at + 4 + int.from_bytes(content[at : at + 4], "big")
        if end > len(content) or end == at + 4:
            raise ValueError("neither OTLP nor OTLP with lengths")
        yield content[at + 4 : end]
        at = end


def _decode(content: bytes, message: str) -> dict[str, object]:
    known = _MESSAGES[message]
    found: dict[str, object] = {}
    for number, value in _fields(content):
        name, kind = known.get(number, ("", ""))
        if kind.startswith("*") and isinstance(value, bytes):
            items = found.setdefault(name, [])
            if isinstance(items, list):
                items.append(_decode(value, kind[1:]))
        elif kind in _MESSAGES and isinstance(value, bytes):
            found[name] = _decode(value, kind)
        elif isinstance(value, bytes) and kind in ("text", "hex"):
            found[name] = value.hex() if kind == "hex" else value.decode("utf-8", "replace")
        elif isinstance(value, int) and kind == "number":
            found[name] = value
    return found


def _fields(content: bytes) -> Iterator[tuple[int, int | bytes]]:
    """https://protobuf.dev/programming-guides/encoding/"""
    at = 0
    while at < len(content):
        tag, at = _varint(content, at)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, at = _varint(content, at)
            yield number, value
        elif wire in (_FIXED64, _FIXED32):
            size = 8 if wire == _FIXED64 else 4
            if at + size > len(content):
                raise ValueError("cut off")
            yield number, int.from_bytes(content[at : at + size], "little")
            at += size
        elif wire == _LENGTH:
            length, at = _varint(content, at)
            if at + length > len(content):
                raise ValueError("cut off")
            yield number, content[at : at + length]
            at += length
        else:
            raise ValueError(f"no wire type {wire}")


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(content) and shift < 64:
        byte = content[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    raise ValueError("cut off")
