"""A span of a distributed trace, whatever format it came in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TraceSpan:
    """Ids are lower case. `kind`: server, client, producer, consumer, internal, or "" where unsaid; `start` in Unix nanoseconds."""

    trace_id: str
    span_id: str
    parent_id: str
    service: str
    name: str
    kind: str
    start: int
    attributes: Mapping[str, str]
    links: tuple[tuple[str, str], ...] = ()


def first_attribute(span: TraceSpan, *keys: str) -> str:
    """The value of the first of these attributes that the span has, "" for none: new semantic conventions, then old ones."""
    return next((span.attributes[key] for key in keys if span.attributes.get(key)), "")
