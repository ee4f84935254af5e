"""The services that records may name: from the last snapshot where there is one, else from a quick look at what declares services."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from parsed_graph.errors import EstateError, SettingsError, SnapshotError
from parsed_graph.model import Node
from parsed_graph.repository import walk_repository
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.layout import current_id
from parsed_graph.snapshot.reader import kept_snapshots, open_snapshot
from parsed_graph.view import Principal, View
from pipelines.documents.inventory import Inventory, InventoryService, read_services_file, service_from_node
from pipelines.documents.suffixes import is_document

_DECLARING = (
    "services_yaml",
    "backstage",
    "compose",
    "procfile",
    "serverless",
    "kubernetes",
    "helm",
    "dockerfile",
    "maven",
    "npm",
    "gradle",
    "go_module",
    "python_project",
    "dotnet_project",
)
"""Parsers of the artefacts that name services; no code is read."""
_MAX_BYTES = 300_000
SERVICES_FILE = "services.yaml"


@dataclass(frozen=True, slots=True)
class KnownServices:
    """The inventory, where it is from (snapshot, declarations, or "" for none), and names that only earlier snapshots have."""

    inventory: Inventory
    origin: str
    gone: frozenset[str] = frozenset()


def known_services(root: Path, output: Path, principal: Principal) -> KnownServices:
    """What the current snapshot of `output` knows, together with what the files of the repository declare now."""
    if current_id(output) is None:
        return scan_services(root)
    try:
        current, gone = _from_snapshots(output, principal)
    except SnapshotError:
        # Of another version, or being replaced: the files still tell.
        return scan_services(root)
    return KnownServices(Inventory(tuple(current)), "snapshot", gone)


def with_declared(known: KnownServices, root: Path) -> KnownServices:
    """The services of a snapshot and those that were declared since."""
    names = set(known.inventory.by_name)
    added = [s for s in scan_services(root).inventory.services if Inventory((s,)).by_name.keys().isdisjoint(names)]
    return replace(known, inventory=Inventory((*known.inventory.services, *added)))


def scan_services(root: Path) -> KnownServices:
    """The services that compose files, catalogues, manifests, build files and services.yaml declare."""
    return _listed_services(root) or _declared_services(root)


class _OtherFileError(Exception):
    """There is more than documents and services.yaml."""


def _listed_services(root: Path) -> KnownServices | None:
    """What services.yaml lists, for a repository of documents; None where another file may declare a service, too.

    The parsers and what resolves their facts take a quarter of a second to import.
    """
    file = root / SERVICES_FILE
    try:
        walk_repository(root, _refuse_others)
        listed = read_services_file(file.read_text(encoding="utf-8-sig"), SERVICES_FILE)
    except (_OtherFileError, OSError, UnicodeDecodeError, SettingsError):
        return None
    return KnownServices(Inventory(listed), "declarations" if listed else "")


def _refuse_others(path: str) -> bool:
    if path != SERVICES_FILE and not is_document(path):
        raise _OtherFileError
    return False


def _declared_services(root: Path) -> KnownServices:
    from parsed_graph.build import build_graph
    from parsed_graph.estate_facts import EstateFacts
    from parsed_graph.facts import Fact
    from parsed_graph.parser import Artefact
    from parsed_graph.read_facts import FactReader
    from parsed_graph.registry import ParserEntry
    from pipelines.documents.inventory import inventory_from_graph

    modules = [f"parsed_graph.parsers.{name}" for name in _DECLARING]
    entries = [ParserEntry(name, import_module(name).PARSER.patterns, (name,)) for name in modules]
    reader = FactReader(entries)
    facts: list[Fact] = []
    for entry in walk_repository(root, reader.is_wanted).entries:
        if entry.size > _MAX_BYTES:
            continue
        try:
            facts += reader.facts(Artefact(entry.path, (root / entry.path).read_bytes(), entry.siblings))
        except (EstateError, OSError):
            continue
    inventory = inventory_from_graph(build_graph(EstateFacts([(root.name, facts)])).graph)
    return KnownServices(inventory, "declarations" if inventory.services else "")


def _from_snapshots(output: Path, principal: Principal) -> tuple[list[InventoryService], frozenset[str]]:
    current = [service_from_node(node) for node in _services(output, "", principal)]
    names = {service.name for service in current}
    others = set(kept_snapshots(output)) - {current_id(output)}
    earlier = {node.name for snapshot in others for node in _services(output, snapshot, principal)}
    return current, frozenset(earlier - names)


def _services(output: Path, snapshot_id: str, principal: Principal) -> Iterator[Node]:
    snapshot = open_snapshot(output, snapshot_id)
    try:
        yield from (node for _, node in View(snapshot, principal).labelled(NodeLabel.SERVICE))
    finally:
        snapshot.close()
