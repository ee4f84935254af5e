"""The spans of a decoded document, whichever of the formats it has."""

from collections.abc import Iterator

from parsed_graph.traces.jaeger_json import jaeger_spans
from parsed_graph.traces.otlp_json import otlp_spans
from parsed_graph.traces.trace_span import TraceSpan
from parsed_graph.traces.zipkin_json import zipkin_spans


def payload_spans(payload: object) -> Iterator[TraceSpan]:
    """OTLP, Jaeger and Zipkin tell themselves apart by their keys."""
    for item in payload if isinstance(payload, list) else [payload]:
        yield from otlp_spans(item)
        yield from jaeger_spans(item)
    yield from zipkin_spans(payload)
