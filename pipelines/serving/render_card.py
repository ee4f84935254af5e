"""A node's card as text."""

from collections import Counter

from parsed_graph.model import Edge
from parsed_graph.queries.show import Card
from parsed_graph.render_fragment import MOST_EDGES, arrow_name
from parsed_graph.schema import EdgeType
from parsed_graph.view import View
from pipelines.serving.citations import cite, namer
from pipelines.serving.terminal import say

_LAST = (EdgeType.HANDLED_BY, EdgeType.CONTAINS)


_STATUS = {"static": ", static only", "observed": ", observed only", "both": ", static and observed"}


def say_card(view: View, card: Card) -> None:
    """Properties, then at most fifty edges with their first evidence, then counts."""
    shown = namer(view)
    say(f"{shown(card.node.id)}  {card.node.id}", "bold")
    width = max((len(name) for name in card.node.properties), default=0)
    for name, value in card.node.properties.items():
        say(f"  {name.ljust(width)}  {', '.join(value) if isinstance(value, tuple) else value}")
    edges = [(edge, True) for edge in card.leaving] + [(edge, False) for edge in card.reaching]
    ordered = sorted(edges, key=lambda item: (_rank(item[0]), not item[1]))[:MOST_EDGES]
    say()
    for edge, leaves in ordered:
        name = arrow_name(edge)
        say(f"  --{name}--> {shown(edge.target)}" if leaves else f"  <--{name}-- {shown(edge.source)}")
        status = _STATUS.get(str(edge.properties.get("status", "")), "")
        say(f"      {cite(edge)}{status}", "dim")
    left = Counter(card.counts) - Counter(edge.type.value for edge, _ in ordered)
    if left:
        listed = ", ".join(f"{count} {name}" for name, count in sorted(left.items()))
        say(f"  ... and {left.total()} more edges: {listed}")
    if not ordered:
        say("  no edges at this confidence")
    if card.others:
        say(f"\nAlso called so: {', '.join(card.others)}", "dim")


def _rank(edge: Edge) -> int:
    """What runs comes first, then libraries, then code."""
    if edge.type in _LAST:
        return _LAST.index(edge.type) + 2
    return int(edge.target.startswith("library:"))
