"""Files, functions and the calls between them; a call is an edge only where name, import or declared type single its target out."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from parsed_graph.facts import FunctionCall, FunctionDecl, RouteDecl, RpcServe, TypeDecl
from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.resolve.endpoints import canonical_path, path_segments
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.http import FunctionLink
from parsed_graph.schema import CONFIGURED, CONTRACT, PATTERN, EdgeType, Layer, NodeLabel

_BASIS = {"same-file": CONTRACT, "this": CONTRACT, "import": CONFIGURED, "declared-type": CONFIGURED, "bare": PATTERN}
Symbol = tuple[str, str]
"""A repository and a qualified name."""


@dataclass(slots=True)
class _Symbols:
    ids: dict[Symbol, dict[str, str]]
    """By service ("" for a library): programs of one repository may each have a function of this name."""
    elsewhere: dict[str, list[str]]
    """Functions by name over all repositories, for code that is shared between them."""
    bases: dict[Symbol, tuple[str, ...]]
    implementations: dict[Symbol, list[str]]

    def find(self, repo: str, name: str, service: str) -> str | None:
        """The function of this name as a service means it: its own, else a library's, else the only one."""
        found = self.ids.get((repo, name))
        if not found:
            return None
        return found.get(service) or found.get("") or (next(iter(found.values())) if len(found) == 1 else None)


class _Services:
    """Whose file is whose, each looked up once."""

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._known: dict[tuple[str, str], str] = {}

    def of(self, repo: str, path: str) -> str:
        """The id of the service that a file belongs to, "" for none."""
        found = self._known.get((repo, path))
        if found is None:
            owner = self._estate.inventory.owner(repo, path)
            found = self._known[repo, path] = self._estate.service_node(owner) if owner else ""
        return found


def resolve_symbols(estate: Estate, links: Iterable[FunctionLink]) -> None:
    """Adds File and Function nodes, CONTAINS, HANDLED_BY and CALLS."""
    services = _Services(estate)
    symbols = _add_functions(estate, services)
    _add_calls(estate, symbols, services)
    for link in links:
        function = symbols.find(link.repo, link.function, services.of(link.evidence.repo, link.evidence.path))
        if function:
            estate.edge(function, EdgeType.CALLS, link.endpoint, link.confidence, link.evidence)
    _add_handlers(estate, symbols, services)


def _add_functions(estate: Estate, services: _Services) -> _Symbols:
    ids: dict[Symbol, dict[str, str]] = {}
    elsewhere: defaultdict[str, list[str]] = defaultdict(list)
    files: set[str] = set()
    graph = estate.graph
    for located in estate.facts.of(FunctionDecl):
        fact, repo = located.fact, located.repo
        service = services.of(repo, fact.span.path)
        file = node_id(NodeLabel.FILE, repo, fact.span.path)
        if file not in files:
            files.add(file)
            _add_file(estate, file, repo, fact, service)
        known = ids.setdefault((repo, fact.name), {})
        if service in known:
            continue  # An overload: one node stands for all of one name.
        function = node_id(NodeLabel.FUNCTION, service.partition(":")[2] or repo, fact.name)
        known[service] = function
        elsewhere[fact.name].append(function)
        properties: dict[str, Property] = {
            "signature": fact.signature,
            "path": fact.span.path,
            "repo": repo,
            "line": fact.span.line,
            "end_line": fact.end_line,
            "language": fact.language,
        }
        graph.add_node(Node(function, NodeLabel.FUNCTION, fact.name.rpartition(".")[2], service, properties))
        if graph.node(file) and graph.node(function):
            evidence = Evidence(repo, fact.span.path, fact.span.line, "definition")
            graph.add_edge(Edge(file, EdgeType.CONTAINS, function, Layer.PARSED, CONTRACT, {}, (evidence,)))
    bases = {(located.repo, located.fact.name): located.fact.bases for located in estate.facts.of(TypeDecl)}
    interfaces = {
        (located.repo, located.fact.name) for located in estate.facts.of(TypeDecl) if _is_interface(located.fact)
    }
    return _Symbols(ids, elsewhere, bases, _implementations(bases, interfaces))


def _add_file(estate: Estate, file: str, repo: str, fact: FunctionDecl, service: str) -> None:
    properties: dict[str, Property] = {"path": fact.span.path, "repo": repo, "language": fact.language}
    name = fact.span.path.rpartition("/")[2]
    estate.graph.add_node(Node(file, NodeLabel.FILE, name, service, properties))
    if service:
        evidence = Evidence(repo, fact.span.path, 1, "source folder")
        estate.edge(service, EdgeType.CONTAINS, file, CONTRACT, evidence)


def _is_interface(declared: TypeDecl) -> bool:
    """A class runs itself: that something extends it says nothing of a call on it."""
    return declared.kind in ("interface", "trait", "protocol")


def _implementations(bases: dict[Symbol, tuple[str, ...]], interfaces: set[Symbol]) -> dict[Symbol, list[str]]:
    found: defaultdict[Symbol, list[str]] = defaultdict(list)
    for (repo, name), parents in bases.items():
        for parent in parents:
            symbol = (repo, parent.partition("<")[0])
            if symbol in interfaces:
                found[symbol].append(name)
    return found


def _add_calls(estate: Estate, symbols: _Symbols, services: _Services) -> None:
    graph = estate.graph
    for located in estate.facts.of(FunctionCall):
        repo, fact = located
        service = services.of(repo, fact.span.path)
        source = symbols.find(repo, fact.caller, service)
        if source is None:
            continue
        for target, confidence in _targets(symbols, repo, fact, service):
            if target != source:  # Recursion says nothing of the architecture, and `super.close()` looks just like it.
                evidence = Evidence(repo, fact.span.path, fact.span.line, f"call by {fact.basis}")
                graph.add_edge(Edge(source, EdgeType.CALLS, target, Layer.PARSED, confidence, {}, (evidence,)))


def _targets(symbols: _Symbols, repo: str, call: FunctionCall, service: str) -> list[tuple[str, float]]:
    """The called function; for an interface's also its implementation, if there is one only."""
    confidence = _BASIS.get(call.basis, PATTERN)
    direct = symbols.find(repo, call.target, service)
    owner, _, name = call.target.rpartition(".")
    if direct is None:
        direct = _inherited(symbols, repo, owner, name, service)
    if direct is None:
        others = symbols.elsewhere.get(call.target, [])
        return [(others[0], min(confidence, CONFIGURED))] if len(others) == 1 else []
    found = [(direct, confidence)]
    implementing = symbols.implementations.get((repo, owner), [])
    if len(implementing) == 1:
        function = symbols.find(repo, f"{implementing[0]}.{name}", service)
        if function:
            found.append((function, PATTERN))
    return found


def _inherited(symbols: _Symbols, repo: str, owner: str, name: str, service: str) -> str | None:
    seen: set[str] = set()
    pending = list(symbols.bases.get((repo, owner), ()))
    while pending and len(seen) < 20:
        base = pending.pop(0).partition("<")[0]
        if base in seen:
            continue
        seen.add(base)
        found = symbols.find(repo, f"{base}.{name}", service)
        if found:
            return found
        pending += symbols.bases.get((repo, base), ())
    return None


def _add_handlers(estate: Estate, symbols: _Symbols, services: _Services) -> None:
    """HANDLED_BY joins an endpoint to the function whose route it is: the only one of that method whose path it ends in."""
    exposed: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for endpoint in estate.graph.nodes(NodeLabel.ENDPOINT):
        method, path = str(endpoint.properties.get("method", "")), str(endpoint.properties.get("path", ""))
        exposed[endpoint.service, method].append((endpoint.id, path))
    for located in estate.facts.of(RouteDecl):
        function = symbols.find(located.repo, located.fact.function, services.of(located.repo, located.path))
        for owner in estate.owners(located) if function else ():
            values = estate.values.evaluate(located.fact.path, owner.component, located.repo)
            tails = {canonical_path(path_segments(value.text)) for value in values}
            for endpoint_id, path in exposed.get((owner.component.id, located.fact.method), ()):
                if function and any(path == tail or path.endswith(tail) for tail in tails):
                    evidence = located.evidence(f"{located.fact.framework} handler")
                    estate.edge(endpoint_id, EdgeType.HANDLED_BY, function, CONTRACT, evidence)
    for served in estate.facts.of(RpcServe):
        function = symbols.find(served.repo, served.fact.function, services.of(served.repo, served.path))
        if function and served.fact.method:
            for owner in estate.owners(served):
                for endpoint_id, _ in exposed.get((owner.component.id, served.fact.method), ()):
                    evidence = served.evidence(f"{served.fact.framework} handler")
                    estate.edge(endpoint_id, EdgeType.HANDLED_BY, function, CONTRACT, evidence)
