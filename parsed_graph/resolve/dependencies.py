"""DEPENDS_ON: every noted use joined into one edge for each pair and layer, with the kinds that it stands for; and libraries."""

from collections import defaultdict

from parsed_graph.facts import Dependency
from parsed_graph.model import Edge
from parsed_graph.resolve.estate import Estate, Use, library_node
from parsed_graph.schema import ANSWER_CONFIDENCE, CONTRACT, EdgeType, Kind, Layer, NodeLabel

_MAX_EVIDENCE = 12
_UNSCOPED = ("", "compile", "runtime", "api", "implementation", "runtimeOnly", "compileOnly", "optional", "peer")


def derive_dependencies(estate: Estate) -> None:
    """One DEPENDS_ON per pair and layer: the highest confidence of its facts, and of its kinds those at that confidence or sure enough."""
    grouped: defaultdict[tuple[str, str, Layer], list[Use]] = defaultdict(list)
    for use in estate.uses:
        grouped[use.source, use.target, use.layer].append(use)
    for (source, target, layer), uses in sorted(grouped.items()):
        confidence = max(use.confidence for use in uses)
        telling = [use for use in uses if use.confidence >= min(confidence, ANSWER_CONFIDENCE)]
        kinds = tuple(sorted({use.kind.value for use in telling}))
        evidence = tuple(sorted({use.evidence for use in telling}))[:_MAX_EVIDENCE]
        estate.graph.add_edge(Edge(source, EdgeType.DEPENDS_ON, target, layer, confidence, {"kinds": kinds}, evidence))


def resolve_libraries(estate: Estate) -> None:
    """Adds Library nodes; a library that is a service of the estate is an `import` of that service instead."""
    by_place = {place: component for component in estate.inventory.components for place in component.places}
    modules = {
        (located.fact.group, located.fact.name): place
        for place, located in estate.inventory.modules.modules.items()
        if not located.path.endswith(".txt")  # requirements.txt names no package: its folder's name is not one.
    }
    for located in estate.facts.of(Dependency):
        fact = located.fact
        if fact.scope not in _UNSCOPED or fact.ecosystem.endswith("-project"):
            continue
        own = estate.inventory.owner(located.repo, located.path)
        if own is None or own.label is not NodeLabel.SERVICE:
            continue
        place = modules.get((fact.group, fact.artifact))
        if place:
            if place in by_place and by_place[place] is not own:
                estate.use(
                    own, by_place[place], Kind.IMPORT, CONTRACT, located.evidence(f"{fact.ecosystem} dependency")
                )
            continue
        node = library_node(fact.artifact, fact.group, fact.version)
        estate.graph.add_node(node)
        estate.service_node(own)
        evidence = located.evidence(f"{fact.ecosystem} dependency")
        estate.edge(own.id, EdgeType.DEPENDS_ON, node.id, CONTRACT, evidence, properties={"version": fact.version})
