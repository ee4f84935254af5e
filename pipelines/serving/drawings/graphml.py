"""A drawing as GraphML, for yEd, Gephi and networkx: http://graphml.graphdrawing.org."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from parsed_graph.queries.service_map import Drawing
from pipelines.serving.terminal_text import one_line

_NODE_KEYS = ("label", "name", "service", "owner", "role", "language")
_EDGE_KEYS = ("name", "layers", "confidence")


def graphml(drawing: Drawing) -> str:
    """The document; node ids are those of the graph, attributes are the main properties."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for kind, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for key in keys:
            value = "double" if key == "confidence" else "string"
            yield f'  <key id="{kind}_{key}" for="{kind}" attr.name="{key}" attr.type="{value}"/>'
    yield '  <graph id="estate" edgedefault="directed">'
    for node in drawing.nodes:
        values = {"label": node.label.value, "name": node.name, "service": node.service}
        values |= {key: str(node.properties.get(key, "")) for key in _NODE_KEYS[3:]}
        yield f"    <node id={quoteattr(one_line(node.id))}>{_data('node', values)}</node>"
    for line in drawing.lines:
        values = {"name": line.name, "layers": ",".join(line.layers), "confidence": f"{line.confidence:g}"}
        ends = f"source={quoteattr(one_line(line.source))} target={quoteattr(one_line(line.target))}"
        yield f"    <edge {ends}>{_data('edge', values)}</edge>"
    yield "  </graph>"
    yield "</graphml>"


def _data(kind: str, values: dict[str, str]) -> str:
    return "".join(
        f'<data key="{kind}_{key}">{escape(one_line(value))}</data>' for key, value in values.items() if value
    )
