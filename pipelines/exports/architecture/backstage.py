"""The estate as Backstage entities: https://backstage.io/docs/features/software-catalog/descriptor-format.

Services are Components, their endpoints APIs, stores, topics, brokers and outside systems Resources; systems, domains and
teams are entities too, so that no reference leads nowhere.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import yaml

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, NodeLabel, Role
from pipelines.exports.architecture.api_definition import API_TYPES, api_definition
from pipelines.exports.architecture.landscape import NO_SYSTEM, Landscape, build_landscape, is_outside
from pipelines.exports.architecture.short_names import short_names
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.titles import single_line

_VERSION = "backstage.io/v1alpha1"
_NOBODY = "unknown"
"""Owner and lifecycle are required; code shows no lifecycle, and not always an owner."""
_NOT_IN_TAGS = re.compile(r"[^a-z0-9+#]+")
Entity = dict[str, object]
Api = tuple[str, str]
"""A service's id and the protocol of some of its endpoints."""


def backstage(estate: ExportedEstate) -> str:
    """A `catalog-info.yaml` of all entities, in a fixed order."""
    return yaml.dump_all(_Catalogue(estate).entities(), sort_keys=False, allow_unicode=True, width=120)


class _Catalogue:
    def __init__(self, estate: ExportedEstate) -> None:
        self._estate = estate
        self._landscape: Landscape = build_landscape(estate)
        services = [node for node in estate.nodes if node.label is NodeLabel.SERVICE]
        self._services = [node for node in services if not is_outside(node)]
        stores = [node for node in estate.nodes if node.label in (NodeLabel.DATABASE, NodeLabel.TOPIC)]
        self._resources = [*(node for node in services if is_outside(node)), *stores]
        self._components = short_names(((node.id, node.name) for node in self._services), "-")
        self._resource_names = short_names(((node.id, node.name) for node in self._resources), "-")
        self._apis = _apis(estate)
        self._api_names = short_names(((_key(api), f"{estate.node[api[0]].name}-{api[1]}") for api in self._apis), "-")
        self._systems = short_names(((name, name) for name in self._landscape.systems if name), "-")
        self._domains = short_names(((name, name) for name in sorted(set(self._landscape.domains.values()))), "-")
        owners = {str(node.properties.get("owner", "")) for node in (*self._services, *self._resources)}
        self._owners = short_names(((name, name or _NOBODY) for name in sorted(owners | {""})), "-")
        self._home = {node.id: name for name, nodes in self._landscape.systems.items() for node in nodes}

    def entities(self) -> Iterator[Entity]:
        for owner, name in self._owners.items():
            yield _entity("Group", name, owner or "Owner not known", spec={"type": "team", "children": []})
        for domain, name in self._domains.items():
            yield _entity("Domain", name, domain, spec={"owner": self._owners[""]})
        for system, name in self._systems.items():
            domain = self._domains.get(self._landscape.domains.get(system, ""), "")
            owner = self._main_owner(self._landscape.systems[system])
            yield _entity("System", name, system, spec={"owner": owner, **({"domain": domain} if domain else {})})
        yield from (self._component(node) for node in self._services)
        for api, endpoints in self._apis.items():
            yield self._api(api, endpoints)
        yield from (self._resource(node) for node in self._resources)

    def _component(self, node: Node) -> Entity:
        spec: Entity = {"type": "service", "lifecycle": _NOBODY, **self._place(node)}
        provides = [self._api_names[_key(api)] for api in self._apis if api[0] == node.id]
        spec |= _listed("providesApis", provides)
        spec |= _listed("consumesApis", self._consumed(node))
        spec |= _listed("dependsOn", self._needed(node))
        language = str(node.properties.get("language", ""))
        return _entity(
            "Component",
            self._components[node.id],
            str(node.properties.get("title") or node.name),
            spec,
            _annotations(self._estate, node),
            [language] if language else [],
        )

    def _api(self, api: Api, endpoints: Sequence[Node]) -> Entity:
        service, protocol = self._estate.node[api[0]], api[1]
        title = f"{service.name} over {protocol}"
        spec = {
            "type": API_TYPES.get(protocol, protocol),
            "lifecycle": _NOBODY,
            **self._place(service),
            "definition": api_definition(protocol, title, endpoints),
        }
        return _entity("API", self._api_names[_key(api)], title, spec)

    def _resource(self, node: Node) -> Entity:
        role = str(node.properties.get("role", ""))
        kinds = {Role.EXTERNAL.value: "external-system", Role.BROKER.value: "message-broker"}
        kind = kinds.get(role) or str(node.properties.get("kind") or node.label.lower())
        return _entity("Resource", self._resource_names[node.id], node.name, {"type": kind, **self._place(node)})

    def _place(self, node: Node) -> Entity:
        system = self._systems.get(self._home.get(node.id, NO_SYSTEM), "")
        owner = self._owners[str(node.properties.get("owner", ""))]
        return {"owner": owner, **({"system": system} if system else {})}

    def _main_owner(self, nodes: Sequence[Node]) -> str:
        owners = Counter(str(node.properties.get("owner", "")) for node in nodes)
        owners.pop("", None)
        return self._owners[min(owners, key=lambda owner: (-owners[owner], owner), default="")]

    def _consumed(self, node: Node) -> list[str]:
        """APIs of which the service calls an endpoint."""
        called = [edge.target for edge in self._estate.edges if edge.type is EdgeType.CALLS and edge.source == node.id]
        apis = {
            (end.service, _protocol(end)) for target in called if (end := self._estate.node[target]).service != node.id
        }
        return sorted(self._api_names[_key(api)] for api in apis if api in self._apis)

    def _needed(self, node: Node) -> list[str]:
        needed = {use.target for use in self._landscape.uses if use.source == node.id}
        for edge in self._estate.edges:
            if edge.source == node.id and edge.type in (EdgeType.PUBLISHES, EdgeType.OWNS):
                needed |= _topics(self._estate, edge.target)
        return sorted(
            f"component:{self._components[other]}"
            if other in self._components
            else f"resource:{self._resource_names[other]}"
            for other in needed
            if other in self._components or other in self._resource_names
        )


def _apis(estate: ExportedEstate) -> dict[Api, list[Node]]:
    found: defaultdict[Api, list[Node]] = defaultdict(list)
    for node in estate.nodes:
        if (
            node.label is NodeLabel.ENDPOINT
            and node.service in estate.node
            and not is_outside(estate.node[node.service])
        ):
            found[node.service, _protocol(node)].append(node)
    return dict(sorted(found.items()))


def _protocol(endpoint: Node) -> str:
    return str(endpoint.properties.get("protocol") or "http")


def _key(api: Api) -> str:
    return "\0".join(api)


def _topics(estate: ExportedEstate, target: str) -> set[str]:
    """The topic itself, those that an event is on, or those that a subscription reads."""
    if estate.node[target].label is NodeLabel.TOPIC:
        return {target}
    onward = (EdgeType.ON, EdgeType.CONSUMES)
    return {edge.target for edge in estate.edges if edge.source == target and edge.type in onward}


def _annotations(estate: ExportedEstate, service: Node) -> dict[str, str]:
    """Where the decision records of a service are: the folder of most of those that bind it and lie in its repository."""
    folders: Counter[str] = Counter()
    for edge in estate.edges:
        if edge.type is EdgeType.GOVERNED_BY and edge.source == service.id:
            record = estate.node[edge.target].properties
            if record.get("repo") == service.properties.get("repo"):
                folders[single_line(str(record.get("path", "")).rpartition("/")[0]) or "."] += 1
    folder = min(folders, key=lambda name: (-folders[name], name), default="")
    return {"backstage.io/adr-location": folder} if folder else {}


def _listed(name: str, values: Sequence[str]) -> dict[str, object]:
    return {name: list(values)} if values else {}


def _entity(
    kind: str,
    name: str,
    title: str,
    spec: Mapping[str, object],
    annotations: Mapping[str, str] | None = None,
    tags: Sequence[str] = (),
) -> Entity:
    metadata: Entity = {"name": name, "title": single_line(title) or name}
    if annotations:
        metadata["annotations"] = dict(annotations)
    # A tag has more letters to choose from than a name, and no capitals.
    if accepted := [word for tag in tags if (word := _NOT_IN_TAGS.sub("-", tag.lower())[:63].strip("-"))]:
        metadata["tags"] = accepted
    return {"apiVersion": _VERSION, "kind": kind, "metadata": metadata, "spec": dict(spec)}
