"""A node with everything that is next to it, and the evidence for each edge."""

from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import find_node
from parsed_graph.view import View

SHOWN_EDGES = 5_000
"""A node with more edges than this is shown with the first of them; the counts stay right."""


@dataclass(frozen=True, slots=True)
class Card:
    """A node, its edges by type and other end, and how many there are. `others` are nodes that share its name."""

    node: Node
    leaving: tuple[Edge, ...]
    reaching: tuple[Edge, ...]
    leaving_count: int
    reaching_count: int
    others: tuple[str, ...] = ()


def find_card(view: View, text: str) -> Card:
    """The card of the node that `text` names. Raises QueryError for a name that is unknown or means several nodes."""
    found = find_node(view, text)
    leaving, reaching = view.leaving(found.key), view.reaching(found.key)
    return Card(
        found.node,
        tuple(view.edges([link.key for link in leaving[:SHOWN_EDGES]])),
        tuple(view.edges([link.key for link in reaching[:SHOWN_EDGES]])),
        len(leaving),
        len(reaching),
        found.others,
    )
