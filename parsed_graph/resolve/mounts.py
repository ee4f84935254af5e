"""Routers that are declared in one file and mounted under a prefix in another."""

from collections import defaultdict
from collections.abc import Iterable

from parsed_graph.estate_facts import Located
from parsed_graph.facts import RouteDecl, RoutePrefix
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate

_MAX_MOUNTS = 5


class Mounts:
    """Where routers are mounted: the prefixes that stand before a route, through any number of routers in other files."""

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._by_router: defaultdict[str, list[Located[RoutePrefix]]] = defaultdict(list)
        self._by_name: defaultdict[str, list[Located[RoutePrefix]]] = defaultdict(list)
        self._by_module: defaultdict[str, list[Located[RoutePrefix]]] = defaultdict(list)
        self._routers: defaultdict[str, set[str]] = defaultdict(set)
        for route in estate.facts.of(RouteDecl):
            if route.fact.router:
                self._routers[route.fact.router.rpartition(".")[0]].add(route.fact.router)
        for located in estate.facts.of(RoutePrefix):
            self._by_router[located.fact.router].append(located)
            self._by_name[".".join(located.fact.router.split(".")[-2:])].append(located)
            self._by_module[located.fact.router.rpartition(".")[0]].append(located)

    def prefixes(self, located: Located[RouteDecl], component: Component) -> list[str]:
        """The prefixes of a route, without context path; [""] where it is mounted nowhere."""
        module = located.path.rpartition(".")[0].replace("/", ".").removesuffix(".__init__").removesuffix(".index")
        fact = located.fact
        names = [fact.router] if fact.router else [fact.function.rpartition(".")[0], module]
        own = [text for name in names for text in self._above(name, located.repo, component, _MAX_MOUNTS)]
        everywhere = self._texts(self._by_router.get("", ()), located.repo, component)
        return [f"{outer}/{inner}" for outer in everywhere or [""] for inner in own or [""]]

    def _above(self, router: str, repo: str, component: Component, depth: int) -> list[str]:
        """The prefixes of a router, those of the routers that it is mounted on first."""
        if depth == 0 or not router:
            return []
        found: list[str] = []
        for prefix in self._mounting(router, repo, component):
            above = self._above(prefix.fact.on, repo, component, depth - 1) or [""]
            found += [f"{outer}/{inner}" for outer in above for inner in self._texts([prefix], repo, component)]
        return list(dict.fromkeys(found))

    def _mounting(self, router: str, repo: str, component: Component) -> list[Located[RoutePrefix]]:
        """By the router's name; by its module, where the whole module was imported; by the end of its name, for path aliases.

        The only router of a module may be exported under another name: `export { router as orders }`.
        """
        module = router.rpartition(".")[0]
        found = self._by_router.get(router) or self._by_router.get(module) or []
        if not found and module and self._routers.get(module) == {router}:
            found = self._by_module.get(module, [])
        found = found or self._by_name.get(".".join(router.split(".")[-2:]), [])
        return [p for p in found if p.repo == repo and self._estate.inventory.owner(p.repo, p.path) is component]

    def _texts(self, prefixes: Iterable[Located[RoutePrefix]], repo: str, component: Component) -> list[str]:
        found: list[str] = []
        for prefix in prefixes:
            if prefix.repo == repo and self._estate.inventory.owner(prefix.repo, prefix.path) is component:
                values = self._estate.values.evaluate(prefix.fact.prefix, component, prefix.repo)
                found += [value.text for value in values if not value.is_open or not value.trace]
        return list(dict.fromkeys(found))
