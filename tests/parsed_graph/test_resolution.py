"""Small estates, each the smallest that shows one kind of link or trap: `tests/fixtures/estates/<case>/<repository>/…`.

expected.yaml lists, for each key that it has, exactly what the graph holds: `services` and `databases` by name,
`dependencies` as `source -> target kinds confidence` (observed or declared ones with their layer at the end),
`calls` as `service -> service METHOD /path`, `endpoints` as `service METHOD /path`, `topics` as
`service publishes|consumes broker:topic`, `owners` as `service team`, `problems` as `reason path:line`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from parsed_graph.build import build_graph
from parsed_graph.built_graph import BuiltGraph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.read_facts import read_facts
from parsed_graph.schema import EdgeType, Layer, NodeLabel

ESTATES = Path(__file__).parents[1] / "fixtures" / "estates"


def cases() -> list[Path]:
    return sorted(path.parent for path in ESTATES.glob("*/expected.yaml"))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_an_estate_resolves_to_exactly_the_expected_graph(case: Path) -> None:
    wanted = yaml.safe_load((case / "expected.yaml").read_text(encoding="utf-8"))
    repositories = sorted(folder for folder in case.iterdir() if folder.is_dir())
    built = build_graph(EstateFacts([(repository.name, read_facts(repository)) for repository in repositories]))

    found = {key: sorted(LISTS[key](built)) for key in wanted}

    assert found == {key: sorted(lines or []) for key, lines in wanted.items()}


def services(built: BuiltGraph) -> Iterator[str]:
    return (node.name for node in built.graph.nodes(NodeLabel.SERVICE))


def databases(built: BuiltGraph) -> Iterator[str]:
    return (node.name for node in built.graph.nodes(NodeLabel.DATABASE))


def dependencies(built: BuiltGraph) -> Iterator[str]:
    for edge in built.graph.edges(EdgeType.DEPENDS_ON):
        if not edge.target.startswith("library:"):
            kinds = edge.properties["kinds"]
            shown = ",".join(kinds) if isinstance(kinds, tuple) else str(kinds)
            layer = "" if edge.layer is Layer.PARSED else f" {edge.layer}"
            ends = f"{name(built.graph, edge.source)} -> {name(built.graph, edge.target)}"
            yield f"{ends} {shown} {edge.confidence:g}{layer}"


def calls(built: BuiltGraph) -> Iterator[str]:
    for edge in built.graph.edges(EdgeType.CALLS):
        if edge.source.startswith("service:"):
            via = f" via {name(built.graph, str(edge.properties['via']))}" if "via" in edge.properties else ""
            yield f"{name(built.graph, edge.source)} -> {endpoint(built.graph, edge.target)}{via}"


def endpoints(built: BuiltGraph) -> Iterator[str]:
    return (endpoint(built.graph, node.id) for node in built.graph.nodes(NodeLabel.ENDPOINT))


def topics(built: BuiltGraph) -> Iterator[str]:
    for edge in built.graph.edges(EdgeType.PUBLISHES, EdgeType.CONSUMES):
        node, target = built.graph.node(edge.source), built.graph.node(edge.target)
        if node and target and target.label is NodeLabel.TOPIC:
            verb = "publishes" if edge.type is EdgeType.PUBLISHES else "consumes"
            yield f"{name(built.graph, node.service)} {verb} {target.properties.get('broker', '')}:{target.name}"


def owners(built: BuiltGraph) -> Iterator[str]:
    for edge in built.graph.edges(EdgeType.OWNED_BY):
        if edge.source.startswith("service:"):
            yield f"{name(built.graph, edge.source)} {name(built.graph, edge.target)}"


def problems(built: BuiltGraph) -> Iterator[str]:
    return (f"{problem.reason} {problem.path}:{problem.line}" for problem in built.problems)


def name(graph: PropertyGraph, node_id: str) -> str:
    node = graph.node(node_id)
    return node.name if node else node_id


def endpoint(graph: PropertyGraph, node_id: str) -> str:
    node = graph.node(node_id)
    return f"{name(graph, node.service)} {node.name}" if node else node_id


LISTS = {
    "services": services,
    "databases": databases,
    "dependencies": dependencies,
    "calls": calls,
    "endpoints": endpoints,
    "topics": topics,
    "owners": owners,
    "problems": problems,
}
