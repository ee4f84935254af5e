"""What every resolver works with: the facts, the components, ways to evaluate and to find, and the graph that it fills."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import Dependency, Fact, FunctionCall, ModuleDecl, SourceSpan, TypeDecl
from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Problem, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.resolve.component_scan import scanned_types
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.find_components import find_components
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.components.overrides import Overrides
from parsed_graph.resolve.configuration import Configuration
from parsed_graph.resolve.hosts import Address, Hosts
from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.resolve.linked_code import LinkedCode
from parsed_graph.resolve.programs import Place
from parsed_graph.resolve.reach import reachable
from parsed_graph.resolve.values import Values
from parsed_graph.schema import CONFIGURED, CONTRACT, PATTERN, EdgeType, Kind, Layer, NodeLabel, Role

ANY_PRODUCT = "*"


@dataclass(slots=True)
class Use:
    """One reason for a DEPENDS_ON edge; `resolve/dependencies.py` joins them."""

    source: str
    target: str
    kind: Kind
    layer: Layer
    confidence: float
    evidence: Evidence


@dataclass(slots=True)
class Owner:
    """A component that a file's facts count for; `confidence` is below 1 where the file is a library that it uses."""

    component: Component
    confidence: float = 1.0
    hop: str = ""


@dataclass
class Estate:
    """The state of resolution; resolvers read the first seven and add to the others."""

    facts: EstateFacts
    inventory: Inventory
    configuration: Configuration
    values: Values
    hosts: Hosts
    linked: LinkedCode
    overrides: Overrides
    graph: PropertyGraph = field(default_factory=PropertyGraph)
    problems: list[Problem] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    _short_names: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: EstateFacts) -> "Estate":
        """Finds the components and prepares the look-ups; adds no node yet."""
        inventory, overrides = find_components(facts)
        linked = LinkedCode(facts, inventory)
        configuration = Configuration(facts, inventory, linked)
        hosts = Hosts(facts, inventory, configuration)
        values = Values(facts, inventory, configuration)
        return cls(facts, inventory, configuration, values, hosts, linked, overrides)

    def owners(self, located: Located[Fact]) -> list[Owner]:
        """Whose code a fact is: the program around it, or each program that calls or scans the library code around it."""
        own = self.inventory.owner(located.repo, located.path)
        if own:
            return [Owner(own)]
        linked = self.linked.programs(located.repo, located.path)
        if linked:
            hop = f"import of {located.path}"
            return [Owner(c, CONFIGURED, hop) for c in linked if self._may_run(c, located)]
        module = self.inventory.modules.module_of(located.repo, located.path)
        users = self._library_users.get(module, ()) if module else ()
        if not module or not users:
            return []
        function = getattr(located.fact, "function", "")
        reached = [c for c in users if _enclosing_type(function) in self._reached_types[c.id]] if function else []
        hop = f"library {located.repo}:{module[1]}"
        return [Owner(component, PATTERN, hop) for component in (reached if function else users)]

    def _may_run(self, component: Component, located: Located[Fact]) -> bool:
        """Whether a program that is linked with a file uses this function of it.

        What only a framework runs (a controller, a job) needs no caller.
        """
        function = getattr(located.fact, "function", "")
        if not function or not self.linked.by_file(located.repo, located.path):
            return True
        if not self.linked.takes(component, located.repo, located.path, function):
            return False
        owner = _enclosing_type(function)
        return owner not in self._called_types or owner in self._reached_types[component.id]

    def storing_owners(self, located: Located[Fact], names: tuple[str, ...]) -> list[Owner]:
        """The owners of an entity or repository; of a library's, those whose code reaches one of the types named so."""
        known = [name for name in names if name in self._type_names]
        return [
            owner
            for owner in self.owners(located)
            if owner.confidence == CONTRACT
            or not known
            or self.linked.by_file(located.repo, located.path)
            or self._reached_names(owner.component.id).intersection(known)
        ]

    @cached_property
    def _type_names(self) -> set[str]:
        return {located.fact.name.rpartition(".")[2] for located in self.facts.of(TypeDecl)}

    def _reached_names(self, component_id: str) -> set[str]:
        if component_id not in self._short_names:
            reached = self._reached_types[component_id]
            self._short_names[component_id] = {name.rpartition(".")[2] for name in reached}
        return self._short_names[component_id]

    def service_node(self, component: Component) -> str:
        """Adds the component's node if it is not there yet, and gives its id."""
        if self.graph.node(component.id) is None:
            self.graph.add_node(component_node(component))
        return component.id

    def external(self, address: Address, role: Role, evidence: Evidence) -> Component:
        """The component for a system outside the estate, named by its host."""
        name = address.host.lower().removeprefix("www.")
        found = self.inventory.add(Component(name, role=role, properties={"address": name}))
        found.evidence.add(evidence)
        return found

    def use(
        self,
        source: Component,
        target: Component,
        kind: Kind,
        confidence: float,
        evidence: Evidence,
        layer: Layer = Layer.PARSED,
    ) -> None:
        """Notes that a component depends on another; never on itself."""
        if source.id != target.id and source.label is NodeLabel.SERVICE:
            self.service_node(source)
            self.service_node(target)
            self.uses.append(Use(source.id, target.id, kind, layer, confidence, evidence))

    def edge(
        self,
        source: str,
        edge_type: EdgeType,
        target: str,
        confidence: float,
        evidence: Evidence,
        layer: Layer = Layer.PARSED,
        properties: Mapping[str, Property] | None = None,
    ) -> None:
        """Adds an edge between two nodes that are there; empty properties are left out."""
        shown = {name: value for name, value in (properties or {}).items() if value not in ("", ())}
        self.graph.add_edge(Edge(source, edge_type, target, layer, confidence, shown, (evidence,)))

    def problem(self, stage: str, repo: str, span: SourceSpan, reason: str, detail: str) -> None:
        """Notes something that could not be used."""
        self.problems.append(Problem(stage, f"{repo}:{span.path}", span.line, reason, detail))

    @cached_property
    def library_capabilities(self) -> dict[str, set[tuple[str, str]]]:
        """What the libraries of each component can do: (capability, product) pairs, product "" for any, `ANY_PRODUCT` of one that speaks to several."""
        found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for located in self.facts.of(Dependency):
            use = library_use(located.fact.ecosystem, located.fact.group, located.fact.artifact)
            if use and located.fact.scope not in ("test", "dev"):
                for owner in self.owners(located):
                    found[owner.component.id] |= {(use.capability, use.product or ANY_PRODUCT), (use.capability, "")}
        return found

    @cached_property
    def _reached_types(self) -> dict[str, set[str]]:
        """The types that the code of each component calls, extends or has its container make, directly or through others.

        Programs may have types of one name each: only what libraries call leads on.
        """
        starts: defaultdict[str, set[str]] = defaultdict(set)
        onward: defaultdict[str, set[str]] = defaultdict(set)
        for call in self.facts.of(FunctionCall):
            owner = self.inventory.owner(call.repo, call.path)
            caller, target = _enclosing_type(call.fact.caller), _enclosing_type(call.fact.target)
            if owner:
                starts[owner.id].add(target)
            elif caller != target:
                onward[caller or f"{call.repo}:{call.path}"].add(target)
        for declared in self.facts.of(TypeDecl):
            name, bases = declared.fact.name, {base.partition("<")[0] for base in declared.fact.bases}
            owner = self.inventory.owner(declared.repo, declared.path)
            if owner:
                starts[owner.id] |= {name, *bases}
                continue
            onward[name] |= bases
            if name not in self._called_types:
                for linked in self.linked.programs(declared.repo, declared.path):
                    starts[linked.id].add(name)
        for component_id, types in scanned_types(self.facts, self.inventory, self._library_users).items():
            starts[component_id] |= types
        return defaultdict(set, {component: reachable(types, onward) for component, types in starts.items()})

    @cached_property
    def _called_types(self) -> set[str]:
        """Types that are declared in the estate and called from outside of them."""
        declared = {located.fact.name for located in self.facts.of(TypeDecl)}
        calls = ((_enclosing_type(c.fact.caller), _enclosing_type(c.fact.target)) for c in self.facts.of(FunctionCall))
        return {target for caller, target in calls if caller != target and target in declared}

    @cached_property
    def _library_users(self) -> dict[Place, list[Component]]:
        return _library_users(self.facts, self.inventory)


def component_node(component: Component) -> Node:
    """The node of a component; owners and declared systems are stamped on later."""
    program = component.program
    properties: dict[str, Property] = {
        "aliases": tuple(sorted(component.aliases)),
        "repo": component.repo,
        **component.properties,
    }
    if component.label is NodeLabel.DATABASE:
        properties |= {"kind": component.product, "instance": component.properties.get("instance", component.name)}
    else:
        languages = sorted(program.languages) if program else []
        frameworks = sorted(program.frameworks) if program else []
        properties |= {
            "role": component.role.value,
            "path": program.directory if program else "",
            "language": languages[0] if languages else "",
            "runtime": frameworks[0] if frameworks else component.product,
        }
    owner = component.id if component.label is NodeLabel.SERVICE else ""
    return Node(
        component.id, component.label, component.name, owner, {k: v for k, v in properties.items() if v not in ("", ())}
    )


def library_node(artifact: str, group: str, version: str) -> Node:
    """The node of a library; versions in use are joined by the edges."""
    properties: dict[str, Property] = {"group": group, "artifact": artifact}
    return Node(node_id(NodeLabel.LIBRARY, group, artifact), NodeLabel.LIBRARY, artifact, "", properties)


def _library_users(facts: EstateFacts, inventory: Inventory) -> dict[Place, list[Component]]:
    """For each library module of the estate, the components whose build files name it, directly or through others."""
    by_name: defaultdict[str, set[Place]] = defaultdict(set)
    for located in facts.of(ModuleDecl):
        by_name[_module_key(located.fact.name)].add((located.repo, located.fact.directory))
        by_name[located.fact.directory].add((located.repo, located.fact.directory))
    needs: defaultdict[Place, set[Place]] = defaultdict(set)
    for dependency in facts.of(Dependency):
        module = inventory.modules.module_of(dependency.repo, dependency.path)
        if module and dependency.fact.scope != "test":
            needs[module] |= {
                target
                for key in _dependency_keys(dependency)
                for target in by_name.get(key, ())
                if target != module and (target[0] == dependency.repo or dependency.fact.group)
            }
    users: defaultdict[Place, list[Component]] = defaultdict(list)
    for component in inventory.components:
        starts = [_modules_in(place, inventory) or {place} for place in component.places]
        for module in sorted(_closure(set[Place]().union(*starts), needs)):
            if inventory.owner(*module) is not component:
                users[module].append(component)
    return dict(users)


def _modules_in(place: Place, inventory: Inventory) -> set[Place]:
    repo, folder = place
    return {m for m in inventory.modules.modules if m[0] == repo and (m[1] == folder or m[1].startswith(folder + "/"))}


def _closure(roots: Iterable[Place], needs: Mapping[Place, set[Place]]) -> set[Place]:
    return reachable(roots, needs) - set(roots)


def _enclosing_type(function: str) -> str:
    """The type or module that a qualified function is in."""
    return function.rpartition(".")[0]


def _module_key(name: str) -> str:
    return name.strip().lower()


def _dependency_keys(dependency: Located[Dependency]) -> list[str]:
    """How a dependency may name a module of the estate: its artifact, a Gradle path, the folder of a project reference."""
    artifact = dependency.fact.artifact.strip()
    folder = artifact.replace("\\", "/").rpartition("/")[0]
    if dependency.fact.ecosystem.endswith("-project"):
        return [artifact.strip(":").replace(":", "/"), artifact.strip(":").rpartition(":")[2].lower(), folder]
    return [_module_key(artifact)]
