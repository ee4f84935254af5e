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


def say_card(view: View, card: Card) -> None:
    """Properties, then at most fifty edges with their first evidence, then counts."""
    shown = namer(view)
    say(f"{shown(card.node.id)}  {card.node.id}", "bold")
    width = max((len(name) for name in card.node.properties), default=0)
    for name, value in card.node.properties.items():
        say(f"  {name.ljust(width)}  {', '.join(value) if isinstance(value, tuple) else value}")
    edges = [(edge, True) for edge in card.leaving] + [(edge, False) for edge in card.reaching]
    ordered = sorted(
        edges, key=lambda item: (_LAST.index(item[0].type) + 1 if item[0].type in _LAST else 0, not item[1])
    )
    say()
    for edge, leaves in ordered[:MOST_EDGES]:
        arrow = (
            f"--{arrow_name(edge)}--> {shown(edge.target)}"
            if leaves
            else f"<--{arrow_name(edge)}-- {shown(edge.source)}"
        )
        say(f"  {arrow}")
        say(f"      {cite(edge)}", "dim")
    left = card.leaving_count + card.reaching_count - min(len(ordered), MOST_EDGES)
    if left:
        say(f"  ... and {left} more edges: {_counts([edge for edge, _ in ordered[MOST_EDGES:]])}")
    if not ordered:
        say("  no edges at this confidence")
    if card.others:
        say(f"\nAlso called so: {', '.join(card.others)}", "dim")


def _counts(edges: list[Edge]) -> str:
    counts = Counter(edge.type.value for edge in edges)
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
