"""The roles of components: what code declares, else what a library makes of its module."""

from collections import defaultdict

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Dependency, RoleDecl
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.schema import NodeLabel, Role


def assign_roles(inventory: Inventory, facts: EstateFacts) -> None:
    """Roles that code declares (`@EnableConfigServer`) or a library gives; the most telling one wins where there are several."""
    declared: defaultdict[str, set[tuple[Role, str]]] = defaultdict(set)
    implied: defaultdict[str, set[tuple[Role, str]]] = defaultdict(set)
    for located in facts.of(RoleDecl):
        owner = inventory.owner(located.repo, located.path)
        if owner and located.fact.role in set(Role):
            declared[owner.id].add((Role(located.fact.role), located.fact.product))
            owner.evidence.add(located.evidence(f"role {located.fact.role}"))
    for dependency in facts.of(Dependency):
        use = library_use(dependency.fact.ecosystem, dependency.fact.group, dependency.fact.artifact)
        owner = inventory.owner(dependency.repo, dependency.path) if use and use.server_role else None
        if use and owner and use.server_role in set(Role) and dependency.fact.scope not in ("test", "dev"):
            implied[owner.id].add((Role(use.server_role), use.product))
    for component in inventory.components:
        roles = declared.get(component.id) or implied.get(component.id)
        if roles and component.label is NodeLabel.SERVICE:
            component.role, component.product = min(roles, key=lambda pair: (_rank(pair[0]), pair[1]))


_TELLING = (Role.CONFIG, Role.DISCOVERY, Role.AUTH, Role.GATEWAY, Role.MONITORING, Role.BROKER, Role.PROXY)


def _rank(role: Role) -> int:
    return _TELLING.index(role) if role in _TELLING else len(_TELLING)
