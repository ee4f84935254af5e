"""Jaeger's JSON, as its UI downloads a trace and its API answers: `data[].spans` with `processes`."""

from collections.abc import Iterator, Mapping

from parsed_graph.traces.json_value import integer_of, mapping_of, mappings_of, text_of
from parsed_graph.traces.trace_span import TraceSpan


def jaeger_spans(payload: object) -> Iterator[TraceSpan]:
    """Times are microseconds; the service is the process's; a `FOLLOWS_FROM` reference is a link."""
    root = mapping_of(payload)
    for trace in (*mappings_of(root.get("data")), root):
        processes = mapping_of(trace.get("processes"))
        for span in mappings_of(trace.get("spans")):
            process = mapping_of(span.get("process")) or mapping_of(processes.get(text_of(span.get("processID"))))
            yield _span(span, text_of(process.get("serviceName")))


def _span(span: Mapping[str, object], service: str) -> TraceSpan:
    parent, links = text_of(span.get("parentSpanID")).lower(), []
    for reference in mappings_of(span.get("references")):
        if text_of(reference.get("refType")) == "CHILD_OF":
            parent = parent or text_of(reference.get("spanID")).lower()
        else:
            links.append((text_of(reference.get("traceID")).lower(), text_of(reference.get("spanID")).lower()))
    tags = {text_of(tag.get("key")): text_of(tag.get("value")) for tag in mappings_of(span.get("tags"))}
    return TraceSpan(
        text_of(span.get("traceID")).lower(),
        text_of(span.get("spanID")).lower(),
        parent,
        service,
        text_of(span.get("operationName")),
        tags.get("span.kind", ""),
        integer_of(span.get("startTime")) * 1000,
        tags,
        tuple(links),
    )
