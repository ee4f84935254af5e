"""Trace files (OTLP in JSON, JSON lines or protobuf, Jaeger, Zipkin): what one service did to another is an ObservedSpan, counted."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from parsed_graph.facts import Fact, Incomplete, ObservedSpan, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.traces.interactions import Observation, interactions, observations
from parsed_graph.traces.otlp_protobuf import decode_otlp
from parsed_graph.traces.payload_spans import payload_spans

MAX_SPANS = 200_000
MAX_OBSERVATIONS = 5_000
_SPAN_ID = re.compile(rb'"(?:spanId|spanID|id)"\s*:\s*"([0-9a-zA-Z+/=]{1,64})"')
_OTLP = (".otlp.json", ".otlp.jsonl")
"""Names that say what a file is: one that cannot be read is a problem, whatever of it is left."""
_MARKS = (
    (b'"scopeSpans"', b'"traceId"'),
    (b'"instrumentationLibrarySpans"', b'"traceId"'),
    (b'"traceID"', b'"spans"'),
    (b'"localEndpoint"', b'"traceId"'),
)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A parent in another file is not looked for: then only `peer.service` and addresses tell the other end."""
    problems: list[Incomplete] = []
    payloads: Iterable[object]
    if artefact.name.endswith(".pb"):
        payloads = _protobuf(artefact, problems)
    elif artefact.name.endswith(_OTLP) or any(all(mark in artefact.content for mark in marks) for marks in _MARKS):
        payloads = _json(artefact, problems)
    else:
        return
    spans = list(islice((span for payload in payloads for span in payload_spans(payload)), MAX_SPANS + 1))
    yield from problems
    if len(spans) > MAX_SPANS:
        detail = f"more than {MAX_SPANS} spans; the rest is left out"
        yield Incomplete("too-large", detail, SourceSpan(artefact.path, 1))
    found = observations(interactions(spans[:MAX_SPANS]))
    lines = _lines(artefact) if found else {}
    yield from (_fact(artefact, observation, lines) for observation in found[:MAX_OBSERVATIONS])
    if len(found) > MAX_OBSERVATIONS:
        detail = f"{len(found)} different interactions; those after {MAX_OBSERVATIONS} are left out"
        yield Incomplete("too-large", detail, SourceSpan(artefact.path, 1))


def _protobuf(artefact: Artefact, problems: list[Incomplete]) -> list[object]:
    """Many files are called `.pb`: only one that says it is OTLP is worth a problem."""
    try:
        return decode_otlp(artefact.content)
    except ValueError as error:
        if artefact.name.endswith(".otlp.pb"):
            problems.append(Incomplete("unparseable", f"not OTLP: {error}", SourceSpan(artefact.path, 1)))
        return []


def _json(artefact: Artefact, problems: list[Incomplete]) -> Iterator[object]:
    """One document, else one for each line; lines that are no JSON are counted."""
    try:
        yield json.loads(artefact.text)
        return
    except (ValueError, RecursionError) as error:
        problem = str(error)
    broken: list[int] = []
    lines = [(number, line) for number, line in enumerate(artefact.text.split("\n"), 1) if line.strip()]
    for number, line in lines:
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            broken.append(number)
    if broken:
        what = f"not JSON: {problem}" if len(broken) == len(lines) else f"{len(broken)} lines are not JSON"
        problems.append(Incomplete("unparseable", what, SourceSpan(artefact.path, broken[0])))


def _lines(artefact: Artefact) -> dict[str, int]:
    """The line on which each span's id stands first."""
    lines: dict[str, int] = {}
    line, at = 1, 0
    for match in _SPAN_ID.finditer(artefact.content):
        line, at = line + artefact.content.count(b"\n", at, match.start()), match.start()
        lines.setdefault(match[1].decode("ascii", "replace").lower(), line)
    return lines


def _fact(artefact: Artefact, observation: Observation, lines: dict[str, int]) -> ObservedSpan:
    return ObservedSpan(
        observation.source,
        observation.target,
        observation.kind,
        observation.operation,
        observation.count,
        observation.last_seen,
        SourceSpan(artefact.path, lines.get(observation.first.span_id, 1)),
    )


PARSER = Parser("trace_file", patterns=("*.json", "*.jsonl", "*.ndjson", "*.pb"), parse=parse)
