"""gRPC and GraphQL: contracts, the service that registers an implementation, and the clients that dial it.

Who holds a `.proto` says nothing of who serves it: copies of one contract are one API, and the provider is whoever
registers a server. A client's address decides between several providers of one API; without one, an only provider is meant.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from parsed_graph.estate_facts import Located
from parsed_graph.facts import ApiDecl, RpcCall, RpcServe, render_text
from parsed_graph.identity import name_key
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.endpoints import add_endpoint
from parsed_graph.resolve.estate import Estate, Owner
from parsed_graph.resolve.hosts import Match, parse_address
from parsed_graph.resolve.http import FunctionLink
from parsed_graph.resolve.values import Value
from parsed_graph.schema import GUESS, PATTERN, EdgeType, Kind, NodeLabel, Role

_GRAPHQL = "graphql"
"""The name of every GraphQL API."""
_KINDS = {"grpc": Kind.GRPC, "graphql": Kind.HTTP}


class _Contracts:
    """Operations by API, the same API under its full and its short name; those of copies apart that lie with a component."""

    def __init__(self, estate: Estate) -> None:
        self._operations: defaultdict[str, dict[str, ApiDecl]] = defaultdict(dict)
        self._own: defaultdict[tuple[str, str], dict[str, ApiDecl]] = defaultdict(dict)
        for located in estate.facts.of(ApiDecl):
            fact = located.fact
            if fact.protocol in _KINDS:
                owner = estate.inventory.owner(located.repo, located.path)
                for name in {fact.api, fact.api.rpartition(".")[2]}:
                    self._operations[name_key(name)].setdefault(_name(fact), fact)
                    self._own[owner.id if owner else "", name_key(name)].setdefault(_name(fact), fact)

    def operations(self, api: str, provider: Component | None = None) -> list[ApiDecl]:
        """Operations of an API as code names it: `hipstershop.CartService`, `CartService`.

        A provider serves what its own copy says, or else one that lies with nobody: those of its clients may be older or newer.
        GraphQL schemas have no name: that of another service is another one.
        """
        keys = name_key(api), name_key(api.rpartition(".")[2])
        places = [provider.id, ""] if provider else []
        own = next((self._own[place, key] for place in places for key in keys if (place, key) in self._own), None)
        anyones = {} if provider and api == _GRAPHQL else self._operations.get(keys[0]) or self._operations.get(keys[1])
        found = own or anyones or {}
        return [found[key] for key in sorted(found)]

    def operation(self, api: str, method: str, provider: Component | None = None) -> ApiDecl | None:
        """One operation; names compare without case and underscores, as stubs rename them."""
        found = {_name(operation): operation for operation in self.operations(api, provider)}
        key = name_key(method)
        return found.get(key) or found.get(key.removesuffix("async")) or found.get(key.removeprefix("blocking"))


def _name(operation: ApiDecl) -> str:
    """What calls an operation: its RPC name, or its root field, for which `method` only says whether it is a query."""
    return name_key(operation.path if operation.protocol == "graphql" else operation.method)


def resolve_rpc(estate: Estate) -> list[FunctionLink]:
    """Adds an Endpoint per served operation, CALLS to them, and notes dependencies."""
    contracts = _Contracts(estate)
    providers: defaultdict[str, dict[str, Component]] = defaultdict(dict)
    for located in estate.facts.of(RpcServe):
        for owner in estate.owners(located):
            if owner.component.label is NodeLabel.SERVICE:
                providers[_api_key(located.fact.api)][owner.component.id] = owner.component
                _serve(estate, contracts, located, owner)
    links: list[FunctionLink] = []
    for call in estate.facts.of(RpcCall):
        for owner in estate.owners(call):
            if owner.component.label is NodeLabel.SERVICE:
                links += _call(estate, contracts, providers, call, owner)
    return links


def _api_key(api: str) -> str:
    return name_key(api.rpartition(".")[2])


def _serve(estate: Estate, contracts: _Contracts, located: Located[RpcServe], owner: Owner) -> None:
    fact = located.fact
    operations = contracts.operations(fact.api, owner.component)
    if fact.method:
        operations = [o for o in [contracts.operation(fact.api, fact.method, owner.component)] if o]
    if not operations and not (fact.method and contracts.operations(fact.api, owner.component)):
        estate.problem(
            "rpc", located.repo, fact.span, "no-contract", f"{fact.api} is served, but no contract of it was found"
        )
    for operation in operations:
        segments = tuple(part for part in operation.path.split("/") if part)
        endpoint = add_endpoint(
            estate,
            owner.component,
            operation.protocol,
            operation.method,
            segments,
            version=operation.version,
            request=operation.request,
            response=operation.response,
        )
        evidence = located.evidence(f"{fact.framework} server", [owner.hop] if owner.hop else [])
        estate.edge(owner.component.id, EdgeType.EXPOSES, endpoint, owner.confidence, evidence)


def _call(
    estate: Estate,
    contracts: _Contracts,
    providers: dict[str, dict[str, Component]],
    located: Located[RpcCall],
    owner: Owner,
) -> list[FunctionLink]:
    fact, caller = located.fact, owner.component
    found = list(_targets(estate, providers, located, caller))
    if not found:
        detail = f"{fact.client} {fact.api} at {render_text(fact.address) or 'an unknown address'}"
        estate.problem("rpc", located.repo, fact.span, "unresolved-host", detail)
    links: list[FunctionLink] = []
    for value, match in found:
        confidence = min(owner.confidence, value.confidence, match.confidence)
        evidence = located.evidence(
            fact.client, (*([owner.hop] if owner.hop else []), *value.hops, *([match.hop] if match.hop else []))
        )
        provider = match.component if fact.api == _GRAPHQL else None
        operation = contracts.operation(fact.api, fact.method, provider) if fact.method else None
        protocol = operation.protocol if operation else "graphql" if "graphql" in fact.client else "grpc"
        estate.use(caller, match.component, _KINDS[protocol], confidence, evidence)
        if operation and match.component.id in providers.get(_api_key(fact.api), {}):
            segments = tuple(part for part in operation.path.split("/") if part)
            endpoint = add_endpoint(estate, match.component, protocol, operation.method, segments)
            estate.edge(caller.id, EdgeType.CALLS, endpoint, confidence, evidence)
            if fact.function:
                links.append(FunctionLink(located.repo, fact.function, endpoint, confidence, evidence))
    return links


def _targets(
    estate: Estate, providers: dict[str, dict[str, Component]], located: Located[RpcCall], caller: Component
) -> Iterable[tuple[Value, Match]]:
    """The component at the address; else the API's only provider."""
    fact = located.fact
    serving = {i: c for i, c in providers.get(_api_key(fact.api), {}).items() if i != caller.id}
    values = estate.values.evaluate(fact.address, caller, located.repo, fact.function) if fact.address else ()
    found = []
    for value in values:
        address = parse_address(
            value.text.removeprefix("dns:///").removeprefix("discovery:///").removeprefix("static://")
        )
        match = estate.hosts.find(address, caller) if address else None
        match = match or (estate.hosts.named(address.host, caller) if address and not address.is_local else None)
        is_leftover = not fact.method and address is not None and address.scheme.startswith("http")
        if match and match.component.label is NodeLabel.SERVICE and match.component is not caller:
            found += [(value, match)] if not is_leftover or match.component.id in serving else []
    behind = [pair for pair in found if pair[1].component.id in serving]
    if behind or found:
        return behind or [
            pair for pair in found if pair[1].component.role in (Role.GATEWAY, Role.PROXY, Role.APPLICATION)
        ]
    if len(serving) == 1:
        only = next(iter(serving.values()))
        # An address that is given and cannot be followed may well lead elsewhere, through a gateway for instance.
        confidence = GUESS if fact.address and not (_is_injected(values) or _is_for_development(values)) else PATTERN
        return [(Value(""), Match(only, confidence, f"the only provider of {fact.api}"))]
    return []


def _is_for_development(values: Sequence[Value]) -> bool:
    """Whether every address is the developer's own machine, where whoever serves the API runs, too."""
    addresses = [parse_address(value.text) for value in values]
    return bool(addresses) and all(address is not None and address.is_local for address in addresses)


def _is_injected(values: Sequence[Value]) -> bool:
    """Whether an address is a mere parameter: whoever builds the client, elsewhere, knows it."""
    return bool(values) and all(value.is_open and value.trace.startswith("parameter") for value in values)
