"""A drawing as a Mermaid flowchart: https://mermaid.js.org/syntax/flowchart.html."""

from collections.abc import Iterator

from parsed_graph.model import Node
from parsed_graph.queries.service_map import Drawing, Line
from parsed_graph.schema import Layer, NodeLabel
from pipelines.serving.terminal_text import one_line

_SHAPES = {
    NodeLabel.SERVICE: ('["', '"]'),
    NodeLabel.DATABASE: ('[("', '")]'),
    NodeLabel.TOPIC: ('>"', '"]'),
    NodeLabel.EVENT: ('(["', '"])'),
    NodeLabel.ENDPOINT: ('("', '")'),
    NodeLabel.ADR: ('[/"', '"/]'),
}
_ROUND = ('("', '")')


def mermaid(drawing: Drawing) -> str:
    """The flowchart; dashed lines are less than 0.8 sure, dotted heads belong to what is no parsed fact."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield "flowchart LR"
    names = {node.id: f"n{number}" for number, node in enumerate(drawing.nodes)}
    for node in drawing.nodes:
        opening, closing = _SHAPES.get(node.label, _ROUND)
        yield f"  {names[node.id]}{opening}{_text(_title(node))}{closing}"
    for line in drawing.lines:
        yield f'  {names[line.source]} {_arrow(line)}|"{_text(line.name)}"| {names[line.target]}'
    external = [names[node.id] for node in drawing.nodes if node.properties.get("role") == "external"]
    if external:
        yield "  classDef external stroke-dasharray: 4 3"
        yield f"  class {','.join(external)} external"
    if drawing.centre in names:
        yield f"  style {names[drawing.centre]} stroke-width:3px"


def _title(node: Node) -> str:
    return (
        node.name
        if node.label in (NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.TOPIC)
        else f"{node.label}: {node.name}"
    )


def _arrow(line: Line) -> str:
    return "-.->" if line.confidence < 0.8 or line.layers == (Layer.EXTRACTED,) else "-->"


def _text(text: str) -> str:
    """Quotes and markup as entity codes, which is how Mermaid takes them."""
    escaped = "".join(f"#{ord(char)};" if char in '"#<>&\\`' else char for char in one_line(text))
    return escaped or " "
