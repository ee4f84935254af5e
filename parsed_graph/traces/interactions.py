"""What spans show between services: calls by parentage, messages by links, databases and uninstrumented peers by attributes."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from ipaddress import ip_address
from itertools import islice
from urllib.parse import urlsplit

from parsed_graph.traces.trace_span import TraceSpan, first_attribute

WINDOW = 200_000
"""How many spans are in memory at once."""
_HTTP = ("http.request.method", "http.method", "url.full", "http.url", "http.route", "url.path", "http.target")
_MESSAGE_NAME = re.compile(r"(?:send|receive|process|publish) (\S+)|(\S+) (?:send|receive|process|publish)")
_ADDRESS = ("server.address", "net.peer.name", "peer.hostname")
_VALUE = re.compile(r"\d+|[0-9a-fA-F]{8,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass(frozen=True, slots=True)
class Interaction:
    """One span's worth of `source` using `target`. `kind`: http, grpc, messaging, database or other; `span` shows it."""

    source: str
    target: str
    kind: str
    operation: str
    span: TraceSpan


def interactions(spans: Sequence[TraceSpan]) -> Iterator[Interaction]:
    """Each interaction once: by the span that received it where there is one, else by the one that sent it."""
    by_id: defaultdict[tuple[str, str], list[TraceSpan]] = defaultdict(list)
    for span in spans:
        by_id[span.trace_id, span.span_id].append(span)
    answered: set[tuple[str, str]] = set()
    for span in spans:
        for sender in _senders(span, by_id):
            answered.add((sender.trace_id, sender.span_id))
            if sender.service and span.service and sender.service != span.service:
                yield Interaction(sender.service, span.service, *_received(span, sender), span)
    for span in spans:
        if span.service and (span.trace_id, span.span_id) not in answered:
            yield from _unanswered(span)


def _senders(span: TraceSpan, by_id: dict[tuple[str, str], list[TraceSpan]]) -> Iterator[TraceSpan]:
    """The spans of other services, or of the same id, that a span answers."""
    if span.kind in ("client", "producer") and not _is_receipt(span):
        return
    keys = [(span.trace_id, span.parent_id)] if span.parent_id else []
    if _is_receipt(span):
        keys += span.links
    elif span.kind == "server":
        keys.append((span.trace_id, span.span_id))  # Zipkin's two ends of a call may share one id.
    for key in dict.fromkeys(keys):
        for sender in by_id.get(key, ()):
            if sender is not span and (sender.service != span.service or sender.kind in ("client", "producer")):
                yield sender
                break


def _is_receipt(span: TraceSpan) -> bool:
    """A consumer; polling is a client's span since the conventions of 2024: https://opentelemetry.io/docs/specs/semconv/messaging/."""
    operation = first_attribute(span, "messaging.operation.type", "messaging.operation")
    return span.kind == "consumer" or operation in ("receive", "process")


def _received(span: TraceSpan, sender: TraceSpan) -> tuple[str, str]:
    """The kind and operation of what one span received from another."""
    if _is_receipt(span) or sender.kind == "producer":
        return "messaging", _destination(sender) or _destination(span)
    return _call_kind(span, sender), _operation(span) or _operation(sender)


def _unanswered(span: TraceSpan) -> Iterator[Interaction]:
    """What one end alone says: a database, a peer without instrumentation, a caller that is named."""
    peer = first_attribute(span, "peer.service")
    if span.kind in ("server", "consumer"):
        if peer and not span.parent_id and peer != span.service:
            kind = "messaging" if span.kind == "consumer" else _call_kind(span)
            yield Interaction(
                peer, span.service, kind, _destination(span) if kind == "messaging" else _operation(span), span
            )
        return
    system = first_attribute(span, "db.system.name", "db.system", "db.type")
    if system:
        yield Interaction(span.service, _database(span, system), "database", _database_operation(span), span)
    elif span.kind == "client" and not first_attribute(span, "messaging.system"):
        target = peer or _address(span)
        if target and target != span.service:
            yield Interaction(span.service, target, _call_kind(span), _operation(span), span)


def _call_kind(*spans: TraceSpan) -> str:
    for span in spans:
        if first_attribute(span, "rpc.system.name", "rpc.system"):
            return "grpc" if "grpc" in first_attribute(span, "rpc.system.name", "rpc.system") else "other"
    return "http" if any(first_attribute(span, *_HTTP) for span in spans) else "other"


def _operation(span: TraceSpan) -> str:
    """`/package.Service/Method` of gRPC, `GET /orders/{id}` of HTTP, else the span's name."""
    method = first_attribute(span, "rpc.method")
    if method:
        service = first_attribute(span, "rpc.service")
        return f"/{service}/{method}" if service and "/" not in method else f"/{method.lstrip('/')}"
    verb = first_attribute(span, "http.request.method", "http.method").upper()
    route = first_attribute(span, "http.route", "url.template") or _path(span)
    return f"{verb} {route}".strip() if verb or route else span.name


def _path(span: TraceSpan) -> str:
    """The path of a URL with its values left out: without a route, each id would be an operation of its own."""
    path = first_attribute(span, "url.path", "http.target") or _url_part(span, "path")
    segments = re.split(r"[?#]", path, maxsplit=1)[0].split("/")
    return "/".join("{}" if _VALUE.fullmatch(segment) else segment for segment in segments)


def _destination(span: TraceSpan) -> str:
    """A template where the name has values in it. Spans are called `orders send`, or `send orders` since 2024."""
    named = first_attribute(
        span,
        "messaging.destination.template",
        "messaging.destination.name",
        "messaging.destination",
        "messaging.source.name",
        "messaging.kafka.topic",
        "message_bus.destination",
    )
    by_name = _MESSAGE_NAME.fullmatch(span.name)
    return named or (next(filter(None, by_name.groups())) if by_name else "")


def _database(span: TraceSpan, system: str) -> str:
    """`postgresql://orders-db/orders`, without what the span does not say."""
    name = first_attribute(span, "db.namespace", "db.name", "db.instance")
    address = _named(first_attribute(span, *_ADDRESS, "peer.service", "net.sock.peer.name"))
    return f"{system}://{address}/{name}" if name else f"{system}://{address}" if address else system


def _database_operation(span: TraceSpan) -> str:
    verb = first_attribute(span, "db.operation.name", "db.operation")
    table = first_attribute(span, "db.collection.name", "db.sql.table", "db.mongodb.collection")
    return f"{verb} {table}".strip()


def _address(span: TraceSpan) -> str:
    """The host that a client calls."""
    host = first_attribute(span, *_ADDRESS) or _url_part(span, "hostname")
    return _named(host or first_attribute(span, "http.host").rpartition("@")[2].partition(":")[0])


def _named(host: str) -> str:
    """A host name; "" for the address of a machine, which names no service."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return "" if host == "localhost" else host
    return ""


def _url_part(span: TraceSpan, part: str) -> str:
    try:
        return getattr(urlsplit(first_attribute(span, "url.full", "http.url")), part) or ""
    except ValueError:
        return ""


@dataclass(frozen=True, slots=True)
class Observation:
    """All interactions of one source, target, kind and operation. `last_seen` is an ISO date, `first` one of their spans."""

    source: str
    target: str
    kind: str
    operation: str
    count: int
    last_seen: str
    first: TraceSpan


def observations(found: Iterable[Interaction]) -> list[Observation]:
    """Interactions added up, sorted by source, target, kind and operation."""
    groups: defaultdict[tuple[str, str, str, str], list[TraceSpan]] = defaultdict(list)
    for item in found:
        groups[item.source, item.target, item.kind, item.operation].append(item.span)
    return [
        Observation(*key, len(spans), _date(max(span.start for span in spans)), min(spans, key=lambda span: span.start))
        for key, spans in sorted(groups.items())
    ]


def observe(spans: Iterable[TraceSpan], window: int = WINDOW) -> list[Observation]:
    """The observations of a stream of any length: parents and links are looked for within a window of it."""
    found: dict[tuple[str, str, str, str], Observation] = {}
    stream = iter(spans)
    while seen := list(islice(stream, window)):
        for new in observations(interactions(seen)):
            key = (new.source, new.target, new.kind, new.operation)
            old = found.get(key)
            if old is not None:
                first = min(old.first, new.first, key=lambda span: span.start)
                last_seen = max(old.last_seen, new.last_seen)
                new = replace(new, count=old.count + new.count, last_seen=last_seen, first=first)
            found[key] = new
    return [found[key] for key in sorted(found)]


def _date(nanoseconds: int) -> str:
    if nanoseconds <= 0:
        return ""
    try:
        return datetime.fromtimestamp(nanoseconds / 1e9, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""
