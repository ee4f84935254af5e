"""The landscape as a C4 container diagram in Mermaid: https://mermaid.js.org/syntax/c4.html."""

from collections.abc import Iterator

from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel
from pipelines.exports.architecture.landscape import Landscape, build_landscape
from pipelines.exports.architecture.short_names import short_names
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.titles import single_line


def c4_mermaid(estate: ExportedEstate) -> str:
    """The diagram: a boundary for each declared system, dependencies as relations."""
    return "\n".join(_lines(build_landscape(estate))) + "\n"


def _lines(landscape: Landscape) -> Iterator[str]:
    inside = [node for nodes in landscape.systems.values() for node in nodes]
    systems = short_names(((name, f"system {name}") for name in landscape.systems), "_")
    names = short_names(((node.id, f"{node.label} {node.name}") for node in (*inside, *landscape.outside)), "_")
    yield "C4Container"
    # Mermaid refuses a diagram that holds nothing at all.
    yield "  title Services, stores and outside systems"
    for system, nodes in landscape.systems.items():
        indent = "  " if system else ""
        if system:
            yield f"  System_Boundary({systems[system]}, {_quoted(system)}) {{"
        yield from (f"{indent}  {_element(node, names[node.id])}" for node in nodes)
        if system:
            yield "  }"
    for node in landscape.outside:
        yield f"  System_Ext({names[node.id]}, {_quoted(node.name)}, {_quoted(str(node.properties.get('role', '')))})"
    for use in landscape.uses:
        yield f"  Rel({names[use.source]}, {names[use.target]}, {_quoted(', '.join(use.kinds))})"


def _element(node: Node, name: str) -> str:
    if node.label is NodeLabel.DATABASE:
        return f"ContainerDb({name}, {_quoted(node.name)}, {_quoted(str(node.properties.get('kind', '')))})"
    language, title = (str(node.properties.get(key, "")) for key in ("language", "title"))
    return f"Container({name}, {_quoted(node.name)}, {_quoted(language)}, {_quoted(title)})"


def _quoted(text: str) -> str:
    """Quotes and markup as entity codes, which is how Mermaid takes them; an empty argument is a blank."""
    escaped = "".join(f"#{ord(letter)};" if letter in '"#<>&\\`' else letter for letter in single_line(text))
    return f'"{escaped or " "}"'
