"""HTTP contracts: an OpenAPI operation is an Endpoint of the service whose contract it is.

A contract lies with its provider or as a copy with a client. It is the provider's where its title or file name
says so, where the code around it serves one of its paths, or where nothing around it names another service.
"""

from collections import defaultdict

from parsed_graph.estate_facts import Located
from parsed_graph.facts import ApiDecl
from parsed_graph.identity import name_key, name_stem
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.endpoints import EndpointIndex, Route, Segments, add_endpoint, path_segments
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.values import HOLE
from parsed_graph.schema import CONTRACT, EdgeType, NodeLabel, Role


def resolve_specifications(estate: Estate, endpoints: EndpointIndex) -> None:
    """Adds Endpoints for operations that no route in code shows, and puts operation id and shape on those that one does."""
    files: defaultdict[tuple[str, str], list[Located[ApiDecl]]] = defaultdict(list)
    for located in estate.facts.of(ApiDecl):
        if located.fact.protocol == "http":
            files[located.repo, located.path].append(located)
    for (repo, path), operations in files.items():
        provider = _provider(estate, endpoints, repo, path, operations)
        if provider is None:
            detail = f"{operations[0].fact.api}: no service of the estate can be told to provide it"
            estate.problem("specifications", repo, operations[0].fact.span, "no-provider", detail)
            continue
        for located in operations:
            _add(estate, endpoints, provider, located)


def _provider(
    estate: Estate, endpoints: EndpointIndex, repo: str, path: str, operations: list[Located[ApiDecl]]
) -> Component | None:
    own = estate.inventory.owner(repo, path)
    named = _named(estate, path, operations[0].fact.api)
    if own and any(_is_served(endpoints, own, located.fact) for located in operations):
        return own
    return named or own


def _named(estate: Estate, path: str, title: str) -> Component | None:
    """The service that the file name, its folder or the title names."""
    *folders, file = path.split("/")
    stem = file.rpartition(".")[0]
    for name in (stem, title, folders[-1] if folders else ""):
        keys = {name_key(name), name_stem(name)} - {"", "openapi", "swagger", "api", "spec", "docs"}
        found = [
            component
            for component in estate.inventory.components
            if component.label is NodeLabel.SERVICE
            and component.role is not Role.EXTERNAL
            and keys & {key for each in component.names for key in (name_key(each), name_stem(each))}
        ]
        if len(found) == 1:
            return found[0]
    return None


def _is_served(endpoints: EndpointIndex, component: Component, operation: ApiDecl) -> bool:
    return _served(endpoints, component, operation.method, path_segments(operation.path)) is not None


def _served(endpoints: EndpointIndex, component: Component, method: str, segments: Segments) -> Route | None:
    """The route in code that the operation is: the same path, or the same behind a prefix that one side leaves out."""
    for start in range(min(len(segments), 3)):
        choice = endpoints.choose(component.id, method, segments[start:])
        if choice.route and len(choice.route.segments) == len(segments[start:]):
            return choice.route
    return None


def _add(estate: Estate, endpoints: EndpointIndex, provider: Component, located: Located[ApiDecl]) -> None:
    fact = located.fact
    segments = path_segments(fact.path)
    served = _served(endpoints, provider, fact.method, segments)
    shape = {
        "operation_id": fact.operation_id,
        "version": fact.version,
        "request": fact.request,
        "response": fact.response,
    }
    shown = {name: value for name, value in shape.items() if value}
    evidence = located.evidence("OpenAPI operation")
    if served:
        estate.graph.set_properties(served.endpoint, **shown)
        estate.edge(provider.id, EdgeType.EXPOSES, served.endpoint, CONTRACT, evidence)
        return
    endpoint = add_endpoint(estate, provider, "http", fact.method, segments, **shown)
    endpoints.add(provider.id, Route(endpoint, fact.method, segments, sum(s != HOLE for s in segments)))
    estate.edge(provider.id, EdgeType.EXPOSES, endpoint, CONTRACT, evidence)
