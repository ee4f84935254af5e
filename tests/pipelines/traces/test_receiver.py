"""A live receiver: what services send is in the next run; what is too large, malformed or elsewhere is refused."""

import gzip
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.facts import Incomplete, ObservedSpan
from parsed_graph.traces.payload_spans import payload_spans
from pipelines.traces import received
from pipelines.traces.gathering import Gathering
from pipelines.traces.received import keep_observations, received_digest, received_facts
from pipelines.traces.receiver import MAX_BODY, Receiver
from tests.pipelines.traces.test_large_file import calls

JSON, PROTOBUF = "application/json", "application/x-protobuf"


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    running = Receiver(tmp_path, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run)
    thread.start()
    yield running
    running.stop()
    thread.join(timeout=10)


def post(receiver: Receiver, body: bytes, kind: str = JSON, path: str = "/v1/traces", **headers: str) -> int:
    connection = http.client.HTTPConnection(*receiver.address, timeout=5)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", path, body, {"Content-Type": kind, **named})
    status = connection.getresponse().status
    connection.close()
    return status


def stopped(receiver: Receiver, output: Path) -> list[tuple[str, str, str, int, str]]:
    """What is kept once the receiver has ended."""
    receiver.stop()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(timeout=10)
    facts = [fact for _, found in received_facts(output) for fact in found]
    return [(f.source, f.target, f.operation, f.count, f.last_seen) for f in facts if isinstance(f, ObservedSpan)]


def test_spans_of_one_trace_are_joined_across_requests_and_encodings(receiver: Receiver, tmp_path: Path) -> None:
    client, server = calls(1)
    assert post(receiver, json.dumps({"resourceSpans": [client]}).encode()) == 200
    packed = gzip.compress(json.dumps({"resourceSpans": [server]}).encode())
    assert post(receiver, packed, Content_Encoding="gzip") == 200

    assert stopped(receiver, tmp_path) == [("orders", "stock", "GET /stock", 1, "2025-11-24")]


def test_protobuf_is_received(receiver: Receiver, tmp_path: Path) -> None:
    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2, len(content)]) + content

    def attribute(key: bytes, value: bytes) -> bytes:
        return field(1, key) + field(2, field(1, value))

    attributes = field(9, attribute(b"peer.service", b"mail")) + field(9, attribute(b"http.method", b"POST"))
    span = field(1, b"\1" * 16) + field(2, b"\2" * 8) + field(5, b"send") + b"\x30\x03" + attributes
    resource = field(1, attribute(b"service.name", b"orders"))
    body = field(1, field(1, resource) + field(2, field(2, span)))

    assert post(receiver, body, PROTOBUF) == 200
    assert stopped(receiver, tmp_path) == [("orders", "mail", "POST", 1, "")]


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b"\x0a\xff", {"kind": PROTOBUF}, 400),
        (b"{}", {"kind": "text/plain"}, 415),
        (b"{}", {"path": "/v1/logs"}, 404),
        (b"{}", {"Content_Encoding": "br"}, 415),
        (b"no gzip", {"Content_Encoding": "gzip"}, 400),
        (gzip.compress(b"{}")[:-6], {"Content_Encoding": "gzip"}, 400),
        (gzip.compress(b" " * (MAX_BODY + 1)), {"Content_Encoding": "gzip"}, 413),
        (b"", {"Content_Length": str(MAX_BODY + 1)}, 413),
        (b"null", {}, 200),
    ],
    ids=range(11),
)
def test_what_is_no_trace_or_too_large_is_refused(
    receiver: Receiver, body: bytes, headers: dict[str, str], status: int
) -> None:
    assert post(receiver, body, **headers) == status


def test_an_address_that_is_taken_says_so(receiver: Receiver, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot listen"):
        Receiver(tmp_path, *receiver.address)


def test_a_trace_waits_until_it_is_quiet_and_no_longer_than_memory_allows() -> None:
    gathering = Gathering(most=3)
    client, server = (list(payload_spans({"resourceSpans": [each]})) for each in calls(1))
    gathering.add(client, now=0.0)
    assert gathering.settle(now=5.0) == []
    gathering.add(server, now=5.0)
    assert gathering.settle(now=12.0) == []
    assert [(o.source, o.count) for o in gathering.settle(now=16.0)] == [("orders", 1)]

    gathering.add([*client, *server] * 2, now=20.0)
    assert gathering.is_full
    assert len(gathering.settle(now=20.0)) == 1


def test_days_add_up_and_a_flood_of_operations_is_cut_with_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parsed_graph.traces.interactions import interactions, observations

    found = observations(interactions(list(payload_spans({"resourceSpans": calls(2)}))))
    before = received_digest(tmp_path)
    keep_observations(tmp_path, found)
    keep_observations(tmp_path, found)
    [(_, facts)] = received_facts(tmp_path)
    assert [fact.count for fact in facts if isinstance(fact, ObservedSpan)] == [4]
    assert received_digest(tmp_path) != before

    monkeypatch.setattr(received, "MAX_A_DAY", 0)
    keep_observations(tmp_path, [found[0].__class__("a", "b", "http", "GET", 3, "2025-11-24", found[0].first)])
    [(_, facts)] = received_facts(tmp_path)
    assert [fact.reason for fact in facts if isinstance(fact, Incomplete)] == ["too-large"]


def test_a_spoilt_file_is_a_problem_and_no_exception(tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "observed"
    folder.mkdir(parents=True)
    (folder / "2025-11-24.jsonl").write_text(
        '{"source": "a", "target": "b", "kind": "http", "count": 2}\n[\n{"x": 1}\n'
    )

    [(_, facts)] = received_facts(tmp_path)

    assert [type(fact) for fact in facts] == [ObservedSpan, Incomplete, Incomplete]
