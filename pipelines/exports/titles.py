"""Readable titles that no two nodes share: `Service(orders)`, `Endpoint(orders GET /orders/{})`."""

from collections import Counter
from collections.abc import Iterable, Mapping

from parsed_graph.model import Node
from parsed_graph.node_names import display_name
from parsed_graph.schema import NodeLabel

_OWNED = frozenset({NodeLabel.ENTITY, NodeLabel.REPOSITORY, NodeLabel.SUBSCRIPTION, NodeLabel.PACKAGE})
"""Labels whose nodes are told apart by the service that they belong to."""


def unique_titles(nodes: Iterable[Node]) -> dict[str, str]:
    """A title for each node id. Where a plain one would be shared, all that share it name their service or their id."""
    known = list(nodes)
    names = {node.id: node.name for node in known}
    plain = {node.id: single_line(display_name(node, _service_name(node, names))) for node in known}
    titles = plain | {node.id: _with_service(node, names) for node in _shared(known, plain)}
    titles |= {node.id: _with_rest_of_id(node, names) for node in _shared(known, titles)}
    return titles | {node.id: _with_id(node) for node in _shared(known, titles)}


def single_line(text: str) -> str:
    """Text on one line, without what does not print: control characters and marks that reorder."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def _shared(nodes: Iterable[Node], titles: Mapping[str, str]) -> list[Node]:
    counts = Counter(titles.values())
    return [node for node in nodes if counts[titles[node.id]] > 1]


def _service_name(node: Node, names: Mapping[str, str]) -> str:
    return names.get(node.service, node.service.partition(":")[2]) if node.service else ""


def _with_service(node: Node, names: Mapping[str, str]) -> str:
    if node.label in _OWNED and node.service:
        return single_line(f"{node.label}({_service_name(node, names)} {node.name})")
    return single_line(display_name(node, _service_name(node, names)))


def _with_rest_of_id(node: Node, names: Mapping[str, str]) -> str:
    """What the id says beyond the name and the service, such as the topic of a subscription."""
    said = {node.name, _service_name(node, names)}
    rest = ":".join(part for part in node.id.split(":")[1:] if part not in said)
    return single_line(f"{node.label}({node.name}, {rest})") if rest else _with_id(node)


def _with_id(node: Node) -> str:
    return single_line(f"{node.label}({node.name}, {node.id.partition(':')[2]})")
