"""Makes text fit for UTF-8 files: lone surrogates, as a file name in an unknown encoding brings them, are escaped."""

from collections.abc import Mapping

from msgspec.structs import replace

from parsed_graph.model import Edge, Evidence, Node, Problem, Property


def encodable(text: str) -> str:
    """The text, with escapes for what UTF-8 cannot hold; different texts stay different."""
    return text.encode("utf-8", "backslashreplace").decode()


def encodable_node(node: Node) -> Node:
    """A node whose every text can be written."""
    return Node(
        encodable(node.id), node.label, encodable(node.name), encodable(node.service), _properties(node.properties)
    )


def encodable_edge(edge: Edge) -> Edge:
    """An edge whose every text can be written."""
    return replace(
        edge,
        source=encodable(edge.source),
        target=encodable(edge.target),
        properties=_properties(edge.properties),
        evidence=tuple(_evidence(item) for item in edge.evidence),
    )


def encodable_problem(problem: Problem) -> Problem:
    """A problem whose every text can be written."""
    return Problem(
        problem.stage, encodable(problem.path), problem.line, encodable(problem.reason), encodable(problem.detail)
    )


def _properties(properties: Mapping[str, Property]) -> dict[str, Property]:
    return {encodable(name): _value(value) for name, value in properties.items()}


def _value(value: Property) -> Property:
    if isinstance(value, tuple):
        return tuple(encodable(item) for item in value)
    return encodable(value) if isinstance(value, str) else value


def _evidence(item: Evidence) -> Evidence:
    return Evidence(
        encodable(item.repo),
        encodable(item.path),
        item.line,
        encodable(item.rule),
        encodable(item.quote),
        tuple(encodable(hop) for hop in item.hops),
    )
