"""What a Backstage catalogue declares: systems, owners and on-call of services, and relations as edges of the layer `declared`."""

import re
from collections.abc import Iterator
from posixpath import normpath

from parsed_graph.estate_facts import Located
from parsed_graph.facts import CatalogEntity
from parsed_graph.identity import name_key
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import CONTRACT, Kind, Layer, NodeLabel

CATALOGUE_RULE = "catalogue relation"
"""The rule in the evidence of what a catalogue relates."""
# https://host/owner/repository/tree/main/docs/adr, with `blob` and GitLab's `-/tree` as well.
_ADDRESS = re.compile(
    r"(?:url:)?https?://[^/]+/(?:[^/]+/)+?(?P<repo>[^/]+)/(?:-/)?(?:tree|blob|src)/[^/]+/(?P<path>[^?#]+)", re.I
)
_ONCALL = re.compile(r"^(pagerduty|opsgenie)\.com/", re.I)


def resolve_catalog(estate: Estate) -> dict[str, str]:
    """Stamps system, domain and on-call, and notes declared dependencies; gives the declared owner of each service by id."""
    entities = {_ref(located.fact.kind, located.fact.name): located for located in estate.facts.of(CatalogEntity)}
    owners: dict[str, str] = {}
    providers = _providers(estate, entities)
    for located in entities.values():
        component = entity_component(estate, located) if located.fact.kind in ("Component", "Resource") else None
        if component is None:
            continue
        fact = located.fact
        node = estate.service_node(component)
        domain = fact.domain or _domain(entities, fact.system)
        oncall = next((value for key, value in sorted(fact.annotations.items()) if _ONCALL.match(key)), "")
        stamped = {
            "docs": _folder(located, "backstage.io/techdocs-ref"),
            "adrs": _folder(located, "backstage.io/adr-location"),
            "system": bare_name(fact.system),
            "domain": bare_name(domain),
            "oncall": oncall,
            "title": fact.title,
        }
        known = estate.graph.node(node)
        free = {k: v for k, v in stamped.items() if v and not (known and known.properties.get(k))}
        estate.graph.set_properties(node, **free)  # What services.yaml says stays.
        component.aliases |= {fact.name, fact.title} - {component.name, ""}
        estate.graph.set_properties(node, aliases=tuple(sorted(component.aliases)))
        if fact.owner:
            owners[node] = bare_name(fact.owner)
        for target, kind in _relations(estate, located, entities, providers):
            estate.use(component, target, kind, CONTRACT, located.evidence(CATALOGUE_RULE), Layer.DECLARED)
        for dependent in _dependents(estate, located, entities):
            kind = Kind.DATABASE if component.label is NodeLabel.DATABASE else Kind.OTHER
            estate.use(dependent, component, kind, CONTRACT, located.evidence(CATALOGUE_RULE), Layer.DECLARED)
    return owners


def _folder(located: Located[CatalogEntity], annotation: str) -> str:
    """The folder of the repository that an annotation names (`dir:docs`, `docs/adr`, or its address on a host), "" for another's."""
    reference = located.fact.annotations.get(annotation, "").strip()
    inside = _ADDRESS.fullmatch(reference)
    if inside and inside["repo"].removesuffix(".git").lower() == located.repo.rpartition("/")[2].lower():
        folder = normpath(inside["path"])
    elif "://" in reference or reference.startswith("url:") or not reference:
        return ""
    else:
        folder = normpath(f"{located.path.rpartition('/')[0]}/{reference.removeprefix('dir:')}").strip("/")
    return "" if folder in (".", "") or folder.startswith("..") else folder


def _ref(kind: str, name: str) -> str:
    return f"{kind.lower()}:{name_key(name)}"


def bare_name(reference: str) -> str:
    """`group:default/payments` -> `payments`."""
    return reference.rpartition("/")[2].rpartition(":")[2]


def entity_component(estate: Estate, located: Located[CatalogEntity]) -> Component | None:
    """The component that an entity describes: by name, Kubernetes id, or the folder that it lies in, where no library is meant."""
    fact = located.fact
    names = [fact.name, fact.annotations.get("backstage.io/kubernetes-id", ""), fact.title]
    for name in filter(None, names):
        match = estate.hosts.named(name, None)
        if match and (fact.kind == "Resource" or match.component.label is NodeLabel.SERVICE):
            return match.component
    is_program = fact.kind == "Component" and fact.type != "library"
    return estate.inventory.owner(located.repo, located.path) if is_program else None


def _domain(entities: dict[str, Located[CatalogEntity]], system: str) -> str:
    located = entities.get(_ref("system", bare_name(system))) if system else None
    return located.fact.domain if located else ""


def _providers(estate: Estate, entities: dict[str, Located[CatalogEntity]]) -> dict[str, list[Component]]:
    """Who provides each API of the catalogue."""
    found: dict[str, list[Component]] = {}
    for located in entities.values():
        if located.fact.kind != "Component":
            continue
        component = entity_component(estate, located)
        for relation, reference in located.fact.relations:
            if relation == "providesApis" and component:
                found.setdefault(name_key(bare_name(reference)), []).append(component)
    return found


def _dependents(
    estate: Estate, located: Located[CatalogEntity], entities: dict[str, Located[CatalogEntity]]
) -> Iterator[Component]:
    """Who depends on an entity by its own word: `dependencyOf`."""
    for relation, reference in located.fact.relations:
        target = _referred(reference, entities) if relation == "dependencyOf" else None
        component = entity_component(estate, target) if target else None
        if component is not None:
            yield component


def _referred(reference: str, entities: dict[str, Located[CatalogEntity]]) -> Located[CatalogEntity] | None:
    kind = reference.partition(":")[0].lower() if ":" in reference else "component"
    return entities.get(_ref(kind, bare_name(reference)))


def _relations(
    estate: Estate,
    located: Located[CatalogEntity],
    entities: dict[str, Located[CatalogEntity]],
    providers: dict[str, list[Component]],
) -> Iterator[tuple[Component, Kind]]:
    for relation, reference in located.fact.relations:
        if relation == "consumesApis":
            yield from ((component, Kind.HTTP) for component in providers.get(name_key(bare_name(reference)), ()))
        elif relation == "dependsOn":
            target = _referred(reference, entities)
            component = entity_component(estate, target) if target else None
            if component is None:
                detail = f"{located.fact.name} depends on {reference}, which the estate does not show"
                estate.problem("catalogue", located.repo, located.fact.span, "unknown-entity", detail)
            else:
                yield component, Kind.DATABASE if component.label is NodeLabel.DATABASE else Kind.OTHER
