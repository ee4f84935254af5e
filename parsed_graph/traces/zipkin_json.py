"""Zipkin's JSON, version 2: a list of spans, or a list of such lists."""

from collections.abc import Iterator, Mapping

from parsed_graph.traces.json_value import integer_of, mapping_of, mappings_of, text_of
from parsed_graph.traces.trace_span import TraceSpan


def zipkin_spans(payload: object) -> Iterator[TraceSpan]:
    """https://zipkin.io/zipkin-api/#/default/post_spans: times are microseconds, the other end is `remoteEndpoint`."""
    lists = [payload, *payload] if isinstance(payload, list) else []
    for spans in lists:
        for span in mappings_of(spans):
            if "localEndpoint" in span:
                yield _span(span)


def _span(span: Mapping[str, object]) -> TraceSpan:
    tags = {key: text_of(value) for key, value in mapping_of(span.get("tags")).items()}
    remote = text_of(mapping_of(span.get("remoteEndpoint")).get("serviceName"))
    if remote:
        tags.setdefault("peer.service", remote)
    return TraceSpan(
        text_of(span.get("traceId")).lower(),
        text_of(span.get("id")).lower(),
        text_of(span.get("parentId")).lower(),
        text_of(mapping_of(span.get("localEndpoint")).get("serviceName")),
        text_of(span.get("name")),
        text_of(span.get("kind")).lower(),
        integer_of(span.get("timestamp")) * 1000,
        tags,
    )
