"""What a component is called, and what tells two of one name apart.

The name is what its cluster calls it, else what it calls itself, else its compose unit, else its folder; all others
are aliases.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from parsed_graph.identity import name_key
from parsed_graph.resolve.components.component import Component

_DEPLOYED = frozenset({"kubernetes", "aspire"})
"""Origins whose names are addresses that everyone uses; compose units often carry shorthand."""


def choose_names(components: list[Component]) -> None:
    """Settles names in place, once it is known which other components there are."""
    app_names = Counter(name_key(c.program.app_name) for c in components if c.program and c.program.app_name)
    for component in components:
        program = component.program
        deployed = component.units and not _DEPLOYED.isdisjoint(component.units[0].origins)
        if program and program.app_name and app_names[name_key(program.app_name)] == 1 and not deployed:
            component.name = _spelling(program.app_name, component.names)


def tell_apart(components: list[Component]) -> None:
    """Settles qualifiers and aliases in place, once all names are known."""
    taken: defaultdict[str, list[Component]] = defaultdict(list)
    for component in components:
        taken[component.id].append(component)
    for same in taken.values():
        for component in same[1:] if len(same) > 1 else ():
            component.qualifier = _qualifier(component)
    for component in components:
        component.aliases = {name for name in component.names if name and name != component.name}


def _qualifier(component: Component) -> str:
    program = component.program
    return f"{component.repo}/{program.directory}".strip("/") if program else component.repo or component.product


def _spelling(name: str, others: Iterable[str]) -> str:
    """An all-capital application name gives way to another spelling of it, or to lower case."""
    if not name.isupper():
        return name
    same = sorted(other for other in others if name_key(other) == name_key(name) and not other.isupper())
    return same[0] if same else name.lower()
