"""All components of an estate, and whose file or deployment unit is whose."""

from collections.abc import Iterable

from parsed_graph.identity import name_key
from parsed_graph.resolve.chapters import Chapters
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.programs import ModuleTree, Place, deepest
from parsed_graph.schema import Role


class Inventory:
    """All components, and whose file is whose."""

    def __init__(
        self,
        components: Iterable[Component],
        modules: ModuleTree,
        chapters: Chapters | None = None,
        ignored: Iterable[Place] = (),
    ) -> None:
        """`ignored`: folders of programs that are no services; their files belong to nobody, not to what lies above."""
        self.components = sorted(components, key=lambda component: component.id)
        self.modules, self._chapters = modules, chapters
        self._by_place: dict[Place, Component | None] = dict.fromkeys(ignored)
        self._by_place |= {place: component for component in self.components for place in component.places}
        self._owners: dict[Place, Component | None] = {}

    def owner(self, repo: str, path: str) -> Component | None:
        """The component whose program a file belongs to: the deepest one above it, unless a library module is deeper."""
        known = self._owners.get((repo, path), ...)
        if known is ...:
            known = self._owners[repo, path] = self._find_owner(repo, path)
        return known

    def _find_owner(self, repo: str, path: str) -> Component | None:
        place = deepest(repo, path, self._by_place)
        if place is None:
            return None
        module = self.modules.module_of(repo, path)
        if module and len(module[1]) > len(place[1]) and not self._is_part(module, place):
            return None
        return self._by_place[place]

    def _is_part(self, module: Place, place: Place) -> bool:
        """Whether a module inside a program's folder is a part of it (its only code), not a library beside it."""
        return place not in self.modules.modules

    def chapter_of(self, repo: str, path: str) -> str:
        """The copy of a system that a file lies in, "" where its repository holds one system."""
        return self._chapters.of(repo, path) if self._chapters is not None else ""

    def chapter(self, component: Component) -> str:
        """The copy of a system that a component belongs to, "" for none or for all."""
        if component.program is not None:
            return self.chapter_of(component.program.repo, component.program.directory)
        found = {unit.chapter for unit in component.units}
        return next(iter(found)) if len(found) == 1 else ""

    def unit_owner(self, repo: str, unit_name: str, path: str = "") -> Component | None:
        """The component that a deployment unit of this name belongs to, in its own repository first.

        `path` is the file that speaks of it: of several copies of a system, the one that it lies in.
        """
        key = name_key(unit_name)
        chapter = self.chapter_of(repo, path)
        if chapter:
            own = [c for c in self.components if self.chapter(c) == chapter and c.repo == repo]
            found = next((c for c in own for u in c.units if key in {name_key(n) for n in (u.name, *u.aliases)}), None)
            if found is not None:
                return found
        matching = [c for c in self.components for u in c.units if name_key(u.name) == key]
        here = [c for c in matching if any(e.path == path and e.repo == repo for u in c.units for e in u.evidence)]
        matching = here or matching
        matching = matching or [
            c for c in self.components for u in c.units if key in {name_key(alias) for alias in u.aliases}
        ]
        return next((c for c in matching if any(u.repo == repo for u in c.units)), matching[0] if matching else None)

    def selected(self, repo: str, selector: tuple[str, ...]) -> Component | None:
        """The only component with a unit whose pods carry all these labels."""
        found = {
            component.id: component
            for component in self.components
            for unit in component.units
            if selector and unit.repo == repo and set(selector) <= set(unit.properties.get("labels", "").split(","))
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def with_role(self, *roles: Role) -> list[Component]:
        """Components that play one of these roles."""
        return [component for component in self.components if component.role in roles]

    def add(self, component: Component) -> Component:
        """Adds an external system or a database that only an address shows; the known one where its id is taken."""
        for known in self.components:
            if known.id == component.id:
                return known
        self.components.append(component)
        self.components.sort(key=lambda each: each.id)
        return component
