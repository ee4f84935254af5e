"""The classes of libraries that Spring finds for a program: its application class has their packages scanned, or imports them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ApplicationDecl, BeanDecl
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.programs import Place


def scanned_types(
    facts: EstateFacts, inventory: Inventory, users: Mapping[Place, Sequence[Component]]
) -> dict[str, set[str]]:
    """By component id, the types that its container makes; `users` are the components that depend on each library module."""
    beans: defaultdict[str, list[BeanDecl]] = defaultdict(list)
    for located in facts.of(BeanDecl):
        owner = inventory.owner(located.repo, located.path)
        module = inventory.modules.module_of(located.repo, located.path)
        for component in [owner] if owner else users.get(module, ()) if module else ():
            beans[component.id].append(located.fact)
    applications: defaultdict[str, set[str]] = defaultdict(set)
    for started in facts.of(ApplicationDecl):
        owner = inventory.owner(started.repo, started.path)
        if owner:
            applications[owner.id].add(started.fact.name)
    return {component: _found(declared, applications[component]) for component, declared in beans.items()}


def _found(beans: Sequence[BeanDecl], found: set[str]) -> set[str]:
    """Names of types and packages: those that lead on from the found ones until nothing new comes."""
    known = -1
    while known != len(found):
        known = len(found)
        found = found | {bean.name for bean in beans if _is_covered(bean.name, found)}
        found |= {bean.finds for bean in beans if bean.finds and bean.name in found}
    return found


def _is_covered(name: str, found: set[str]) -> bool:
    """Whether a type is there itself, or below a package that is scanned."""
    while name and name not in found:
        name = name.rpartition(".")[0]
    return bool(name)
