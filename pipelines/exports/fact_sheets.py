"""Facts of each service as text with citations, so that systems which answer from texts can cite what was parsed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.render_fragment import arrow_name
from parsed_graph.schema import Layer, NodeLabel
from pipelines.exports.description import place
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.stages.text_unit_rows import DocumentRow, TextUnitRow

FACTS = "facts"
_UNIT = 5_000
"""Characters of one unit, about 1,250 tokens."""


@dataclass(frozen=True, slots=True)
class FactSheet:
    """The facts of one service, and which edges each of its units holds."""

    document: DocumentRow
    units: tuple[TextUnitRow, ...]
    edges: tuple[tuple[Edge, ...], ...]


def fact_sheets(estate: ExportedEstate) -> Iterator[FactSheet]:
    """A sheet for each service of which anything was parsed, declared or observed; what prose says stays in its own texts."""
    facts: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in estate.edges:
        service = _owner(estate, edge.source) or _owner(estate, edge.target)
        if edge.layer is not Layer.EXTRACTED and service:
            facts[service].append(edge)
    for node in estate.nodes:
        if facts.get(node.id):
            yield _sheet(estate, node, sorted(facts[node.id], key=lambda edge: _rank(estate, edge)))


def _owner(estate: ExportedEstate, node_id: str) -> str:
    node = estate.node[node_id]
    return node.id if node.label is NodeLabel.SERVICE else node.service if node.service in estate.node else ""


def _rank(estate: ExportedEstate, edge: Edge) -> tuple[bool, str, str, str]:
    """Libraries last: they are many and say least."""
    return estate.node[edge.target].label is NodeLabel.LIBRARY, edge.type, edge.source, edge.target


def _sheet(estate: ExportedEstate, service: Node, edges: Sequence[Edge]) -> FactSheet:
    identity, title = f"{FACTS}:{service.id}", f"Facts of {estate.titles[service.id]}"
    units: list[TextUnitRow] = []
    held: list[tuple[Edge, ...]] = []
    for lines, part in _pieces(estate, edges):
        text = "\n".join(
            [f"{title}; parsed with confidence 1 where nothing else is said, [where it was read]:", *lines]
        )
        units.append(TextUnitRow(f"{identity}#{len(units) + 1}", identity, FACTS, service.id, title, "", "", 0, text))
        held.append(tuple(part))
    return FactSheet(DocumentRow(identity, FACTS, service.id, title), tuple(units), tuple(held))


def _pieces(estate: ExportedEstate, edges: Sequence[Edge]) -> Iterator[tuple[list[str], list[Edge]]]:
    lines: list[str] = []
    part: list[Edge] = []
    size = 0
    for edge in edges:
        where = f" [{place(edge.evidence[0])}]" if edge.evidence else ""
        line = f"{estate.titles[edge.source]} --{arrow_name(edge)}--> {estate.titles[edge.target]}{where}"
        if lines and size + len(line) > _UNIT:
            yield lines, part
            lines, part, size = [], [], 0
        lines.append(line)
        part.append(edge)
        size += len(line) + 1
    yield lines, part
