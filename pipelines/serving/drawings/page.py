"""The map as one HTML file: data, style and script inside, nothing fetched, everything from repositories kept as text."""

import base64
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template

from parsed_graph.dependencies import dependencies
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.queries.find import shown
from parsed_graph.queries.service_map import Drawing, Line, service_map
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.serving.drawings.communities import chains, drawn_communities
from pipelines.serving.drawings.layout import lay_out
from pipelines.serving.drawings.script_bundle import bundle, page_file
from pipelines.serving.terminal_text import one_line, printable

_BESIDE = (
    EdgeType.EXPOSES,
    EdgeType.DEFINES,
    EdgeType.OWNED_BY,
    EdgeType.GOVERNED_BY,
    EdgeType.DOCUMENTED_BY,
    EdgeType.RELATES_TO,
)
"""Edges that a node's card lists because the map does not draw them."""
_LISTED = 60
_EVIDENCE = 4
_HOPS = 6


def write_page(output: Path, file: Path, confidence: float) -> None:
    """Writes the map of the current snapshot."""
    view = View(open_snapshot(output), least_confidence=confidence)
    file.write_text(page_html(view, service_map(view)), encoding="utf-8")


def page_html(view: View, drawing: Drawing) -> str:
    """A drawing as an interactive page.

    The page may run its own script only, named by its hash: markup that a repository smuggled in would not run.
    """
    script, style = bundle("map/main.js"), page_file("theme.css") + page_file("map/map.css")
    centre = next((node.name for node in drawing.nodes if node.id == drawing.centre), "")
    title = f"Around {one_line(centre)}" if centre else "Service map"
    data = json.dumps(page_data(view, drawing, title), ensure_ascii=False, separators=(",", ":"))
    return Template(page_file("map/page.html")).substitute(
        title=escape(title),
        map=map_html(title),
        script=script,
        style=style,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        # Inside a script element only this could end it or open a comment.
        data=data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"),
    )


def map_html(title: str) -> str:
    """The elements of the map, which its script fills."""
    return Template(page_file("map/map.html")).substitute(title=escape(title))


def page_data(view: View, drawing: Drawing, title: str) -> Mapping[str, object]:
    """What the page draws, as values for JSON: every text of a repository made printable."""
    communities = drawn_communities(view, drawing)
    layout = lay_out(drawing, chains(communities))
    positions = layout.positions
    number = {node.id: place for place, node in enumerate(drawing.nodes)}
    edges = _edges(view, drawing.lines)
    beside = _beside(view, drawing.nodes)
    return {
        "title": title,
        "snapshot": view.snapshot.id,
        "centre": number.get(drawing.centre, -1),
        "kinds": [kind.value for kind in Kind],
        "areas": [
            {
                "name": printable(ground.area.name),
                "nodes": [number[node_id] for node_id in ground.area.ids],
                "rectangle": ground.rectangle,
            }
            for ground in layout.grounds
        ],
        "communities": [
            {
                "id": printable(community.id),
                "title": printable(community.title),
                "kind": community.kind,
                "level": community.level,
                "nodes": [number[node_id] for node_id in community.ids],
            }
            for community in communities
        ],
        "nodes": [
            {
                "id": printable(node.id),
                "label": node.label.value,
                "name": printable(node.name),
                "x": positions[node.id][0],
                "y": positions[node.id][1],
                "properties": {name: _shown(value) for name, value in node.properties.items()},
                "beside": beside.get(node.id, []),
            }
            for node in drawing.nodes
        ],
        "lines": [
            {
                "source": number[line.source],
                "target": number[line.target],
                "name": printable(line.name),
                "kinds": line.kinds,
                "layers": line.layers,
                "confidence": line.confidence,
                "evidence": [_place(item) for key in line.edges for item in edges[key].evidence][:_EVIDENCE],
            }
            for line in drawing.lines
        ],
        "needs": _needs(view, number),
    }


def _needs(view: View, number: Mapping[str, int]) -> list[tuple[int, int]]:
    """Who needs whom at run time, as pairs of node numbers: what a blast radius follows."""
    followed = dependencies(view, RUNTIME_KINDS)
    keys = {view.key(node_id): place for node_id, place in number.items()}
    return [
        (place, keys[other]) for key, place in keys.items() if key for other in followed.needed_by(key) if other in keys
    ]


def _edges(view: View, lines: Sequence[Line]) -> dict[int, Edge]:
    keys = sorted({key for line in lines for key in line.edges})
    return dict(zip(keys, view.edges(keys), strict=True))


def _beside(view: View, nodes: Sequence[Node]) -> dict[str, list[Mapping[str, object]]]:
    """For each node the edges that are not drawn, at most sixty, and a line that counts the rest."""
    keys = {view.key(node.id): node.id for node in nodes}
    found: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for link in view.typed(*_BESIDE):
        here, there = (link.target, link.source) if link.type is EdgeType.RELATES_TO else (link.source, link.target)
        if here in keys:
            found[keys[here]].append((link.type.value, there, link.key))
    return {node_id: list(_listed(view, rows)) for node_id, rows in found.items()}


def _listed(view: View, rows: Sequence[tuple[str, int, int]]) -> Iterable[Mapping[str, object]]:
    kept = rows[:_LISTED]
    for (name, other, _), edge in zip(kept, view.edges([key for _, _, key in kept]), strict=True):
        node = view.node(other)
        text = node.name if name == EdgeType.EXPOSES else shown(view, node)
        yield {"type": name, "text": printable(text), "evidence": [_place(item) for item in edge.evidence[:1]]}
    for name, count in sorted(Counter(name for name, _, _ in rows[_LISTED:]).items()):
        yield {"type": name, "text": f"and {count} more", "evidence": []}


def _place(item: Evidence) -> Mapping[str, object]:
    where = f"{item.repo}:{item.path}" if item.repo else item.path
    return {
        "place": printable(f"{where}:{item.line}" if item.line else where),
        "rule": printable(item.rule),
        "quote": printable(item.quote),
        "hops": [printable(hop) for hop in item.hops[:_HOPS]],
    }


def _shown(value: Property) -> str:
    return printable(", ".join(value) if isinstance(value, tuple) else str(value))
