"""Ranks and groups: every node of a kind with how many of something it has."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.asking.answers.aggregate import counted_nodes
from pipelines.asking.answers.impact import services_under
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.measures import Measure
from pipelines.asking.neighbours import (
    Neighbour,
    consumed,
    consumers,
    endpoint_callers,
    needed,
    needing,
    of_type,
    published,
    publishers,
)
from pipelines.asking.phrases import listed, plural, sentence
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope

_STATED = 10
_GROUPS = 40


def answer_ranking(scope: Scope, route: Route) -> Finding:
    """The nodes that the measure picks, with their numbers; or the number of nodes in each group."""
    measure = route.measure
    assert measure is not None
    filters = dict(route.filters)
    label = NodeLabel(filters.pop("label"))
    nodes = counted_nodes(scope, label, filters)
    if measure.how == "per":
        return _groups(scope, label, nodes, measure.noun)
    sizes = {node.id: len(_others(scope, key, node, measure.noun)) for key, node in nodes}
    by_size = sorted((node for _, node in nodes), key=lambda node: (-sizes[node.id], node.id))
    chosen = [node for node in by_size if _is_picked(sizes[node.id], measure, list(sizes.values()))]
    names = listed([f"{scope.name(node)} ({sizes[node.id]})" for node in chosen])
    said = f"{_said(measure)}: {names or 'none'}."
    others = [] if measure.how in ("most", "fewest") else chosen
    shown = by_size[:_STATED] if not others else others[:_STATED]
    if measure.how == "fewest":
        shown = by_size[::-1][:_STATED]
    statements = tuple(
        Statement(f"{scope.name(node)}  {plural(sizes[node.id], _singular(measure.noun))}", about=node.id)
        for node in shown
    )
    notes = (
        f"Counted over every {label} of this snapshot, {len(nodes)} in all, from confidence {scope.view.least_confidence:g} on.",
    )
    count = sizes[chosen[0].id] if measure.how in ("most", "fewest") and chosen else len(chosen)
    return Finding(
        Statement(sentence(said)),
        statements,
        tuple(node.id for node in chosen),
        count=count,
        notes=notes,
        steps=(f"every {label} by its {measure.noun}",),
    )


def _is_picked(size: int, measure: Measure, sizes: Sequence[int]) -> bool:
    if measure.how == "most":
        return size == max(sizes) and size > 0
    if measure.how == "fewest":
        return size == min(sizes)
    return (
        size > measure.bound
        if measure.how == "more"
        else size < measure.bound
        if measure.how == "fewer"
        else size == measure.bound
    )


def _said(measure: Measure) -> str:
    bound = {
        "most": "most",
        "fewest": "fewest",
        "more": f"more than {measure.bound}",
        "fewer": f"fewer than {measure.bound}",
        "exactly": f"exactly {measure.bound}" if measure.bound else "no",
    }
    return f"{bound[measure.how]} {measure.noun}"


def _singular(noun: str) -> str:
    return f"{noun[:-3]}y" if noun.endswith("ies") else noun[:-1]


def _groups(scope: Scope, label: NodeLabel, nodes: Sequence[tuple[int, Node]], field: str) -> Finding:
    groups: defaultdict[str, list[Node]] = defaultdict(list)
    for _, node in nodes:
        value = (
            scope.name(node.service).partition("(")[2][:-1]
            if field == "service" and node.service
            else str(node.properties.get(field, ""))
        )
        groups[value or "none"].append(node)
    ordered = sorted(groups, key=lambda value: (-len(groups[value]), value))
    noun = label.value.lower() if label is not NodeLabel.ADR else "ADR"
    told = listed([f"{value} {len(groups[value])}" for value in ordered], 20)
    statements = tuple(
        Statement(f"{value}  {plural(len(groups[value]), noun)}: {listed([node.name for node in groups[value]])}")
        for value in ordered[:_GROUPS]
    )
    head = f"{sentence(plural(len(nodes), noun))} by {field}: {told}."
    return Finding(
        Statement(head),
        statements,
        tuple(node.id for _, node in nodes),
        count=len(nodes),
        steps=(f"every {label} by {field}",),
    )


def _others(scope: Scope, key: int, node: Node, noun: str) -> set[str]:
    """The ids of what is counted for a node."""
    look = _LOOKS.get(noun)
    return set(look(scope, key, node)) if look else set()


def _ids(found: Sequence[Neighbour]) -> list[str]:
    return [each.node.id for each in found]


def _dependents(scope: Scope, key: int, node: Node) -> list[str]:
    if node.label in (NodeLabel.TOPIC, NodeLabel.EVENT):
        return [*_ids(consumers(scope, key)), *_ids(publishers(scope, key))]
    return _ids(endpoint_callers(scope, key) if node.label is NodeLabel.ENDPOINT else needing(scope, key))


def _records(label: NodeLabel) -> Callable[[Scope, int, Node], list[str]]:
    def look(scope: Scope, key: int, node: Node) -> list[str]:
        found = [
            *of_type(scope, key, EdgeType.GOVERNED_BY, reaching=False),
            *of_type(scope, key, EdgeType.RELATES_TO, reaching=True),
        ]
        return [each.node.id for each in found if each.node.label is label]

    return look


def _services(scope: Scope, key: int, node: Node) -> list[str]:
    if node.label is NodeLabel.TEAM:
        return [
            each.node.id
            for each in of_type(scope, key, EdgeType.OWNED_BY, reaching=True)
            if each.node.label is NodeLabel.SERVICE
        ]
    if node.label in (NodeLabel.ADR, NodeLabel.INCIDENT):
        return [node.id for node in scope.view.nodes(services_under(scope, key))]
    return _dependents(scope, key, node)


_LOOKS: dict[str, Callable[[Scope, int, Node], list[str]]] = {
    "consumers": lambda scope, key, node: (
        _ids(consumers(scope, key))
        if node.label in (NodeLabel.TOPIC, NodeLabel.EVENT)
        else _dependents(scope, key, node)
    ),
    "publishers": lambda scope, key, _: _ids(publishers(scope, key)),
    "callers": lambda scope, key, node: _dependents(scope, key, node),
    "dependents": _dependents,
    "dependencies": lambda scope, key, _: _ids(needed(scope, key)),
    "endpoints": lambda scope, key, _: _ids(of_type(scope, key, EdgeType.EXPOSES, reaching=False)),
    "topics": lambda scope, key, _: [*_ids(published(scope, key, NodeLabel.TOPIC)), *_ids(consumed(scope, key))],
    "databases": lambda scope, key, _: _ids(needed(scope, key, NodeLabel.DATABASE)),
    "decisions": _records(NodeLabel.ADR),
    "incidents": _records(NodeLabel.INCIDENT),
    "services": _services,
}
