"""A decision record or postmortem with all that hangs on it: services with quotes, its chain, references, decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType, Layer
from parsed_graph.view import Link, View

MAX_CHAIN = 100


@dataclass(frozen=True, slots=True)
class NamedService:
    """A service beside the record. `how` is governed, direct or indirect; the quote stands at `place` (`repo:path:line`)."""

    node: Node
    how: str
    layer: Layer
    confidence: float
    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class LinkedRecord:
    """A record or postmortem that this one is joined to, and the words that say so."""

    node: Node
    relation: str
    layer: Layer
    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """Something decided, with its quote."""

    text: str
    category: str
    quote: str
    place: str


@dataclass(frozen=True, slots=True)
class RecordDescription:
    """`supersedes` and `superseded_by` are whole chains, nearest first; `referenced_by` are records and postmortems."""

    node: Node
    services: tuple[NamedService, ...]
    supersedes: tuple[LinkedRecord, ...]
    superseded_by: tuple[LinkedRecord, ...]
    amends: tuple[LinkedRecord, ...]
    amended_by: tuple[LinkedRecord, ...]
    references: tuple[LinkedRecord, ...]
    referenced_by: tuple[LinkedRecord, ...]
    decisions: tuple[RecordedDecision, ...]


def describe_decision_record(view: View, node_id: str) -> RecordDescription | None:
    """Everything about an ADR or Incident node, None where the view holds no such node."""
    key = view.key(node_id)
    if key is None:
        return None
    return RecordDescription(
        view.node(key),
        _services(view, key),
        _chain(view, key, forward=True),
        _chain(view, key, forward=False),
        _linked(view, view.leaving(key, EdgeType.AMENDS), "amends", at_target=True),
        _linked(view, view.reaching(key, EdgeType.AMENDS), "amended by", at_target=False),
        _linked(view, view.leaving(key, EdgeType.REFERENCES), "", at_target=True),
        _linked(view, view.reaching(key, EdgeType.REFERENCES), "", at_target=False),
        _decisions(view, key),
    )


def description_lines(found: RecordDescription) -> Iterator[str]:
    """The description as plain text, one line each; quotes are indented below what they prove."""
    properties = found.node.properties
    title = str(properties.get("title", ""))
    yield found.node.name if title == found.node.name else f"{found.node.name}  {title}".rstrip()
    facts = [str(properties[name]) for name in ("status", "severity", "date") if properties.get(name)]
    yield f"  {', '.join(facts)}".rstrip() + f"  {properties.get('repo', '')}:{properties.get('path', '')}"
    for how in ("governed", "direct", "indirect"):
        for service in (s for s in found.services if s.how == how):
            yield f"{how:<9} {service.node.name}"
            yield from _quoted(service.quote, service.place)
    for title, records in (
        ("supersedes", found.supersedes), ("superseded by", found.superseded_by), ("amends", found.amends), ("amended by", found.amended_by),
        ("references", found.references), ("referenced by", found.referenced_by),
    ):  # fmt: skip
        for record in records:
            relation = f" ({record.relation})" if record.relation not in ("", title, "references") else ""
            yield f"{title}: {record.node.name} {record.node.properties.get('title', '')}{relation}".rstrip()
            yield from _quoted(record.quote, record.place)
    for decision in found.decisions:
        yield f"decides [{decision.category}] {decision.text}"
        yield from _quoted(decision.quote, decision.place)


def _quoted(quote: str, place: str) -> Iterator[str]:
    if quote:
        yield f"    “{quote}”  {place}"
    elif place:
        yield f"    {place}"


def _services(view: View, key: int) -> tuple[NamedService, ...]:
    found = [
        NamedService(view.node(link.source), "governed", edge.layer, edge.confidence, *_proof(edge))
        for link, edge in _edges(view, view.reaching(key, EdgeType.GOVERNED_BY))
    ]
    for link, edge in _edges(view, view.leaving(key, EdgeType.RELATES_TO)):
        impact = str(edge.properties.get("impact", "direct"))
        found.append(NamedService(view.node(link.target), impact, edge.layer, edge.confidence, *_proof(edge)))
    order = ("governed", "direct", "indirect")
    return tuple(sorted(found, key=lambda s: (order.index(s.how) if s.how in order else 3, s.node.name)))


def _chain(view: View, key: int, *, forward: bool) -> tuple[LinkedRecord, ...]:
    """What a record supersedes, and what that superseded in turn; or the other way round. A ring ends it."""
    chain: list[LinkedRecord] = []
    seen, edge_of = {key}, [key]
    while edge_of and len(chain) < MAX_CHAIN:
        here = edge_of.pop(0)
        links = view.leaving(here, EdgeType.SUPERSEDES) if forward else view.reaching(here, EdgeType.SUPERSEDES)
        for link, edge in _edges(view, links):
            other = link.target if forward else link.source
            if other not in seen:
                seen.add(other)
                edge_of.append(other)
                chain.append(LinkedRecord(view.node(other), "", edge.layer, *_proof(edge)))
    return tuple(chain)


def _linked(view: View, links: Sequence[Link], relation: str, *, at_target: bool) -> tuple[LinkedRecord, ...]:
    return tuple(
        LinkedRecord(
            view.node(link.target if at_target else link.source),
            relation or str(edge.properties.get("relation", "")),
            edge.layer,
            *_proof(edge),
        )
        for link, edge in _edges(view, links)
    )


def _decisions(view: View, key: int) -> tuple[RecordedDecision, ...]:
    found = []
    for link, edge in _edges(view, view.leaving(key, EdgeType.DECIDES)):
        node = view.node(link.target)
        line = node.properties.get("line", 0)
        found.append(
            (
                int(line) if isinstance(line, int) else 0,
                RecordedDecision(
                    str(node.properties.get("text", node.name)),
                    str(node.properties.get("category", "other")),
                    *_proof(edge),
                ),
            )
        )
    return tuple(decision for _, decision in sorted(found, key=lambda pair: (pair[0], pair[1].text)))


def _edges(view: View, links: Sequence[Link]) -> list[tuple[Link, Edge]]:
    return list(zip(links, view.edges([link.key for link in links]), strict=True))


def _proof(edge: Edge) -> tuple[str, str]:
    """The first quote of an edge and where it stands."""
    if not edge.evidence:
        return "", ""
    first = next((e for e in edge.evidence if e.quote), edge.evidence[0])
    return first.quote, f"{first.repo}:{first.path}:{first.line}"
