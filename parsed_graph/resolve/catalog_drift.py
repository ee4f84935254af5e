"""Where a Backstage catalogue and the code disagree, both ways: components, APIs, resources and dependencies, each a row of problems.

`declared-not-found` is what only the catalogue says, `found-not-declared` what only code, deployment or traces say.
"""

from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.estate_facts import Located
from parsed_graph.facts import CatalogEntity, SourceSpan
from parsed_graph.identity import name_key
from parsed_graph.model import Edge, Evidence
from parsed_graph.resolve.catalog import CATALOGUE_RULE, bare_name, entity_component
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import ANSWER_CONFIDENCE, EdgeType, Kind, Layer, NodeLabel, Role

STAGE = "catalogue"
DECLARED, FOUND = "declared-not-found", "found-not-declared"
_FOUND_LAYERS = (Layer.PARSED, Layer.OBSERVED)
_SERVING = (Role.APPLICATION, Role.GATEWAY)
_TELLING = frozenset(str(kind) for kind in (Kind.HTTP, Kind.GRPC, Kind.DATABASE, Kind.EVENT))
"""Kinds of dependency that catalogues list; brokers, configuration and monitoring stay unsaid in most."""
_OFFERS = (EdgeType.EXPOSES, EdgeType.PUBLISHES)


def note_catalog_drift(estate: Estate) -> None:
    """Adds the rows; none where the estate has no catalogue."""
    entities = estate.facts.of(CatalogEntity)
    known: dict[str, Component] = {}
    described: list[tuple[Located[CatalogEntity], Component | None]] = []
    for located in entities:
        if located.fact.kind in ("Component", "Resource"):
            component = entity_component(estate, located)
            described.append((located, component))
            if component is not None:
                known.setdefault(component.id, component)
    if not any(located.fact.kind == "Component" for located, _ in described):
        return
    _entities(estate, described)
    _apis(estate, described)
    _undeclared(estate, known)
    _dependencies(estate, known)


def _entities(estate: Estate, described: list[tuple[Located[CatalogEntity], Component | None]]) -> None:
    topics = {name_key(node.name) for node in estate.graph.nodes(NodeLabel.TOPIC)}
    for located, component in described:
        fact = located.fact
        is_no_part = fact.type == "library" or (fact.kind == "Resource" and name_key(fact.name) in topics)
        if component is None and not is_no_part:
            where = "code or deployment"
            _note(estate, located, DECLARED, f"{fact.kind.lower()} {fact.name} is in the catalogue, and not in {where}")


def _apis(estate: Estate, described: list[tuple[Located[CatalogEntity], Component | None]]) -> None:
    """An API is found where a component that provides it exposes or publishes anything."""
    offering = {edge.source for kind in _OFFERS for edge in estate.graph.edges(kind)}
    provided: defaultdict[str, set[str]] = defaultdict(set)
    for located, component in described:
        named = [name_key(bare_name(ref)) for relation, ref in located.fact.relations if relation == "providesApis"]
        for name in named if component is not None else ():
            provided[name].add(component.id)  # type: ignore[union-attr]  # just seen
        is_offered = component is not None and component.label is NodeLabel.SERVICE and component.id in offering
        if is_offered and not named and located.fact.kind == "Component":
            detail = f"api of {located.fact.name}: it offers endpoints or topics, and its entity provides no API"
            _note(estate, located, FOUND, detail)
    for located in estate.facts.of(CatalogEntity):
        if located.fact.kind == "API" and not provided.get(name_key(located.fact.name), set()) & offering:
            _note(
                estate,
                located,
                DECLARED,
                f"api {located.fact.name} is in the catalogue, and no provider of it offers any",
            )


def _undeclared(estate: Estate, known: dict[str, Component]) -> None:
    """Programs of the estate, and the databases that described ones use, that no entity describes."""
    used = {edge.target for edge in _found(estate) if edge.source in known}
    for component in estate.inventory.components:
        if component.id in known or estate.graph.node(component.id) is None:
            continue
        is_program = (
            component.label is NodeLabel.SERVICE and component.program is not None and component.role in _SERVING
        )
        if is_program or (component.label is NodeLabel.DATABASE and component.id in used):
            word = "component" if is_program else "resource"
            place = _place(component)
            if place is not None:
                detail = f"{word} {component.name} is in code or deployment, and not in the catalogue"
                estate.problem(STAGE, place.repo, SourceSpan(place.path, place.line), FOUND, detail)


def _dependencies(estate: Estate, known: dict[str, Component]) -> None:
    declared = {
        (edge.source, edge.target): evidence
        for edge in estate.graph.edges(EdgeType.DEPENDS_ON)
        if edge.layer is Layer.DECLARED
        for evidence in edge.evidence
        if evidence.rule == CATALOGUE_RULE
    }
    found = {(edge.source, edge.target): edge for edge in _found(estate)}
    for (source, target), evidence in sorted(declared.items()):
        if (source, target) not in found:
            ends = f"{_name(estate, source)} to {_name(estate, target)}"
            _at(estate, evidence, DECLARED, f"dependency {ends} is in the catalogue, and not seen in code or traces")
    for (source, target), edge in sorted(found.items()):
        kinds = edge.properties.get("kinds", ())
        is_telling = isinstance(kinds, tuple) and bool(_TELLING.intersection(kinds))
        if source in known and target in known and is_telling and (source, target) not in declared and edge.evidence:
            ends = f"{_name(estate, source)} to {_name(estate, target)}"
            _at(estate, edge.evidence[0], FOUND, f"dependency {ends} is in code or traces, and not in the catalogue")


def _found(estate: Estate) -> Iterator[Edge]:
    for edge in estate.graph.edges(EdgeType.DEPENDS_ON):
        is_library = edge.target.startswith("library:")
        if edge.layer in _FOUND_LAYERS and edge.confidence >= ANSWER_CONFIDENCE and not is_library:
            yield edge


def _name(estate: Estate, node_id: str) -> str:
    node = estate.graph.node(node_id)
    return node.name if node is not None else node_id


def _place(component: Component) -> Evidence | None:
    return min(component.evidence, default=None)


def _note(estate: Estate, located: Located[CatalogEntity], reason: str, detail: str) -> None:
    estate.problem(STAGE, located.repo, located.fact.span, reason, detail)


def _at(estate: Estate, evidence: Evidence, reason: str, detail: str) -> None:
    estate.problem(STAGE, evidence.repo, SourceSpan(evidence.path, evidence.line), reason, detail)
