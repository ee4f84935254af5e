"""Gateway and reverse-proxy routes: from code, from proxy files, and from Spring Cloud Gateway and Zuul configuration keys."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from parsed_graph.facts import ProxyRoute
from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.configuration import ConfigHit
from parsed_graph.resolve.endpoints import Segments, path_segments
from parsed_graph.resolve.estate import Estate
from parsed_graph.resolve.hosts import Match, parse_address
from parsed_graph.resolve.route_carriers import CLUSTER_ROUTES, RouteCarriers
from parsed_graph.resolve.values import HOLE
from parsed_graph.schema import CONFIGURED, Kind, NodeLabel, Role

_GATEWAY_ROUTE = re.compile(
    r"^spring\.cloud\.gateway\.(?:mvc\.|server\.(?:webflux|webmvc)\.)?routes\[(\d+)\]\.(.+)$", re.I
)
_ZUUL_ROUTE = re.compile(r"^zuul\.routes\.([^.]+)(?:\.(path|url|serviceId|service-id|stripPrefix|strip-prefix))?$")
_GATEWAY_FILTER = re.compile(r"^(StripPrefix|PrefixPath|SetPath|RewritePath)\s*=\s*(.*)$")


@dataclass(frozen=True, slots=True)
class Forward:
    """`gateway` sends requests below `prefix` to `target`, after dropping `strip` segments and putting `added` in front."""

    gateway: str
    prefix: Segments
    target: str
    strip: int
    added: Segments
    confidence: float
    evidence: Evidence

    def forwarded(self, segments: Segments) -> Segments | None:
        """The path behind the gateway, None where this route does not take it."""
        fixed = self.prefix[:-1] if self.prefix and self.prefix[-1] in ("**", "*") else self.prefix
        if len(segments) < len(fixed):
            return None
        if any(own not in (HOLE, called) and called != HOLE for own, called in zip(fixed, segments, strict=False)):
            return None
        return (*self.added, *segments[self.strip :])


def resolve_gateways(estate: Estate) -> dict[str, list[Forward]]:
    """Every route by its gateway's id, the longest prefix first; notes that each gateway depends on what it forwards to."""
    found: defaultdict[str, list[Forward]] = defaultdict(list)
    for gateway, match, forward in (*_from_code(estate), *_from_configuration(estate)):
        estate.use(gateway, match.component, Kind.HTTP, forward.confidence, forward.evidence)
        found[gateway.id].append(forward)
    for forwards in found.values():
        forwards.sort(key=lambda forward: (-len(forward.prefix), forward.prefix, forward.target))
    return dict(found)


def _from_code(estate: Estate) -> Iterator[tuple[Component, Match, Forward]]:
    carriers = RouteCarriers(estate)
    for located in estate.facts.of(ProxyRoute):
        fact = located.fact
        gateways = carriers.of(located)
        if not gateways and fact.product not in CLUSTER_ROUTES:
            estate.problem("gateways", located.repo, fact.span, "no-proxy", f"no unit runs this {fact.product} route")
        for gateway in gateways:
            for value in estate.values.evaluate(fact.target, gateway, located.repo):
                match = _target(estate, value.text, gateway)
                if match is None:
                    detail = f"{fact.product} forwards {fact.path} to {value.text or 'nothing readable'}"
                    estate.problem("gateways", located.repo, fact.span, "unresolved-host", detail)
                    continue
                carriers.confirm(gateway)
                prefix = path_segments(fact.path)
                added = path_segments(fact.rewrite or "")
                strip = len(_fixed(prefix)) if fact.rewrite is not None else fact.strip
                if fact.product == "zuul":
                    prefix, strip, added = _below_zuul_prefix(estate, gateway, prefix, strip)
                confidence = min(match.confidence, value.confidence)
                evidence = located.evidence(f"{fact.product} route", (*value.hops, *_hop(match)))
                yield (
                    gateway,
                    match,
                    Forward(gateway.id, prefix, match.component.id, strip, added, confidence, evidence),
                )


def _fixed(prefix: Segments) -> Segments:
    return prefix[:-1] if prefix and prefix[-1] in ("**", "*") else prefix


def _hop(match: Match) -> tuple[str, ...]:
    return (match.hop,) if match.hop else ()


def _target(estate: Estate, text: str, gateway: Component) -> Match | None:
    if text.startswith(("lb:", "lb+")):
        return estate.hosts.named(re.sub(r"^lb(\+\w+|:\w+)?:/*", "", text).partition("/")[0], gateway)
    address = parse_address(text)
    if address is None:
        return None
    found = estate.hosts.find(address, gateway) or (
        estate.hosts.named(address.host, gateway) if not address.is_external else None
    )
    return found if found and found.component.label is NodeLabel.SERVICE else None


def _from_configuration(estate: Estate) -> Iterator[tuple[Component, Match, Forward]]:
    for component in estate.inventory.components:
        if component.label is not NodeLabel.SERVICE or component.program is None:
            continue
        yield from _spring_gateway(estate, component)
        if component.role is Role.GATEWAY and component.product in ("zuul", "", "spring-cloud-gateway"):
            yield from _zuul(estate, component)


def _spring_gateway(estate: Estate, component: Component) -> Iterator[tuple[Component, Match, Forward]]:
    routes: defaultdict[tuple[str, str], list[tuple[str, ConfigHit]]] = defaultdict(list)
    for key, hit in estate.configuration.below(component, "spring.cloud.gateway"):
        found = _GATEWAY_ROUTE.match(key)
        if found:
            file = hit.hops[0].rpartition(":")[0] if hit.hops else ""
            routes[file, found[1]].append((found[2], hit))
    for _, parts in sorted(routes.items(), key=lambda item: item[0]):
        match, uri = _first_target(estate, component, [hit for name, hit in parts if name == "uri"])
        if uri is None or match is None:
            continue
        predicates = [hit.value for name, hit in parts if name.startswith("predicates")]
        paths = [p.strip() for text in predicates if text.startswith("Path=") for p in text[5:].split(",")]
        paths += [h.value for n, h in parts if re.match(r"predicates\[\d+\]\.args\.", n) and h.value.startswith("/")]
        strip, added = _filters([hit.value for name, hit in parts if name.startswith("filters")])
        for path in paths or ["/**"]:
            yield component, match, _forward(component, match, path_segments(path), strip, added, uri)


def _first_target(estate: Estate, component: Component, hits: list[ConfigHit]) -> tuple[Match | None, ConfigHit | None]:
    """The first of several values, by profile, that leads to a service."""
    for hit in hits:
        match = _target(estate, hit.value, component)
        if match:
            return match, hit
    return None, hits[0] if hits else None


def _filters(texts: list[str]) -> tuple[int, Segments]:
    strip = 0
    added: Segments = ()
    for text in texts:
        found = _GATEWAY_FILTER.match(text)
        if found and found[1] == "StripPrefix" and found[2].strip().isdigit():
            strip = int(found[2])
        elif found and found[1] == "PrefixPath":
            added = path_segments(found[2])
        elif found and found[1] == "RewritePath":
            pattern, _, replacement = found[2].partition(",")
            strip = len(path_segments(re.split(r"[(?]", pattern, maxsplit=1)[0]))
            added = path_segments(re.split(r"\$", replacement.strip(), maxsplit=1)[0])
    return strip, added


def _zuul(estate: Estate, component: Component) -> Iterator[tuple[Component, Match, Forward]]:
    routes: defaultdict[str, defaultdict[str, list[ConfigHit]]] = defaultdict(lambda: defaultdict(list))
    for key, hit in estate.configuration.below(component, "zuul.routes"):
        found = _ZUUL_ROUTE.match(key)
        if found:
            routes[found[1]][(found[2] or "path").replace("-", "").lower()].append(hit)
    for name, parts in sorted(routes.items()):
        match, where = _first_target(estate, component, parts["url"])
        if not parts["url"]:
            where = (parts["serviceid"] or parts["path"])[0]
            match = estate.hosts.named(parts["serviceid"][0].value if parts["serviceid"] else name, component)
        if where is None or match is None or match.component is component:
            continue
        own = parts["path"][0].value if parts["path"] else f"/{name}/**"
        keeps = bool(parts["stripprefix"]) and parts["stripprefix"][0].value == "false"
        path = path_segments(own)
        path, strip, added = _below_zuul_prefix(estate, component, path, 0 if keeps else len(_fixed(path)))
        yield component, match, _forward(component, match, path, strip, added, where)


def _below_zuul_prefix(
    estate: Estate, gateway: Component, path: Segments, strip: int
) -> tuple[Segments, int, Segments]:
    """Path, strip and added of a route below `zuul.prefix`, which goes unless `zuul.strip-prefix` is false.

    https://docs.spring.io/spring-cloud-netflix/docs/2.2.x/reference/html/#netflix-zuul-reverse-proxy
    """
    prefix = path_segments(_first(estate, gateway, "zuul.prefix"))
    keeps = _first(estate, gateway, "zuul.strip-prefix").lower() == "false"
    return (*prefix, *path), len(prefix) + strip, prefix if keeps else ()


def _first(estate: Estate, gateway: Component, key: str) -> str:
    return next((hit.value for hit in estate.configuration.values(gateway, key)), "")


def _forward(
    component: Component, match: Match, path: Segments, strip: int, added: Segments, hit: ConfigHit
) -> Forward:
    evidence = hit.evidence("gateway route", *_hop(match))
    confidence = min(CONFIGURED, match.confidence)
    return Forward(component.id, path, match.component.id, strip, added, confidence, evidence)
