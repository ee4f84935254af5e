"""Domain entities, the repositories that store them, and the databases that these are in."""

from collections import defaultdict

from parsed_graph.facts import EntityDecl, RepositoryDecl, TableDecl
from parsed_graph.identity import name_key, node_id
from parsed_graph.model import Node, Property
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import CONFIGURED, PATTERN, EdgeType, Kind, NodeLabel


def resolve_storage(estate: Estate) -> None:
    """Adds Entity and Repository nodes, DEFINES, PERSISTED_BY and IN. Runs after the database uses are known."""
    tables = _tables(estate)
    databases = _databases(estate)
    for located in estate.facts.of(EntityDecl):
        for owner in estate.storing_owners(located, (_short(located.fact.name),)):
            fact = located.fact
            entity = _entity_id(owner.component, fact.name)
            table = fact.table or _default_table(fact.name, tables.get(owner.component.id, set()))
            properties: dict[str, Property] = {
                "kind": fact.kind,
                "table": table,
                "path": located.path,
                "repo": located.repo,
            }
            service = estate.service_node(owner.component)
            estate.graph.add_node(
                Node(entity, NodeLabel.ENTITY, fact.name.rpartition(".")[2], service, _shown(properties))
            )
            evidence = located.evidence(f"{fact.store} entity")
            estate.edge(service, EdgeType.DEFINES, entity, owner.confidence, evidence)
    for repository in estate.facts.of(RepositoryDecl):
        declared = repository.fact
        for owner in estate.storing_owners(repository, (_short(declared.name), _short(declared.entity))):
            service = estate.service_node(owner.component)
            entity = _entity_id(owner.component, declared.entity)
            node = node_id(NodeLabel.REPOSITORY, service.partition(":")[2], declared.name.rpartition(".")[2])
            known = estate.graph.node(entity)
            table = declared.table or (str(known.properties.get("table", "")) if known else "")
            properties = {"kind": declared.store, "table": table, "path": repository.path, "repo": repository.repo}
            estate.graph.add_node(
                Node(node, NodeLabel.REPOSITORY, declared.name.rpartition(".")[2], service, _shown(properties))
            )
            evidence = repository.evidence(f"{declared.store} repository")
            if known:
                estate.edge(entity, EdgeType.PERSISTED_BY, node, owner.confidence, evidence)
            found = databases.get(service, [])
            if len(found) == 1:
                estate.edge(node, EdgeType.IN, found[0], CONFIGURED, evidence)


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _shown(properties: dict[str, Property]) -> dict[str, Property]:
    return {name: value for name, value in properties.items() if value != ""}


def _entity_id(component: Component, name: str) -> str:
    return node_id(NodeLabel.ENTITY, component.id.partition(":")[2], name.rpartition(".")[2])


def _databases(estate: Estate) -> dict[str, list[str]]:
    """The databases (no caches) that each service uses, surely enough to say that its tables are there."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for use in estate.uses:
        if use.kind is Kind.DATABASE and use.confidence >= PATTERN:
            found[use.source].add(use.target)
    return {service: sorted(targets) for service, targets in found.items()}


def _tables(estate: Estate) -> dict[str, set[str]]:
    """Tables that each component's migrations create and do not drop."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for located in estate.facts.of(TableDecl):
        for owner in estate.owners(located):
            if located.fact.operation == "create":
                found[owner.component.id].add(located.fact.name)
    return found


def _default_table(entity: str, tables: set[str]) -> str:
    """The table that migrations create for an entity without an explicit one, if exactly one fits."""
    key = name_key(entity.rpartition(".")[2])
    plurals = {key, key + "s", key + "es", key[:-1] + "ies" if key.endswith("y") else key}
    fitting = sorted(table for table in tables if name_key(table.rpartition(".")[2]) in plurals)
    return fitting[0] if len(fitting) == 1 else ""
