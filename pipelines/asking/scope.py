"""What an answer may use: the view, the kinds and layers that count, the limits, and what finds text."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import shown
from parsed_graph.schema import RUNTIME_KINDS, Kind, Layer
from parsed_graph.view import Link, View
from pipelines.retrieval.hit import Retrieved
from pipelines.retrieval.limits import RetrievalLimits

_ORDER = {Layer.PARSED: 0, Layer.OBSERVED: 1, Layer.DECLARED: 2, Layer.EXTRACTED: 3}
"""The layers as answers cite them: what the code says first."""
FindText = Callable[[str, Sequence[int], frozenset[str] | None, frozenset[str] | None], Retrieved]
"""From a question, seeds, services and kinds of text to what was found."""


@dataclass(frozen=True, slots=True)
class Scope:
    """`layers` empty means all of them."""

    view: View
    find_text: FindText
    kinds: frozenset[Kind] = RUNTIME_KINDS
    limits: RetrievalLimits = field(default_factory=RetrievalLimits)
    layers: frozenset[str] = frozenset()

    def name(self, node: Node | str) -> str:
        """How a node, or the one with this id, is written."""
        if isinstance(node, str):
            key = self.view.key(node)
            return shown(self.view, self.view.node(key)) if key is not None else node
        return shown(self.view, node)

    def edges(self, links: Iterable[Link]) -> list[tuple[Link, Edge]]:
        """The edges of some links in the layers that count, with their evidence."""
        kept = [link for link in links if not self.layers or link.layer.value in self.layers]
        kept.sort(key=lambda link: _ORDER[link.layer])
        return list(zip(kept, self.view.edges([link.key for link in kept]), strict=True))

    def searched(self, what: str) -> str:
        """What a `no` says of where it looked."""
        layers = ", ".join(sorted(self.layers)) if self.layers else "all layers (parsed, observed, declared, extracted)"
        return f"Looked at {what} in {layers}, from confidence {self.view.least_confidence:g} on."


def edge_kinds(edge: Edge) -> tuple[str, ...]:
    """The kinds of a dependency."""
    kinds = edge.properties.get("kinds", ())
    return kinds if isinstance(kinds, tuple) else (str(kinds),)
