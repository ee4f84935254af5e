"""OTLP in JSON (`resourceSpans`), as the collector's file exporter, Tempo and Jaeger's v3 API write it."""

from collections.abc import Iterator, Mapping

from parsed_graph.traces.json_value import integer_of, mapping_of, mappings_of, text_of
from parsed_graph.traces.trace_span import TraceSpan

_KINDS = ("", "internal", "server", "client", "producer", "consumer")


def otlp_spans(payload: object) -> Iterator[TraceSpan]:
    """https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding: ids are hexadecimal, unlike protobuf's own JSON."""
    root = mapping_of(payload)
    for wrapper in ("result", "data", "trace"):
        root = mapping_of(root.get(wrapper)) or root
    for group in (*mappings_of(root.get("resourceSpans")), *mappings_of(root.get("batches"))):
        service = _attributes(mapping_of(group.get("resource"))).get("service.name", "")
        for key in ("scopeSpans", "instrumentationLibrarySpans"):
            for scope in mappings_of(group.get(key)):
                for span in mappings_of(scope.get("spans")):
                    yield _span(span, service)


def _span(span: Mapping[str, object], service: str) -> TraceSpan:
    links = (
        (text_of(link.get("traceId")).lower(), text_of(link.get("spanId")).lower())
        for link in mappings_of(span.get("links"))
    )
    return TraceSpan(
        text_of(span.get("traceId")).lower(),
        text_of(span.get("spanId")).lower(),
        text_of(span.get("parentSpanId")).lower().strip("0") and text_of(span.get("parentSpanId")).lower(),
        service,
        text_of(span.get("name")),
        _kind(span.get("kind")),
        integer_of(span.get("startTimeUnixNano")),
        _attributes(span),
        tuple(links),
    )


def _kind(value: object) -> str:
    """A number, or the name of the enumeration's value."""
    if isinstance(value, int):
        return _KINDS[value] if 0 <= value < len(_KINDS) else ""
    name = text_of(value).lower().removeprefix("span_kind_")
    return name if name in _KINDS else ""


def _attributes(owner: Mapping[str, object]) -> dict[str, str]:
    found = {}
    for item in mappings_of(owner.get("attributes")):
        value = mapping_of(item.get("value"))
        text = next(
            (text_of(value[key]) for key in ("stringValue", "intValue", "boolValue", "doubleValue") if key in value), ""
        )
        if text:
            found[text_of(item.get("key"))] = text
    return found
