"""Code outside of all programs, and the programs that are linked with it by what their files import."""

from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import Import
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.programs import Place
from parsed_graph.resolve.reach import reachable
from parsed_graph.syntax.module_names import module_name


class LinkedCode:
    """Go links packages, which are folders; JavaScript and TypeScript link files."""

    def __init__(self, facts: EstateFacts, inventory: Inventory) -> None:
        self._programs: defaultdict[Place, list[Component]] = defaultdict(list)
        self._names: defaultdict[tuple[str, Place], set[str]] = defaultdict(set)
        """What each component takes from a file, by its id; what anybody does, by ""."""
        imports: defaultdict[Place, set[Place]] = defaultdict(set)
        names: defaultdict[Place, list[tuple[Place, tuple[str, ...]]]] = defaultdict(list)
        for importing, imported, taken in _imports(facts, inventory):
            imports[importing].add(imported)
            names[importing].append((imported, taken))
        roots: defaultdict[str, list[Place]] = defaultdict(list)
        for place in imports:
            owner = inventory.owner(*place)
            if owner is not None:
                roots[owner.id].append(place)
        for component in inventory.components if imports else ():
            for place in sorted(reachable(roots.get(component.id, ()), imports)):
                if inventory.owner(*place) is None:
                    self._programs[place].append(component)
                for imported, taken in names.get(place, ()):
                    self._names[component.id, imported].update(taken)
                    self._names["", imported].update(taken)

    def programs(self, repo: str, path: str) -> list[Component]:
        """The programs that a file outside of them is linked with."""
        return self._programs.get((repo, path)) or self._programs.get((repo, path.rpartition("/")[0])) or []

    def by_file(self, repo: str, path: str) -> bool:
        """Whether programs are linked with just this file of its folder."""
        return (repo, path) in self._programs

    def takes(self, component: Component, repo: str, path: str, function: str) -> bool:
        """Whether a component imports what a function of a file belongs to, or nobody does: then the file itself uses it."""
        name = function.removeprefix(f"{module_name(path)}.").partition(".")[0]
        taken = self._names.get((component.id, (repo, path)), set())
        return not taken.isdisjoint((name, "*")) or name not in self._names.get(("", (repo, path)), ())


def _imports(facts: EstateFacts, inventory: Inventory) -> Iterator[tuple[Place, Place, tuple[str, ...]]]:
    modules = {
        located.fact.name: place for place, located in inventory.modules.modules.items() if located.fact.build == "go"
    }
    for located in facts.of(Import):
        if located.fact.language == "go":
            yield from _package(located, modules)
        else:
            yield (located.repo, located.path), (located.repo, located.fact.name), located.fact.names


def _package(located: Located[Import], modules: dict[str, Place]) -> Iterator[tuple[Place, Place, tuple[str, ...]]]:
    name = located.fact.name
    while name and name not in modules:
        name = name.rpartition("/")[0]
    if name and modules[name][0] == located.repo:
        folder = "/".join(filter(None, (modules[name][1], located.fact.name[len(name) + 1 :])))
        yield (located.repo, located.path.rpartition("/")[0]), (located.repo, folder), ()
