"""A node with everything that is next to it, and the evidence for each edge."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import find_node
from parsed_graph.view import View

SHOWN_EDGES = 5_000
"""Of a node with more edges in one direction than this the card holds the first; the counts stay right."""


@dataclass(frozen=True, slots=True)
class Card:
    """A node and its edges, leaving and reaching, by type and other end. `counts` are of all of them, by type.

    `others` are nodes that go by the same name.
    """

    node: Node
    leaving: tuple[Edge, ...]
    reaching: tuple[Edge, ...]
    counts: Mapping[str, int]
    others: tuple[str, ...] = ()


def find_card(view: View, text: str) -> Card:
    """The card of the node that `text` names. Raises QueryError for a name that is unknown or means several nodes."""
    found = find_node(view, text)
    leaving, reaching = view.leaving(found.key), view.reaching(found.key)
    return Card(
        found.node,
        tuple(view.edges([link.key for link in leaving[:SHOWN_EDGES]])),
        tuple(view.edges([link.key for link in reaching[:SHOWN_EDGES]])),
        dict(sorted(Counter(link.type.value for link in (*leaving, *reaching)).items())),
        found.others,
    )
