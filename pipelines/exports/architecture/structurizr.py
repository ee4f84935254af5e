"""The landscape as a Structurizr workspace: https://docs.structurizr.com/dsl/language."""

from collections import Counter
from collections.abc import Iterator, Sequence

from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel
from pipelines.exports.architecture.landscape import Landscape, build_landscape
from pipelines.exports.architecture.short_names import short_names
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.titles import single_line

_INDENT = "    "
_OTHER = "Other services"
"""The software system of what declares none."""


def structurizr(estate: ExportedEstate) -> str:
    """The workspace: a software system for each declared one, a container for each service and store."""
    return "\n".join(_lines(build_landscape(estate))) + "\n"


def _lines(landscape: Landscape) -> Iterator[str]:
    systems = short_names(((name, f"system {name or 'other'}") for name in landscape.systems), "_")
    inside = [node for nodes in landscape.systems.values() for node in nodes]
    names = short_names(((node.id, f"{node.label} {node.name}") for node in (*inside, *landscape.outside)), "_")
    yield 'workspace "Estate" "Written from code by estategraph" {'
    yield f"{_INDENT}!identifiers flat"
    yield f"{_INDENT}model {{"
    for system, nodes in landscape.systems.items():
        yield f"{_INDENT * 2}{systems[system]} = softwareSystem {_quoted(system or _OTHER)} {{"
        for node, shown in zip(nodes, _told_apart(nodes), strict=True):
            yield f"{_INDENT * 3}{names[node.id]} = container {_quoted(shown)} {_container(node)}"
        yield f"{_INDENT * 2}}}"
    outside = landscape.outside
    for node, shown in zip(outside, _told_apart(outside, [name or _OTHER for name in landscape.systems]), strict=True):
        yield f"{_INDENT * 2}{names[node.id]} = softwareSystem {_quoted(shown)} {_quoted(_about(node))} {_quoted('External')}"
    for use in landscape.uses:
        kinds = ", ".join(use.kinds)
        yield f"{_INDENT * 2}{names[use.source]} -> {names[use.target]} {_quoted('uses')} {_quoted(kinds)}"
    yield f"{_INDENT}}}"
    yield from _views(landscape, systems)
    yield "}"


def _told_apart(nodes: Sequence[Node], taken: Sequence[str] = ()) -> list[str]:
    """The names of nodes, with their ids where a name is not the only one: the language refuses two of one name in one place."""
    names = [single_line(node.name) or node.label.value for node in nodes]
    counts = Counter([*taken, *names])
    return [name if counts[name] == 1 else f"{name} ({node.id})" for node, name in zip(nodes, names, strict=True)]


def _container(node: Node) -> str:
    technology = str(node.properties.get("language") or node.properties.get("kind") or "")
    tags = "Database" if node.label is NodeLabel.DATABASE else "Service"
    return f"{_quoted(_about(node))} {_quoted(technology)} {_quoted(tags)}"


def _about(node: Node) -> str:
    owner = str(node.properties.get("owner", ""))
    title = str(node.properties.get("title", ""))
    return ". ".join(part for part in (title, f"Owner: {owner}" if owner else "") if part)


def _views(landscape: Landscape, systems: dict[str, str]) -> Iterator[str]:
    yield f"{_INDENT}views {{"
    yield f'{_INDENT * 2}systemLandscape "landscape" {{'
    yield f"{_INDENT * 3}include *"
    yield f"{_INDENT * 3}autolayout lr"
    yield f"{_INDENT * 2}}}"
    for system in landscape.systems:
        yield f'{_INDENT * 2}container {systems[system]} "{systems[system]}_containers" {{'
        yield f"{_INDENT * 3}include *"
        yield f"{_INDENT * 3}autolayout lr"
        yield f"{_INDENT * 2}}}"
    yield f"{_INDENT * 2}styles {{"
    for tag, style in (("Database", "shape cylinder"), ("External", "background #999999")):
        yield f'{_INDENT * 3}element "{tag}" {{'
        yield f"{_INDENT * 4}{style}"
        yield f"{_INDENT * 3}}}"
    yield f"{_INDENT * 2}}}"
    yield f"{_INDENT}}}"


def _quoted(text: str) -> str:
    """A DSL string: the language has an escape for quotes, and `${` would name a constant."""
    escaped = single_line(text).replace("\\", "/").replace('"', '\\"').replace("${", "$ {")
    return f'"{escaped}"'
