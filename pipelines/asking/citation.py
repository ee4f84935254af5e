"""Citations: each place that an answer rests on gets a number, with whom to ask about it."""

from collections.abc import Iterable
from dataclasses import dataclass

from parsed_graph.model import Edge
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.retrieval.hit import Hit


@dataclass(frozen=True, slots=True)
class Citation:
    """A place: of an edge with its rule, layer and confidence, or of a text unit with its kind as the rule."""

    number: int
    repo: str
    path: str
    line: int
    rule: str
    quote: str
    service: str
    owner: str
    oncall: str
    layer: str = ""
    confidence: float = 1.0
    edge: str = ""
    text_unit: str = ""


class Citations:
    """Numbers places in the order of first use; the same place has one number."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._numbers: dict[tuple[str, ...], int] = {}
        self.listed: list[Citation] = []

    def of_edges(self, edges: Iterable[Edge], most: int) -> list[int]:
        """Numbers for the first places of some edges, at most so many."""
        numbers: list[int] = []
        for edge in edges:
            for number in self._of_edge(edge):
                if number not in numbers:
                    numbers.append(number)
            if len(numbers) >= most:
                break
        return numbers[:most]

    def of_hit(self, hit: Hit) -> int:
        """The number of a text unit."""
        key = ("unit", hit.text_unit_id)
        if key not in self._numbers:
            owner, oncall = self._contact(hit.service)
            number = self._next(key)
            self.listed.append(
                Citation(
                    number,
                    hit.repo,
                    hit.path,
                    hit.line,
                    hit.kind,
                    "",
                    hit.service,
                    owner,
                    oncall,
                    text_unit=hit.text_unit_id,
                )
            )
        return self._numbers[key]

    def of_place(self, subject: str, place: str) -> int:
        """The number of a place that a report cites as `repo:path:line`."""
        repo, _, rest = place.partition(":")
        path, _, line = rest.rpartition(":")
        key = ("place", place)
        written = int(line) if line.isdigit() else 0
        known = next((c.number for c in self.listed if (c.repo, c.path, c.line) == (repo, path or rest, written)), 0)
        if known:
            return known
        if key not in self._numbers:
            service = self._service_of(subject.split(" ")[0])
            owner, oncall = self._contact(service)
            number = self._next(key)
            self.listed.append(
                Citation(number, repo, path or rest, written, "report", "", service, owner, oncall, edge=subject)
            )
        return self._numbers[key]

    def _of_edge(self, edge: Edge) -> list[int]:
        item = next((item for item in edge.evidence if item.path), edge.evidence[0] if edge.evidence else None)
        if item is None:
            return []
        key = (item.repo, item.path, str(item.line), item.rule, item.quote)
        if key not in self._numbers:
            service = self._service_of(edge.source) or self._service_of(edge.target)
            owner, oncall = self._contact(service)
            number = self._next(key)
            self.listed.append(
                Citation(
                    number,
                    item.repo,
                    item.path,
                    item.line,
                    item.rule,
                    item.quote,
                    service,
                    owner,
                    oncall,
                    edge.layer.value,
                    edge.confidence,
                    f"{edge.source} {edge.type} {edge.target}",
                )
            )
        return [self._numbers[key]]

    def _next(self, key: tuple[str, ...]) -> int:
        self._numbers[key] = len(self._numbers) + 1
        return self._numbers[key]

    def _service_of(self, node_id: str) -> str:
        """The id of the service that a node is or belongs to, "" for none."""
        key = self._view.key(node_id)
        if key is None:
            return ""
        node = self._view.node(key)
        return node.id if node.label is NodeLabel.SERVICE else node.service

    def _contact(self, service: str) -> tuple[str, str]:
        key = self._view.key(service) if service else None
        if key is None:
            return "", ""
        properties = self._view.node(key).properties
        return str(properties.get("owner", "")), str(properties.get("oncall", ""))
