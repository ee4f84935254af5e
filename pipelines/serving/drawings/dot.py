"""A drawing in Graphviz's language: https://graphviz.org/doc/info/lang.html."""

from collections.abc import Iterator

from parsed_graph.queries.service_map import Drawing
from parsed_graph.schema import Layer, NodeLabel
from pipelines.serving.terminal_text import one_line

_SHAPES = {
    NodeLabel.SERVICE: "box",
    NodeLabel.DATABASE: "cylinder",
    NodeLabel.TOPIC: "cds",
    NodeLabel.EVENT: "note",
    NodeLabel.ADR: "folder",
}


def dot(drawing: Drawing) -> str:
    """The digraph; dashed lines are less than 0.8 sure or read from prose."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield "digraph estate {"
    yield '  graph [rankdir=LR, fontname="Helvetica"]'
    yield '  node [fontname="Helvetica", fontsize=11]'
    yield '  edge [fontname="Helvetica", fontsize=9]'
    for node in drawing.nodes:
        style = ', style="dashed"' if node.properties.get("role") == "external" else ""
        width = ", penwidth=2.5" if node.id == drawing.centre else ""
        shape = _SHAPES.get(node.label, "ellipse")
        name = node.name if node.label in _SHAPES else f"{node.label}: {node.name}"
        yield f"  {_text(node.id)} [label={_text(name)}, shape={shape}{style}{width}]"
    for line in drawing.lines:
        dashed = ', style="dashed"' if line.confidence < 0.8 or line.layers == (Layer.EXTRACTED,) else ""
        yield f"  {_text(line.source)} -> {_text(line.target)} [label={_text(line.name)}{dashed}]"
    yield "}"


def _text(text: str) -> str:
    """A quoted string; a backslash would start one of Graphviz's own escapes."""
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
