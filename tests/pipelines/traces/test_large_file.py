"""Trace files over 1 MB are read piece by piece, in each of their formats, and say what a small one would."""

import json
from pathlib import Path
from typing import Any

import pytest

from parsed_graph.facts import Fact, Incomplete, ObservedSpan
from parsed_graph.repository import MAX_FILE_BYTES
from parsed_graph.traces.interactions import observe
from pipelines.stages.fact_cache import decode_facts
from pipelines.stages.large_traces import read_trace
from pipelines.traces import large_file
from pipelines.traces.large_file import file_spans, is_trace_file

DAY = 1_764_000_000_000_000_000  # 2025-11-24


def span(number: int, kind: int, parent: int = 0, **attributes: str) -> dict[str, Any]:
    named = [{"key": key.replace("_", "."), "value": {"stringValue": value}} for key, value in attributes.items()]
    return {
        "traceId": f"{number // 2:032x}", "spanId": f"{number + 1:016x}", "parentSpanId": f"{parent:016x}" if parent else "",
        "name": "GET /stock", "kind": kind, "startTimeUnixNano": str(DAY + number), "attributes": named,
    }  # fmt: skip


def group(service: str, *spans: dict[str, Any]) -> dict[str, Any]:
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": service}}]}
    return {"resource": resource, "scopeSpans": [{"spans": list(spans)}]}


def calls(count: int) -> list[dict[str, Any]]:
    """`count` calls of stock by orders: a client's span and the server's."""
    groups = []
    for number in range(0, 2 * count, 2):
        groups.append(group("orders", span(number, 3, http_method="GET")))
        groups.append(group("stock", span(number + 1, 2, number + 1, http_method="GET", http_route="/stock")))
    return groups


def seen(facts: bytes | None) -> list[tuple[str, str, str, int, int]]:
    found: list[Fact] = decode_facts(facts or b"\x90")
    return [(f.source, f.target, f.operation, f.count, f.span.line) for f in found if isinstance(f, ObservedSpan)]


def problems(facts: bytes | None) -> list[str]:
    return [fact.reason for fact in decode_facts(facts or b"\x90") if isinstance(fact, Incomplete)]


@pytest.mark.parametrize("name", ["lines.jsonl", "document.json", "pretty.json"])
def test_a_large_file_is_read_whole_in_every_shape_of_json(tmp_path: Path, name: str) -> None:
    groups = calls(2_000)
    text = {
        "lines.jsonl": "\n".join(json.dumps({"resourceSpans": [g]}) for g in groups),
        "document.json": json.dumps({"resourceSpans": groups}),
        "pretty.json": json.dumps({"resourceSpans": groups}, indent=1),
    }[name]
    (tmp_path / name).write_text(text)
    assert (tmp_path / name).stat().st_size > MAX_FILE_BYTES

    digest, _, facts = read_trace(tmp_path, name)

    line = {"lines.jsonl": 2, "document.json": 1, "pretty.json": 53}[name]
    assert is_trace_file(tmp_path / name)
    assert len(digest) == 64
    assert seen(facts) == [("orders", "stock", "GET /stock", 2_000, line)]
    assert problems(facts) == []


def test_jaeger_and_zipkin_documents_are_read_element_by_element(tmp_path: Path) -> None:
    jaeger = {
        "data": [
            {
                "spans": [
                    {"traceID": "1", "spanID": "a", "operationName": "call", "processID": "p1", "startTime": DAY // 1000,
                     "tags": [{"key": "span.kind", "value": "client"}, {"key": "http.method", "value": "GET"}]},
                    {"traceID": "1", "spanID": "b", "operationName": "GET /stock", "processID": "p2",
                     "startTime": DAY // 1000, "references": [{"refType": "CHILD_OF", "traceID": "1", "spanID": "a"}],
                     "tags": [{"key": "span.kind", "value": "server"}, {"key": "http.method", "value": "GET"}]},
                ],
                "processes": {"p1": {"serviceName": "orders"}, "p2": {"serviceName": "stock"}},
            }
        ]
    }  # fmt: skip
    zipkin = [
        {"traceId": "2", "id": "c", "kind": "CLIENT", "localEndpoint": {"serviceName": "stock"}, "timestamp": DAY // 1000,
         "remoteEndpoint": {"serviceName": "billing"}, "tags": {"http.method": "POST", "http.path": "/bills"}}
    ]  # fmt: skip
    (tmp_path / "jaeger.json").write_text(json.dumps(jaeger))
    (tmp_path / "zipkin.json").write_text(json.dumps(zipkin))

    assert [(s.service, s.span_id) for s in file_spans(tmp_path / "jaeger.json")] == [("orders", "a"), ("stock", "b")]
    assert [(s.service, s.span_id) for s in file_spans(tmp_path / "zipkin.json")] == [("stock", "c")]


def test_protobuf_is_read_message_by_message_with_and_without_lengths(tmp_path: Path) -> None:
    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2, len(content)]) + content

    named = field(1, b"service.name") + field(2, field(1, b"orders"))
    one = field(1, field(1, b"\x01" * 16) + field(2, b"\x02" * 8) + field(5, b"GET"))
    message = field(1, field(1, field(1, named)) + field(2, field(2, one[2:])))
    (tmp_path / "plain.pb").write_bytes(message * 3)
    (tmp_path / "framed.pb").write_bytes((len(message).to_bytes(4, "big") + message) * 2)

    assert [s.service for s in file_spans(tmp_path / "plain.pb")] == ["orders"] * 3
    assert [s.span_id for s in file_spans(tmp_path / "framed.pb")] == ["02" * 8] * 2


def test_a_broken_end_is_a_problem_and_what_stands_before_it_counts(tmp_path: Path) -> None:
    text = json.dumps({"resourceSpans": calls(10)})
    (tmp_path / "cut.json").write_text(text[:-200])

    _, _, facts = read_trace(tmp_path, "cut.json")

    assert seen(facts) == [("orders", "stock", "GET /stock", 9, 1)]
    assert problems(facts) == ["unparseable"]


def test_one_piece_beyond_the_limit_ends_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_file, "MAX_PIECE", 1_000)
    monkeypatch.setattr(large_file, "_CHUNK", 500)
    (tmp_path / "a.json").write_text('{"resourceSpans": [{"x": "' + "y" * 5_000 + '"}]}')

    with pytest.raises(ValueError, match="not JSON"):
        list(file_spans(tmp_path / "a.json"))


def test_a_stream_in_many_windows_adds_up_to_the_same() -> None:
    from parsed_graph.traces.payload_spans import payload_spans

    spans = list(payload_spans({"resourceSpans": calls(20)}))

    assert observe(spans, window=4) == observe(spans)
    assert [(o.source, o.count) for o in observe(spans)] == [("orders", 20)]
