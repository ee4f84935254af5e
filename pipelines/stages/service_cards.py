"""Service cards as text units: one for each service, its purpose taken from the document that introduces it."""

import re
from collections.abc import Iterable, Iterator

from parsed_graph.model import Edge, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, NodeLabel
from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.record_graph import PlacedDocument
from pipelines.retrieval.service_card import SERVICE_CARD, Neighbour, compose_card
from pipelines.stages.text_unit_rows import DocumentRow, Row, TextUnitRow

_MOST_CHARS = 500
_NO_PROSE = re.compile(r"^(#|\||```|~~~|<|!\[|\[!|---|===|\s*[-*+] |\s*\d+[.)] |.*::\s*$)")


def card_rows(graph: PropertyGraph, documents: Iterable[PlacedDocument]) -> Iterator[Row]:
    """A row for each service."""
    around = _GraphNeighbourhood(graph)
    purposes = _purposes(graph, documents)
    for service in graph.nodes(NodeLabel.SERVICE):
        card = compose_card(service, around, purposes.get(service.id, ""))
        identity = f"card:{service.id}"
        repo, path = (str(service.properties.get(name, "")) for name in ("repo", "path"))
        head = DocumentRow(identity, SERVICE_CARD, service.id, service.name, repo, path)
        unit = TextUnitRow(
            f"{identity}#1",
            identity,
            SERVICE_CARD,
            service.id,
            service.name,
            path,
            repo,
            0,
            card.text,
            (service.id, *card.members),
        )
        yield head, (unit,)


class _GraphNeighbourhood:
    def __init__(self, graph: PropertyGraph) -> None:
        self._graph = graph

    def leaving(self, node: Node) -> Iterator[Neighbour]:
        """Along edges that start at the node."""
        return self._sorted(self._graph.out_edges(node.id), is_leaving=True)

    def reaching(self, node: Node) -> Iterator[Neighbour]:
        """Along edges that end at the node."""
        return self._sorted(self._graph.in_edges(node.id), is_leaving=False)

    def _sorted(self, edges: Iterable[Edge], *, is_leaving: bool) -> Iterator[Neighbour]:
        sure = (edge for edge in edges if edge.confidence >= ANSWER_CONFIDENCE)
        for edge in sorted(sure, key=lambda one: (one.type, one.source, one.target, one.layer)):
            node = self._graph.node(edge.target if is_leaving else edge.source)
            kinds = edge.properties.get("kinds", ())
            if node is not None:
                yield Neighbour(edge.type, node, kinds if isinstance(kinds, tuple) else (str(kinds),))


def _purposes(graph: PropertyGraph, documents: Iterable[PlacedDocument]) -> dict[str, str]:
    """By service, the first words of prose in the README that lies highest in it."""
    found: dict[str, tuple[int, str, str]] = {}
    for document in documents:
        node = graph.node(document.id)
        if document.parsed.kind is DocumentKind.README and node is not None and node.service:
            words = next(filter(None, (first_prose(unit.text) for unit in document.parsed.units)), "")
            entry = (document.path.count("/"), document.path, words)
            if words and entry < found.get(node.service, (99, "", "")):
                found[node.service] = entry
    return {service: words for service, (_, _, words) in found.items()}


def first_prose(text: str) -> str:
    """The first paragraph of a Markdown text that is neither heading, table, list, image nor code."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.strip() or _NO_PROSE.match(line):
            if lines:
                break
        else:
            lines.append(line.strip())
    return " ".join(lines)[:_MOST_CHARS]
