"""Builds a question set from the graph itself: edges, paths, blast radius, the same asked in two ways, and what is not there.

What is expected is read from the stored edges by walks of their own, so that a wrong query shows. The graph itself is not in
question here: a person confirms a sample of it.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from parsed_graph.model import Node
from parsed_graph.node_names import lookup_names
from parsed_graph.queries.find import shown
from parsed_graph.schema import EdgeType, NodeLabel, Role
from parsed_graph.view import View
from pipelines.asking.intent import Intent
from pipelines.evaluation.question_set import Expected, Question
from pipelines.evaluation.reference_graph import ReferenceGraph

Item = TypeVar("Item")
_PAIRS = 400
"""Pairs of services that are looked at for paths and negatives."""
_INVENTED = ("ledger-of-nowhere", "unheard-of-gateway", "atlantis-sync")


def generate_questions(view: View, size: int) -> list[Question]:
    """At most `size` questions of each family; the same for the same graph."""
    graph = ReferenceGraph(view)
    services = [
        node
        for _, node in view.labelled(NodeLabel.SERVICE)
        if node.properties.get("role") != Role.EXTERNAL and _is_plain(view, node)
    ]
    families = (
        _consumers(view), _callers(view), _dependencies(graph, services), _dependents(graph, services), _paths(graph, services),
        _blasts(graph, services), _negatives(graph, services), _positives(graph, services), _inventions(services),
    )  # fmt: skip
    return [question for family in families for question in islice(family, size)]


def _is_plain(view: View, node: Node) -> bool:
    """Whether its name means it alone: other names would test names, not answers."""
    return (
        len(
            {
                key
                for _, tier, key in view.named(list(lookup_names(node.name)))
                if tier <= 2 and view.node(key).label is NodeLabel.SERVICE
            }
        )
        == 1
    )


def _mixed(items: Sequence[Item], text: str) -> list[Item]:
    """The items in an order that looks random and is always the same."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{text}:{item}".encode()).digest())


def _question(name: str, intent: Intent, text: str, expected: Expected, pair: str = "") -> Question:
    return Question(name, "en", intent, text, expected, pair)


def _consumers(view: View) -> Iterator[Question]:
    owner = {link.target: link.source for link in view.typed(EdgeType.OWNS)}
    consumers: defaultdict[int, set[str]] = defaultdict(set)
    for link in view.typed(EdgeType.CONSUMES):
        if link.source in owner:
            consumers[link.target].add(view.node(owner[link.source]).id)
    for number, key in enumerate(_mixed(sorted(consumers), "consumers"), 1):
        topic = view.node(key)
        edges = tuple((service, "CONSUMES", topic.id) for service in sorted(consumers[key]))
        name = f"consumers-{number}"
        yield _question(name, Intent.RELATIONSHIP, f"Who consumes {shown(view, topic)}?", Expected(edges=edges))
        yield _question(
            f"{name}b",
            Intent.RELATIONSHIP,
            f"By which services is {shown(view, topic)} read?",
            Expected(edges=edges),
            name,
        )


def _callers(view: View) -> Iterator[Question]:
    links = view.typed(EdgeType.CALLS)
    callers: defaultdict[int, set[str]] = defaultdict(set)
    for link, edge in zip(links, view.edges([link.key for link in links]), strict=True):
        if view.node(link.source).label is NodeLabel.SERVICE and not edge.properties.get("via"):
            callers[link.target].add(edge.source)
    for number, key in enumerate(_mixed(sorted(callers), "callers"), 1):
        endpoint = view.node(key)
        edges = tuple((service, "CALLS", endpoint.id) for service in sorted(callers[key]))
        yield _question(
            f"callers-{number}", Intent.RELATIONSHIP, f"Who calls {shown(view, endpoint)}?", Expected(edges=edges)
        )


def _dependencies(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    for number, node in enumerate((n for n in _mixed(services, "needs") if n.id in graph.needs), 1):
        edges = tuple((node.id, "DEPENDS_ON", other) for other in sorted(graph.needs[node.id]))
        name = f"dependencies-{number}"
        yield _question(name, Intent.RELATIONSHIP, f"What does {node.name} depend on?", Expected(edges=edges))
        yield _question(
            f"{name}b", Intent.RELATIONSHIP, f"List the dependencies of {node.name}", Expected(edges=edges), name
        )


def _dependents(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    needing: defaultdict[str, set[str]] = defaultdict(set)
    for source, targets in graph.needs.items():
        for target in targets:
            needing[target].add(source)
    for number, node in enumerate((n for n in _mixed(services, "needed") if n.id in needing), 1):
        edges = tuple((other, "DEPENDS_ON", node.id) for other in sorted(needing[node.id]))
        yield _question(
            f"dependents-{number}", Intent.RELATIONSHIP, f"Which services rely on {node.name}?", Expected(edges=edges)
        )


def _paths(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    for number, (source, target) in enumerate(_pairs(services, "paths"), 1):
        ways = graph.shortest(source.id, target.id)
        if ways:
            yield _question(
                f"path-{number}",
                Intent.TRACE,
                f"How does a request get from {source.name} to {target.name}?",
                Expected(paths=tuple(ways)),
            )


def _blasts(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    for number, node in enumerate(_mixed(services, "blast"), 1):
        hit = tuple(sorted(graph.hit(node.id)))
        name = f"blast-{number}"
        yield _question(name, Intent.BLAST, f"Who is hit if {node.name} fails?", Expected(blast=hit))
        yield _question(f"{name}b", Intent.BLAST, f"What breaks when {node.name} goes down?", Expected(blast=hit), name)


def _negatives(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    for number, (source, target) in enumerate(_pairs(services, "negatives"), 1):
        if target.id not in graph.needs.get(source.id, ()):
            yield _question(
                f"no-{number}", Intent.YESNO, f"Does {source.name} depend on {target.name}?", Expected(answer="no")
            )


def _positives(graph: ReferenceGraph, services: Sequence[Node]) -> Iterator[Question]:
    names = {node.id: node.name for node in services}
    joined = [
        (source, target)
        for source, targets in graph.needs.items()
        for target in sorted(targets)
        if source in names and target in names
    ]
    for number, (source, target) in enumerate(_mixed(joined, "positives"), 1):
        edges = ((source, "DEPENDS_ON", target),)
        yield _question(
            f"yes-{number}",
            Intent.YESNO,
            f"Does {names[source]} depend on {names[target]}?",
            Expected(edges=edges, answer="yes"),
        )


def _inventions(services: Sequence[Node]) -> Iterator[Question]:
    for number, (invented, node) in enumerate(zip(_INVENTED, _mixed(services, "inventions"), strict=False), 1):
        yield _question(
            f"unknown-{number}", Intent.YESNO, f"Does {invented} call {node.name}?", Expected(answer="unknown")
        )


def _pairs(services: Sequence[Node], text: str) -> Iterator[tuple[Node, Node]]:
    """Pairs of different services, spread over all of them, in a fixed order."""
    ordered = _mixed(services, text)
    count = len(ordered)
    for step in range(1, count):
        for place in range(count):
            if step * count + place > _PAIRS + count:
                return
            yield (
                ordered[place],
                ordered[(place * 7 + step) % count]
                if (place * 7 + step) % count != place
                else ordered[(place + step) % count],
            )


def confirmable(view: View, questions: Sequence[Question]) -> list[Question]:
    """The questions with nodes as people write them: what a person confirms by hand."""

    def written(node_id: str) -> str:
        key = view.key(node_id)
        return shown(view, view.node(key)) if key is not None else node_id

    def names(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(written(node_id) for node_id in ids)

    return [
        replace(
            question,
            expected=replace(
                question.expected,
                edges=tuple((written(s), t, written(e)) for s, t, e in question.expected.edges)
                if question.expected.edges is not None
                else None,
                blast=names(question.expected.blast) if question.expected.blast is not None else None,
                paths=tuple(names(path) for path in question.expected.paths),
            ),
        )
        for question in questions
    ]
