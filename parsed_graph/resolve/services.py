"""The components of an estate: programs and deployment units joined into Services and Databases, one node each.

One service known under several names becomes one component: a folder `mail-service`, an image `todo/mail-service`,
a compose unit `mail` and `spring.application.name: mailer` are the same. The name is what
its cluster calls it, else what it calls itself, else its compose unit, else its folder; all others are aliases.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import Dependency, RoleDecl, ServiceAlias, ServiceDecl
from parsed_graph.identity import name_key, name_stem, node_id
from parsed_graph.model import Evidence
from parsed_graph.resolve.chapters import Chapters
from parsed_graph.resolve.images import Product, image_base, image_product, product_named, product_suffix
from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.resolve.programs import ModuleTree, Place, Program, deepest, deployed_places, find_programs
from parsed_graph.resolve.units import Unit, find_units
from parsed_graph.schema import NodeLabel, Role

_DEPLOYED = frozenset({"kubernetes", "aspire"})
"""Origins whose names are addresses that everyone uses; compose units often carry shorthand."""
_WORKER = re.compile(
    r"[-_.](worker|workers|consumer|scheduler|beat|migrat\w+|init|cron|job|jobs|celery|dev|local|test)\d*$"
)


@dataclass(slots=True)
class Component:
    """A Service or Database of the estate, before it becomes a node."""

    name: str
    label: NodeLabel = NodeLabel.SERVICE
    role: Role = Role.APPLICATION
    product: str = ""
    program: Program | None = None
    units: list[Unit] = field(default_factory=list)
    aliases: set[str] = field(default_factory=set)
    evidence: set[Evidence] = field(default_factory=set)
    properties: dict[str, str] = field(default_factory=dict)
    qualifier: str = ""
    """Tells apart two components of one name: the repository or folder."""

    @property
    def id(self) -> str:
        """The node id."""
        return node_id(self.label, self.qualifier, self.name.lower())

    @property
    def repo(self) -> str:
        """The repository of its source, else of its deployment file, "" for an external one."""
        if self.program:
            return self.program.repo
        return self.units[0].repo if self.units else ""

    @property
    def names(self) -> set[str]:
        """Every name that it goes by."""
        found = {self.name, *self.aliases}
        for unit in self.units:
            found |= {unit.name, *unit.aliases}
        if self.program:
            found |= self.program.names | ({self.program.app_name} - {""})
        return found


class Inventory:
    """All components, and whose file is whose."""

    def __init__(self, components: Iterable[Component], modules: ModuleTree, chapters: Chapters | None = None) -> None:
        self.components = sorted(components, key=lambda component: component.id)
        self.modules, self._chapters = modules, chapters
        self._by_place = {(c.program.repo, c.program.directory): c for c in self.components if c.program}

    def owner(self, repo: str, path: str) -> Component | None:
        """The component whose program a file belongs to: the deepest one above it, unless a library module is deeper."""
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


def find_components(facts: EstateFacts) -> Inventory:
    """Joins programs and units, names them, and gives them their roles."""
    modules = ModuleTree(facts)
    programs = find_programs(facts, modules)
    built = deployed_places(facts)
    _add_built_folders(programs, built, modules)
    chapters = Chapters(facts, programs)
    units = find_units(facts, programs, built, chapters)
    components = [*_program_components(programs, units, facts, modules), *_unit_components(units)]
    components = _merge_same_images(_merge_bare_units(components))
    _add_declared(components, facts)
    _name_components(components)
    _assign_roles(components, facts)
    return Inventory(components, modules, chapters)


def _add_built_folders(
    programs: dict[Place, Program], built: dict[Place, list[Located[ServiceDecl]]], modules: ModuleTree
) -> None:
    """A folder that a unit is built from is a program; the only program inside such a folder moves up to it."""
    for place, declared in sorted(built.items()):
        if place in programs:
            continue
        inside = [other for other in programs if other[0] == place[0] and _within(other[1], place[1])]
        if len(inside) == 1 and place[1]:
            program = programs.pop(inside[0])
            program.names.add(program.folder)
            program.directory = place[1]
            programs[place] = program
        elif not inside:
            programs[place] = Program(*place, evidence={declared[0].evidence("image build")})
            programs[place].names.add(programs[place].folder)


def _within(folder: str, parent: str) -> bool:
    return not parent or folder.startswith(parent + "/")


def _program_components(
    programs: dict[Place, Program], units: list[Unit], facts: EstateFacts, modules: ModuleTree
) -> Iterator[Component]:
    """One component for each program, with the units that run it; these are taken off `units`."""
    matched = _match_units(programs, units, _image_aliases(facts, modules))
    taken: set[int] = set()
    for place, program in sorted(programs.items()):
        chosen = sorted((units[index] for index in matched.get(place, ())), key=lambda unit: unit.rank)
        taken |= set(matched.get(place, ()))
        if not chosen and not program.has_code:
            continue
        main, others = _main_unit(program, chosen)
        component = Component(main.name if main else program.folder, program=program, evidence=set(program.evidence))
        component.units = [unit for unit in chosen if _is_same_service(unit, main, program)]
        _set_product(component, program)
        yield component
        for unit in others:
            if unit not in component.units:
                sibling = Component(unit.name, units=[unit], evidence=set(unit.evidence))
                _set_product(sibling, program)
                yield sibling
    units[:] = [unit for index, unit in enumerate(units) if index not in taken]


def _set_product(component: Component, program: Program) -> None:
    """An image built on a product, without code of its own, is that product: `FROM mongo` with an init script."""
    product = image_product(program.image_base) if program.image_base else None
    if product is None and not program.has_code and component.units:
        product = product_suffix(component.units[0].name) if not program.image_base else None
    if product and not program.has_code:
        _become(component, product)


def _become(component: Component, product: Product) -> None:
    component.product = product.name
    if product.database:
        component.label = NodeLabel.DATABASE
    elif product.role:
        component.role = product.role


def _main_unit(program: Program, units: list[Unit]) -> tuple[Unit | None, list[Unit]]:
    keys = {name_key(name) for name in (*program.names, program.app_name) if name}
    named = [unit for unit in units if name_key(unit.name) in keys]
    main = next(iter(named or units), None)
    return main, [unit for unit in units if unit is not main]


def _is_same_service(unit: Unit, main: Unit | None, program: Program) -> bool:
    """Whether a further unit of one folder is the same service: a spelling, its worker, or its name in another deployment file."""
    if main is None or unit is main:
        return True
    base = _WORKER.sub("", unit.name)
    keys = {name_key(name) for name in (main.name, *main.aliases, *program.names, program.app_name) if name}
    stems = {name_stem(name) for name in (main.name, *program.names)}
    if name_key(base) in keys or name_stem(base) in stems:
        return True
    return program.has_code and not {e.path for e in unit.evidence} & {e.path for e in main.evidence}


def _image_aliases(facts: EstateFacts, modules: ModuleTree) -> dict[str, Place]:
    """Image names that a build file gives to its module (jib, docker plugins, Skaffold)."""
    found: dict[str, Place] = {}
    for located in facts.of(ServiceAlias):
        if located.fact.origin in ("maven", "gradle", "skaffold", "image"):
            folder = located.fact.target if located.fact.origin == "skaffold" else located.path
            place = modules.module_of(located.repo, folder) or (located.repo, located.fact.target)
            found[image_base(located.fact.alias)] = place
    return found


def _match_units(
    programs: dict[Place, Program], units: list[Unit], image_aliases: dict[str, Place]
) -> dict[Place, list[int]]:
    """Which units run which program: by folder, then image, then name, then name without affixes; the surest first."""
    prefix = _common_prefix([program.folder for program in programs.values()])
    names = {place: _keys(program, prefix) for place, program in programs.items()}
    stems = Counter(
        stem for place in programs for stem in {name_stem(n) for n in _plain_names(programs[place], prefix)}
    )
    matched: defaultdict[Place, list[int]] = defaultdict(list)
    for index, unit in enumerate(units):
        scores = []
        shared = bool(unit.places) and unit.places.isdisjoint(programs)
        for place, program in programs.items():
            if unit.chapter and not (place[0] == unit.repo and _within(place[1], unit.chapter)):
                continue
            score = _score(unit, place, program, names[place], stems, image_aliases, prefix, shared)
            if score:
                scores.append((score + _nearness(unit, place), place))
        if scores:
            best = max(score for score, _ in scores)
            places = [place for score, place in scores if score == best]
            if len(places) == 1 and not (unit.product and best < 75):
                matched[places[0]].append(index)
    return matched


def _nearness(unit: Unit, place: Place) -> int:
    """Between programs of one name the one of the unit's repository is meant, and in it the one of its part of the tree."""
    if place[0] != unit.repo:
        return 0
    paths = {evidence.path for evidence in unit.evidence if "/" in evidence.path}
    if place[1] and any(_within(path, place[1]) for path in paths):
        return 11
    return 9 if place[1].partition("/")[0] in {path.partition("/")[0] for path in paths} else 5


def _started(unit: Unit) -> str:
    """The program that a unit's entry point or command starts."""
    words = (unit.properties.get("entrypoint") or unit.properties.get("command", "")).split()
    return words[0].rpartition("/")[2] if words else ""


def _plain_names(program: Program, prefix: str) -> set[str]:
    names = {*program.names, program.app_name} - {""}
    return names | {name[len(prefix) :] for name in names if prefix and name.startswith(prefix)}


def _keys(program: Program, prefix: str) -> set[str]:
    return {name_key(name) for name in _plain_names(program, prefix)}


def _score(
    unit: Unit,
    place: Place,
    program: Program,
    keys: set[str],
    stems: Counter[str],
    image_aliases: dict[str, Place],
    prefix: str,
    shared: bool,
) -> int:
    """`shared`: the unit's image is built from a folder that holds several programs: its name or command tells which."""
    if place in unit.places:
        return 100
    if unit.places and not shared:
        return 0
    if shared and not any(place[0] == repo and _within(place[1], folder) for repo, folder in unit.places):
        return 0
    bases = {image_base(image) for image in unit.images}
    if name_key(unit.properties.get("project", "").rpartition(".")[2]) in keys:
        return 90
    if any(image_aliases.get(base) == place for base in bases):
        return 90
    last = {base.rpartition("/")[2] for base in bases}
    if {name_key(name) for name in last} & keys:
        return 80
    if name_key(unit.name) in keys or name_key(_started(unit)) in keys:
        return 78
    if any(
        name_key(name).endswith(key) and re.search(rf"[-_.]{re.escape(key)}$", name) for name in last for key in keys
    ):
        return 74
    if {name_key(alias) for alias in unit.aliases} & keys:
        return 70
    if place[1] and any(e.repo == place[0] and _within(e.path, place[1]) for e in unit.evidence) and unit.is_own:
        return 65  # Its manifest lies in the program's folder.
    unit_stems = {name_stem(name) for name in (unit.name, *last)}
    own = {name_stem(name) for name in _plain_names(program, prefix)}
    return 60 if any(stems[stem] == 1 for stem in unit_stems & own) else 0


def _common_prefix(folders: list[str]) -> str:
    """What all but a few folder names start with, up to a separator: `spring-petclinic-`."""
    counts: Counter[str] = Counter()
    for folder in set(folders):
        parts = re.split(r"(?<=[-_.])", folder)
        for size in range(1, len(parts)):
            counts["".join(parts[:size])] += 1
    total = len(set(folders))
    common = [prefix for prefix, count in counts.items() if total >= 3 and count >= 0.7 * total]
    return max(common, key=len, default="")


def _unit_components(units: list[Unit]) -> Iterator[Component]:
    """Units without source in the estate: third-party products, own images whose source is elsewhere."""
    for unit in units:
        if unit.kinds == {"Job"}:
            continue  # It runs once; what it runs is nobody's provider.
        component = Component(unit.name, units=[unit], evidence=set(unit.evidence))
        product = unit.product or (product_suffix(unit.name) if _names_product(unit) else None)
        if product is None and not unit.places:
            product = product_named(unit.name)  # An emulator or a vendor's own build, called what it is.
        if product:
            _become(component, product)
        elif _DATABASE_NAME.search(unit.name) and not unit.places:
            component.label, component.product = NodeLabel.DATABASE, _product_of_port(unit.ports)
        component.qualifier = unit.scope
        yield component


_DATABASE_NAME = re.compile(r"(^|[-_.])(db|database|datastore)$", re.I)
_DATABASE_PORTS = {5432: "postgres", 3306: "mysql", 27017: "mongo", 6379: "redis", 1433: "mssql", 9042: "cassandra"}


def _product_of_port(ports: set[int]) -> str:
    return next((_DATABASE_PORTS[port] for port in sorted(ports) if port in _DATABASE_PORTS), "")


def _names_product(unit: Unit) -> bool:
    """An own image such as `shop/orders-mongodb`: image and unit both end in one database or broker."""
    product = product_suffix(unit.name)
    last = product_named(re.split(r"[-_.]", unit.name)[-1])
    images = [image_base(image).rpartition("/")[2] for image in unit.images]
    is_server = product is not None and (product.database or (product.role is Role.BROKER and product == last))
    return is_server and bool(images) and all(product_suffix(image) == product for image in images)


def _merge_bare_units(components: list[Component]) -> list[Component]:
    """One application deployed from two repositories under one name is one component."""
    merged: dict[tuple[str, str, str], Component] = {}
    for component in components:
        bare = component.program is None
        key = (component.label.value, component.qualifier, name_key(component.name))
        known = merged.get(key) if bare else None
        if known and known.program is None and known.label is component.label:
            known.units += component.units
            known.evidence |= component.evidence
        else:
            merged.setdefault(key if bare else (*key[:1], str(id(component)), key[2]), component)
    return list(merged.values())


def _merge_same_images(components: list[Component]) -> list[Component]:
    """Units of one own image under different names in different deployment files (`db`, `shop-db`) are one component."""
    by_image: defaultdict[tuple[str, frozenset[str]], list[Component]] = defaultdict(list)
    for component in components:
        images = frozenset(image_base(image) for unit in component.units for image in unit.images)
        if component.program is None and len(images) == 1 and _is_own_image(next(iter(images))):
            by_image[component.repo, images].append(component)
    merged: set[int] = set()
    for same in by_image.values():
        paths = [evidence.path for component in same for evidence in component.evidence]
        if len(same) > 1 and len(paths) == len(set(paths)):
            main, *others = sorted(same, key=lambda each: each.units[0].rank)
            for other in others:
                main.units += other.units
                main.evidence |= other.evidence
                merged.add(id(other))
    return [component for component in components if id(component) not in merged]


def _is_own_image(base: str) -> bool:
    return "/" in base and "$" not in base and image_product(base) is None


def _add_declared(components: list[Component], facts: EstateFacts) -> None:
    """`services.yaml` adds names, owners and external systems to what code and deployment show."""
    for located in facts.of(ServiceDecl):
        declared = located.fact
        if declared.origin not in ("services.yaml", "settings"):
            continue
        keys = {name_key(name) for name in (declared.name, *declared.aliases)}
        known = next((c for c in components if {name_key(name) for name in c.names} & keys), None)
        if known is None:
            role = Role(declared.role) if declared.role in set(Role) else Role.APPLICATION
            known = Component(declared.name, role=role)
            components.append(known)
        known.aliases |= {declared.name, *declared.aliases} - {known.name}
        known.properties.update(declared.properties)
        known.evidence.add(located.evidence("services.yaml"))


def _name_components(components: list[Component]) -> None:
    app_names = Counter(name_key(c.program.app_name) for c in components if c.program and c.program.app_name)
    for component in components:
        program = component.program
        deployed = component.units and not _DEPLOYED.isdisjoint(component.units[0].origins)
        if program and program.app_name and app_names[name_key(program.app_name)] == 1 and not deployed:
            component.name = _spelling(program.app_name, component.names)
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


def _assign_roles(components: list[Component], facts: EstateFacts) -> None:
    """Roles that code declares (`@EnableConfigServer`) or a library gives; the most telling one wins where there are several."""
    inventory = Inventory(components, ModuleTree(facts))
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
    for component in components:
        roles = declared.get(component.id) or implied.get(component.id)
        if roles and component.label is NodeLabel.SERVICE:
            component.role, component.product = min(roles, key=lambda pair: (_rank(pair[0]), pair[1]))


_TELLING = (Role.CONFIG, Role.DISCOVERY, Role.AUTH, Role.GATEWAY, Role.MONITORING, Role.BROKER, Role.PROXY)


def _rank(role: Role) -> int:
    return _TELLING.index(role) if role in _TELLING else len(_TELLING)
