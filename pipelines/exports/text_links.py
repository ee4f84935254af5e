"""Which texts speak of a node or a link: by the place of its evidence, by the document it stands for, by its service's facts."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from parsed_graph.model import Edge, Node
from parsed_graph.schema import EdgeType
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.fact_sheets import FactSheet

LinkKey = tuple[str, str, str]


class TextLinks:
    """Ids of units by node id and by link (source, type, target), each sorted by how well it fits: own text before others."""

    def __init__(self, estate: ExportedEstate, sheets: Iterable[FactSheet]) -> None:
        self._starts: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        self._own: defaultdict[str, list[str]] = defaultdict(list)
        for unit in estate.units:
            self._starts[unit.repo, unit.path].append((unit.line, unit.id))
            self._own[unit.document_id].append(unit.id)
        for starts in self._starts.values():
            starts.sort()
        self.links: defaultdict[LinkKey, dict[str, None]] = defaultdict(dict)
        self.nodes: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._link_evidence(estate)
        self._link_sheets(sheets)
        for node in estate.nodes:
            self._link_node(node)

    def unit_at(self, repo: str, path: str, line: int) -> str:
        """The unit that holds a line of a document, "" where there is none."""
        starts = self._starts.get((repo, path), [])
        place = bisect_right(starts, (line, "\U0010ffff")) - 1
        return starts[place][1] if place >= 0 else ""

    def _link_evidence(self, estate: ExportedEstate) -> None:
        for edge in estate.edges:
            for item in edge.evidence:
                unit = self.unit_at(item.repo, item.path, item.line)
                if unit:
                    self._add(edge, unit)

    def _link_sheets(self, sheets: Iterable[FactSheet]) -> None:
        for sheet in sheets:
            for unit, edges in zip(sheet.units, sheet.edges, strict=True):
                self._own[sheet.document.service].append(unit.id)
                for edge in edges:
                    self._add(edge, unit.id)

    def _add(self, edge: Edge, unit: str) -> None:
        self.links[edge.source, edge.type, edge.target][unit] = None
        self.nodes[edge.target][unit] = None
        if edge.type is not EdgeType.DECIDES:
            self.nodes[edge.source][unit] = None

    def _link_node(self, node: Node) -> None:
        own = dict.fromkeys(self._own.get(node.id, ()))
        if own:
            self.nodes[node.id] = own | self.nodes[node.id]
