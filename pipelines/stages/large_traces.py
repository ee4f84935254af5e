"""Trace files over the size that other files may have: read as a stream, up to a limit of their own, and cached like any file."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from parsed_graph.facts import Fact, Incomplete, ObservedSpan, SourceSpan
from parsed_graph.model import Problem
from parsed_graph.repository import SourceEntry, Walk
from parsed_graph.traces.interactions import observe
from parsed_graph.traces.trace_span import TraceSpan
from pipelines.stages.fact_cache import encode_facts
from pipelines.stages.read_batches import Read
from pipelines.stages.walk import ARTEFACTS
from pipelines.traces.large_file import SUFFIXES, file_spans, is_trace_file, lines_of

MAX_OBSERVATIONS = 20_000
_CHUNK = 1 << 20


def large_traces(walk: Walk, root: Path) -> list[SourceEntry]:
    """The large files of a checkout that are traces."""
    return [e for e in walk.large if e.uses & 1 << ARTEFACTS and e.path.endswith(SUFFIXES) and _is_trace(root / e.path)]


def without_large(problems: list[Problem], traces: list[SourceEntry], most: int) -> list[Problem]:
    """The problems of a walk, once these traces are no longer too large, or only for their own limit."""
    names = {entry.path for entry in traces}
    kept = [p for p in problems if p.path not in names or p.reason != "too-large"]
    detail = f"trace files over {most} bytes are left out: traces.megabytes in the settings"
    return [
        *kept,
        *(Problem("walk", e.path, 0, "too-large", f"{e.size} bytes; {detail}") for e in traces if e.size > most),
    ]


def read_trace(root: Path, path: str) -> Read:
    """The digest and facts of a trace file; what could be read of a broken one counts."""
    problems: list[Fact] = []
    try:
        digest = _digest(root / path)
        found = observe(_readable(root / path, path, problems))
        lines = lines_of(root / path, (o.first.span_id for o in found)) if not path.endswith(".pb") else {}
    except OSError as error:
        return "", "", encode_facts([Incomplete("unreadable", error.strerror or str(error), SourceSpan(path, 0))])
    if len(found) > MAX_OBSERVATIONS:
        detail = f"{len(found)} different interactions; those after {MAX_OBSERVATIONS} are left out"
        problems.append(Incomplete("too-large", detail, SourceSpan(path, 1)))
    facts = [
        ObservedSpan(
            o.source,
            o.target,
            o.kind,
            o.operation,
            o.count,
            o.last_seen,
            SourceSpan(path, lines.get(o.first.span_id, 1)),
        )
        for o in found[:MAX_OBSERVATIONS]
    ]
    return digest, "", encode_facts([*facts, *problems])


def _readable(file: Path, path: str, problems: list[Fact]) -> Iterator[TraceSpan]:
    try:
        yield from file_spans(file)
    except ValueError as error:
        problems.append(Incomplete("unparseable", str(error), SourceSpan(path, 1)))


def _is_trace(file: Path) -> bool:
    try:
        return is_trace_file(file)
    except OSError:
        return False


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
