"""How answers cite: where an edge was read, by which rule, and the quote where it comes from prose."""

from collections.abc import Iterable

from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.queries.find import shown
from parsed_graph.view import View
from pipelines.serving.terminal import say

_EVIDENCE = 3
_HOPS = 6


def namer(view: View) -> "_Namer":
    """From node ids to how nodes are written."""
    return _Namer(view)


class _Namer:
    def __init__(self, view: View) -> None:
        self._view = view

    def __call__(self, node_id: str) -> str:
        key = self._view.key(node_id)
        return shown(self._view, self._view.node(key)) if key else node_id


def place(evidence: Evidence) -> str:
    """`repo:path:line`, without the line where a whole file is meant."""
    where = f"{evidence.repo}:{evidence.path}" if evidence.repo else evidence.path
    return f"{where}:{evidence.line}" if evidence.line else where


def cite(edge: Edge) -> str:
    """The first place of an edge on one line, and how many more there are."""
    if not edge.evidence:
        return f"({edge.layer}, no evidence kept)"
    first = edge.evidence[0]
    quote = f' "{first.quote}"' if first.quote else ""
    more = f" (+{len(edge.evidence) - 1})" if len(edge.evidence) > 1 else ""
    return f"{place(first)} {first.rule}{quote}{more}"


def say_evidence(edges: Iterable[Edge], indent: str = "    ") -> None:
    """The places of some edges, each once, with the hops that each link went through."""
    said: set[Evidence] = set()
    for edge in edges:
        for item in edge.evidence[:_EVIDENCE]:
            if item in said:
                continue
            said.add(item)
            quote = f'  "{item.quote}"' if item.quote else ""
            say(f"{indent}{place(item)}  {item.rule}{quote}", "dim")
            for hop in item.hops[:_HOPS]:
                say(f"{indent}  through {hop}", "dim")
        if len(edge.evidence) > _EVIDENCE:
            say(f"{indent}and {len(edge.evidence) - _EVIDENCE} more places", "dim")


def contact(node: Node) -> str:
    """Owner and on-call of a node on one line, "" where neither is known."""
    owner, oncall = str(node.properties.get("owner", "")), str(node.properties.get("oncall", ""))
    return ", ".join(part for part in (owner, f"on call: {oncall}" if oncall else "") if part)
