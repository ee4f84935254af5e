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

    def _of_edge(self, edge: Edge) -> list[int]:
        numbers = []
        for item in edge.evidence[:1]:
            key = (item.repo, item.path, str(item.line), item.rule, item.quote)
            if key not in self._numbers:
                service = self._service(edge)
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
            numbers.append(self._numbers[key])
        return numbers

    def _next(self, key: tuple[str, ...]) -> int:
        self._numbers[key] = len(self._numbers) + 1
        return self._numbers[key]

    def _service(self, edge: Edge) -> str:
        for end in (edge.source, edge.target):
            key = self._view.key(end)
            node = self._view.node(key) if key is not None else None
            if node is not None and (node.label is NodeLabel.SERVICE or node.service):
                return node.id if node.label is NodeLabel.SERVICE else node.service
        return ""

    def _contact(self, service: str) -> tuple[str, str]:
        key = self._view.key(service) if service else None
        if key is None:
            return "", ""
        properties = self._view.node(key).properties
        return str(properties.get("owner", "")), str(properties.get("oncall", ""))
