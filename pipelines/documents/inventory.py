"""The services that prose may speak of: from the graph, the catalogue and `services.yaml`; with their names and home."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parsed_graph.errors import SettingsError
from parsed_graph.identity import name_key, node_id
from parsed_graph.model import Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from pipelines.documents.aliases import Alias, Strength, make_aliases, name_parts, squash
from pipelines.documents.name_matcher import NameMatcher, acronym_names
from pipelines.documents.ordinary_words import GENERIC_PARTS, ROLE_NOUNS, TECHNOLOGIES, singular

_DOCS_SUFFIX = re.compile(
    r"(?:[-_.](?:docs?|documentation|dev|developer|adrs?|architecture|decisions?|decision-records|handbook|wiki|internal|tech|config))+$"
)


@dataclass(frozen=True, slots=True)
class InventoryService:
    """One service. `repo` and `path` say where its code is, "" where unknown; `external` is somebody else's."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    external: bool = False
    system: str = ""
    domain: str = ""
    repo: str = ""
    path: str = ""
    title: str = ""
    role: str = ""


@dataclass(frozen=True)
class Inventory:
    """All services, and the matcher over their names. Built once a run."""

    services: tuple[InventoryService, ...]
    hints: tuple[str, ...] = ()
    extra: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def aliases(self) -> tuple[Alias, ...]:
        """Every form of every service."""
        given = [tuple(filter(None, (*service.aliases, service.title))) for service in self.services]
        return tuple(make_aliases([service.name for service in self.services], given, self.hints))

    @cached_property
    def matcher(self) -> NameMatcher:
        """The one-pass matcher."""
        return NameMatcher(self.aliases)

    @cached_property
    def acronyms(self) -> dict[str, Alias]:
        """Short names that prose may spell out."""
        return acronym_names(self.aliases)

    @cached_property
    def by_key(self) -> dict[str, int]:
        """Index by squashed name or given alias; names win."""
        table: dict[str, int] = {}
        for alias in sorted(self.aliases, key=lambda a: a.service):
            if alias.strength is Strength.NAME:
                table.setdefault(alias.key, alias.service)
        return table | self.by_name

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Index by squashed name."""
        return {squash(service.name): index for index, service in enumerate(self.services)}

    @cached_property
    def by_repo(self) -> dict[str, tuple[int, ...]]:
        """Indices of the services whose code is in a repository."""
        found: dict[str, list[int]] = {}
        for index, service in enumerate(self.services):
            if service.repo and not service.external:
                found.setdefault(service.repo, []).append(index)
        return {repo: tuple(members) for repo, members in found.items()}

    @cached_property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The words of each name."""
        return tuple(name_parts(service.name) for service in self.services)

    @cached_property
    def anchors(self) -> tuple[frozenset[str], ...]:
        """Per service the words of its name that tell it from others: no role, no generic word."""
        return tuple(
            frozenset(w for w in words if w not in GENERIC_PARTS and w not in ROLE_NOUNS) for words in self.parts
        )

    @cached_property
    def by_head(self) -> dict[str, tuple[int, ...]]:
        """Service indices by the last word of their names."""
        heads: dict[str, list[int]] = {}
        for index, words in enumerate(self.parts):
            if words:
                heads.setdefault(words[-1], []).append(index)
        return {head: tuple(members) for head, members in heads.items()}

    @cached_property
    def systems(self) -> dict[str, tuple[int, ...]]:
        """Service indices by lower-case system or domain name."""
        groups: dict[str, list[int]] = {}
        for index, service in enumerate(self.services):
            for name in {service.system.lower(), service.domain.lower()} - {""}:
                groups.setdefault(name, []).append(index)
        return {name: tuple(members) for name, members in groups.items()}

    @cached_property
    def families(self) -> dict[str, tuple[int, ...]]:
        """What names and folders group where nobody declares it: `payments-api` and `payments-ledger`, or `payments/ledger`.

        A word that most services share is the organisation's, and one of a kind or technology groups nothing.
        """
        groups: dict[str, list[int]] = {}
        for index, service in enumerate(self.services):
            if not service.external and service.role in ("", "application"):
                folder = name_parts(service.path.rpartition("/")[0].rpartition("/")[2])
                first = self.parts[index][:1] if len(self.parts[index]) > 1 else ()
                for name in {"-".join(first), "-".join(folder)} - {""}:
                    groups.setdefault(name, []).append(index)
        declared = {singular(name) for name in self.systems}
        return {
            name: tuple(members)
            for name, members in groups.items()
            if 1 < len(members) <= len(self.services) // 3
            and not {name, singular(name)} & (declared | GENERIC_PARTS | ROLE_NOUNS | TECHNOLOGIES)
        }

    def home(self, repo: str, path: str) -> int | None:
        """The service whose own repository or folder a document lies in, if that is one service only."""
        inside = [i for i in self.by_repo.get(repo, ()) if _holds(self.services[i].path, path)]
        deepest = max((len(self.services[i].path) for i in inside), default=0)
        inside = [i for i in inside if len(self.services[i].path) == deepest]
        if len(inside) == 1:
            return inside[0]
        return self._named_like(repo) if not inside else None

    def _named_like(self, repo: str) -> int | None:
        key = squash(_DOCS_SUFFIX.sub("", repo.rpartition("/")[2].lower()))
        forms = (key, f"{key}service", f"{key}api", f"{key}app", f"{key}server", f"{key}backend")
        return next((self.by_name[form] for form in forms if key and form in self.by_name), None)


def _holds(folder: str, path: str) -> bool:
    return folder in ("", ".") or path == folder or path.startswith(folder.rstrip("/") + "/")


def inventory_from_graph(
    graph: PropertyGraph, declared: Iterable[InventoryService] = (), hints: Sequence[str] = ()
) -> Inventory:
    """Every Service of the graph, with what `services.yaml` adds to it; declared services that no code shows come too."""
    services = {node.id: service_from_node(node) for node in graph.nodes(NodeLabel.SERVICE)}
    known = {name_key(service.name): service.id for service in services.values()}
    for service in declared:
        same = known.get(name_key(service.name))
        services[same or service.id] = _merged(services[same], service) if same else service
    return Inventory(tuple(services[key] for key in sorted(services)), tuple(hints))


def service_from_node(node: Node) -> InventoryService:
    """A Service node as prose may speak of it."""
    text = {key: value for key, value in node.properties.items() if isinstance(value, str)}
    aliases = node.properties.get("aliases", ())
    # Only what is built from source has a home; a broker that a compose file of the repository starts has none.
    built = "path" in text or "language" in text
    return InventoryService(
        node.id, node.name, aliases if isinstance(aliases, tuple) else (), text.get("role") == "external",
        text.get("system", ""), text.get("domain", ""), text.get("repo", "") if built else "", text.get("path", ""), text.get("title", ""), text.get("role", ""),
    )  # fmt: skip


def _merged(parsed: InventoryService, declared: InventoryService) -> InventoryService:
    return InventoryService(
        parsed.id, parsed.name, tuple(dict.fromkeys((*parsed.aliases, *declared.aliases))), parsed.external or declared.external,
        declared.system or parsed.system, declared.domain or parsed.domain, parsed.repo, parsed.path, declared.title or parsed.title, parsed.role,
    )  # fmt: skip


def read_services_file(text: str, path: str) -> tuple[InventoryService, ...]:
    """A `services.yaml`: a list (or a mapping with `services`) of name, aliases, is, external, system; what it ignores is left out.

    Raises SettingsError.
    """
    import yaml

    try:
        loaded: object = yaml.load(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise SettingsError(f"{path}: not YAML: {str(error).splitlines()[0]}") from error
    entries = loaded.get("services") if isinstance(loaded, dict) else loaded
    if not isinstance(entries, list):
        raise SettingsError(f"{path}: expected a list of services, each with a name")
    return tuple(_declared(entry, path, number) for number, entry in enumerate(entries, 1) if not _is_ignored(entry))


def _is_ignored(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("ignore") is True


def _declared(entry: object, path: str, number: int) -> InventoryService:
    if isinstance(entry, str):
        entry = {"name": entry}
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or not entry["name"].strip():
        raise SettingsError(f"{path}: entry {number} has no name")
    aliases = entry.get("aliases") or []
    if not isinstance(aliases, list):
        raise SettingsError(f"{path}: aliases of {entry['name']} must be a list")
    found = entry.get("is") or []
    found = [found] if isinstance(found, str) else found
    if not isinstance(found, list):
        raise SettingsError(f"{path}: is of {entry['name']} must be a name or a list of names")
    text = {key: str(entry.get(key) or "") for key in ("system", "domain", "repo", "path", "title")}
    name = entry["name"].strip()
    return InventoryService(
        node_id(NodeLabel.SERVICE, name),
        name,
        tuple(str(a) for a in (*aliases, *found)),
        bool(entry.get("external")),
        **text,
    )
