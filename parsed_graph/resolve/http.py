"""HTTP calls: from the URL at a call site to the service it reaches and the endpoint it means, through gateways where it goes through one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from parsed_graph.estate_facts import Located
from parsed_graph.facts import IMPORTED_CLIENT, Host, HttpCall, render_text
from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.endpoints import EndpointIndex, Segments, path_segments
from parsed_graph.resolve.estate import Estate, Owner
from parsed_graph.resolve.gateways import Forward
from parsed_graph.resolve.hosts import Match, is_example, parse_address
from parsed_graph.resolve.stork import discovered
from parsed_graph.resolve.values import HOLE, Value
from parsed_graph.schema import CONFIGURED, EdgeType, Kind, NodeLabel, Role

_BROWSER = "browser-fetch"
_AFTER_PORT = re.compile(rf"^([^/]*:\d+)({re.escape(HOLE)})")
"""What fills this in brings its own slash: `localhost:8080{}`."""
_HOST_ONLY = re.compile(r"//[A-Za-z0-9]")
"""A URL without its scheme, which the client adds: `//orders/all`."""
_OWN_VARIABLE = re.compile(
    r"(?:^|[\s_.-])(?:public|canonical|site|self|own|root)[_.-]?(?:base[_.-]?)?(?:ur[il]|host|hostname|origin|address)$",
    re.I,
)
_SCRIPTS = (".js", ".mjs", ".jsx", ".ts", ".tsx", ".vue", ".html")


@dataclass(frozen=True, slots=True)
class FunctionLink:
    """A function that calls an endpoint; becomes an edge once the function nodes are there."""

    repo: str
    function: str
    endpoint: str
    confidence: float
    evidence: Evidence


def resolve_http(estate: Estate, endpoints: EndpointIndex, forwards: dict[str, list[Forward]]) -> list[FunctionLink]:
    """Adds CALLS from services to endpoints and notes dependencies; gives the calls of functions to be added with them."""
    links: list[FunctionLink] = []
    for located in estate.facts.of(HttpCall):
        for owner in estate.owners(located):
            if owner.component.label is NodeLabel.SERVICE:
                links += _resolve_call(estate, endpoints, forwards, located, owner)
    return links


def _resolve_call(
    estate: Estate,
    endpoints: EndpointIndex,
    forwards: dict[str, list[Forward]],
    located: Located[HttpCall],
    owner: Owner,
) -> list[FunctionLink]:
    call, caller = located.fact, owner.component
    evaluated = estate.values.evaluate(call.url, caller, located.repo, call.function)
    values = tuple(discovered(evaluated, caller, estate.configuration))
    logical = bool(call.url) and isinstance(call.url[0], Host)
    is_page = _is_page(located, caller)
    found = [
        (value, match)
        for value in values
        for match in _targets(estate, value, caller, logical, is_page or call.client == _BROWSER)
    ]
    known = [pair for pair in found if pair[1] is not None and pair[1].component.role is not Role.EXTERNAL]
    links: list[FunctionLink] = []
    for value, match in known or found:
        if match is None:
            if call.client != IMPORTED_CLIENT:
                _report(estate, located, value)
            continue
        evidence = located.evidence(
            call.client, (*_hops(located, owner), *value.hops, *([match.hop] if match.hop else []))
        )
        confidence = min(owner.confidence, value.confidence, match.confidence)
        estate.use(caller, match.component, Kind.HTTP, confidence, evidence)
        segments = _call_segments(value, logical)
        links += _link(estate, endpoints, forwards, located, caller, match.component, segments, confidence, evidence)
    return links


def _hops(located: Located[HttpCall], owner: Owner) -> Iterable[str]:
    if owner.hop:
        yield owner.hop
    for span in located.fact.via:
        yield f"{located.repo}:{span.path}:{span.line}"


def _targets(estate: Estate, value: Value, caller: Component, logical: bool, is_page: bool) -> list[Match | None]:
    if logical:
        name = value.text.split("://", 1)[-1].split("/", 1)[0].split(":", 1)[0]
        return [estate.hosts.named(name, caller)]
    if value.text.startswith("/") and is_page:
        return []  # A page's relative request goes back to whoever served the page.
    if value.text.startswith(("/", HOLE + "/")) and not _HOST_ONLY.match(value.text):
        return [None]
    address = parse_address(value.text)
    if address is None or (
        not address.scheme and "." not in address.host and not address.port and "/" not in value.text
    ):
        return [None]
    match = estate.hosts.find(address, caller)
    if match is None and address.is_external and (_is_own_address(value) or (is_page and not _is_front_end(caller))):
        return []
    if match is None and address.is_external and address.scheme.startswith("http") and not is_example(address.host):
        evidence = Evidence(caller.repo, "", 0, "external address")
        match = Match(estate.external(address, Role.EXTERNAL, evidence), CONFIGURED, "")
    if match and match.component is caller:
        return []
    return [match if match is None or match.component.label is NodeLabel.SERVICE else None]


def _is_own_address(value: Value) -> bool:
    """Whether a variable that says where the program is itself reached gave the host: `PUBLIC_URL`."""
    return any(_OWN_VARIABLE.search(hop) for hop in value.hops)


def _is_front_end(caller: Component) -> bool:
    """Whether the page is the program itself."""
    languages = caller.program.languages if caller.program else set()
    return bool(languages & {"javascript", "typescript"})


def _is_page(located: Located[HttpCall], caller: Component) -> bool:
    """Whether a script is a mere asset of a back end: what it asks of third parties is the browser's need, not the service's."""
    languages = caller.program.languages if caller.program else set()
    return located.path.endswith(_SCRIPTS) and bool(languages) and not languages & {"javascript", "typescript"}


def _call_segments(value: Value, logical: bool) -> Segments:
    text = value.text
    if "://" in text:
        text = text.split("://", 1)[1]
    elif not logical:
        text = text.lstrip("/") if text.startswith("//") else text
    return path_segments(_AFTER_PORT.sub(r"\1/\2", text).partition("/")[2])


def _report(estate: Estate, located: Located[HttpCall], value: Value) -> None:
    detail = f"{located.fact.client} {located.fact.method} {render_text(located.fact.url)[:200]}"
    reason = "unresolved-host" if not value.is_open else "unresolved-url"
    estate.problem(
        "http", located.repo, located.fact.span, reason, f"{detail}: {value.trace}" if value.trace else detail
    )


def _link(
    estate: Estate,
    endpoints: EndpointIndex,
    forwards: dict[str, list[Forward]],
    located: Located[HttpCall],
    caller: Component,
    target: Component,
    segments: Segments,
    confidence: float,
    evidence: Evidence,
) -> list[FunctionLink]:
    """CALLS to the endpoint in the service, or in the one behind it where it forwards the path."""
    call = located.fact
    choice = endpoints.choose(target.id, call.method, segments)
    via = ""
    if choice.route is None:
        for forward in forwards.get(target.id, ()):
            behind = forward.forwarded(segments)
            if behind is not None:
                choice, via = endpoints.choose(forward.target, call.method, behind), target.id
                confidence = min(confidence, forward.confidence)
                route = forward.evidence
                hop = f"{route.repo}:{route.path}:{route.line} {route.rule}"
                evidence = evidence._replace(hops=(*evidence.hops, hop, *route.hops))
                break
    if choice.route is None:
        if target.role is not Role.EXTERNAL and target.id in endpoints.services:
            where = f"{call.method} /{'/'.join(segments)} of {target.name}"
            detail = f"{where} could be {', '.join(choice.candidates)}" if choice.candidates else where
            estate.problem("http", located.repo, call.span, choice.reason, detail)
        return []
    estate.edge(caller.id, EdgeType.CALLS, choice.route.endpoint, confidence, evidence, properties={"via": via})
    if not call.function:
        return []
    return [FunctionLink(located.repo, call.function, choice.route.endpoint, confidence, evidence)]
