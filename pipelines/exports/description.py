"""What is said of a node and of a link in one paragraph: what it is, how sure that is, and where it was read."""

from collections.abc import Iterable, Sequence

from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.schema import Layer
from pipelines.exports.titles import single_line

_SHOWN = (
    ("title", "title"),
    ("role", "role"),
    ("kind", "kind"),
    ("language", "language"),
    ("protocol", "protocol"),
    ("broker", "broker"),
    ("version", "version"),
    ("table", "table"),
    ("group", "group"),
    ("category", "category"),
    ("status", "status"),
    ("severity", "severity"),
    ("date", "date"),
    ("operation_id", "operation"),
    ("request", "request"),
    ("response", "response"),
    ("fields", "fields"),
    ("system", "system"),
    ("domain", "domain"),
    ("owner", "owner"),
    ("oncall", "on call"),
    ("aliases", "also called"),
)
_PLACES = 2
_LONGEST = 200
_UNSURE_FIRST = (Layer.PARSED, Layer.DECLARED, Layer.OBSERVED, Layer.EXTRACTED)
"""The order in which layers speak for a node."""


def describe_node(node: Node, edges: Sequence[Edge]) -> str:
    """`Service orders. language: java. …  Parsed, confidence 1, read in shop:orders/pom.xml.` `edges` are those at the node."""
    text = str(node.properties.get("text", ""))
    said = [f"{node.label} {single_line(text or node.name)}"]
    said += [f"{word}: {text}" for name, word in _SHOWN if (text := _value(node.properties.get(name, "")))]
    said.append(_source(node, edges))
    return ". ".join(part.rstrip(".") for part in said if part) + "."


def describe_link(edges: Sequence[Edge]) -> str:
    """The layers of one link (same ends, same type): what it means, then for each layer its confidence and places.

    The ends are not named: tables have columns for them, and a model pays for each word.
    """
    first = edges[0]
    kinds = sorted({kind for edge in edges for kind in _texts(edge.properties.get("kinds", ()))})
    others = [
        f"{name}: {text}"
        for name, value in sorted(first.properties.items())
        if name != "kinds" and (text := _value(value))
    ]
    detail = "; ".join([", ".join(kinds), *others] if kinds else others)
    layers = " ".join(
        f"{str(edge.layer).capitalize()}, confidence {edge.confidence:g}{_places(edge.evidence)}." for edge in edges
    )
    return f"{first.type}{f' ({detail})' if detail else ''}. {layers}"


def place(evidence: Evidence) -> str:
    """`repo:path:line`, without the line where a whole file is meant, and the repository alone where it is all of it."""
    where = ":".join(part for part in (evidence.repo, evidence.path) if part)
    return single_line(f"{where}:{evidence.line}" if evidence.line else where)


def _places(evidence: Sequence[Evidence]) -> str:
    if not evidence:
        return ""
    told = [
        f"{place(item)} by {item.rule}" + (f' "{single_line(item.quote)[:_LONGEST]}"' if item.quote else "")
        for item in evidence[:_PLACES]
    ]
    more = f" and {len(evidence) - _PLACES} more" if len(evidence) > _PLACES else ""
    return f", read in {'; '.join(told)}{more}"


def _source(node: Node, edges: Sequence[Edge]) -> str:
    best = min(
        edges,
        key=lambda edge: (-edge.confidence, _UNSURE_FIRST.index(edge.layer), edge.source, edge.target),
        default=None,
    )
    sure = f"{str(best.layer).capitalize()}, confidence {best.confidence:g}" if best else "No link is known"
    path = str(node.properties.get("path", "") or node.properties.get("schema_uri", ""))
    if path and not path.startswith("/"):
        line = node.properties.get("line", 0)
        own = Evidence(str(node.properties.get("repo", "")), path, line if isinstance(line, int) else 0, "")
        return f"{sure}, read in {place(own)}"
    return f"{sure}, read in {place(best.evidence[0])}" if best and best.evidence else sure


def _texts(value: Property) -> Iterable[str]:
    return value if isinstance(value, tuple) else (str(value),)


def _value(value: Property) -> str:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return single_line(text)[:_LONGEST]
