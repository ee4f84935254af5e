"""Which nodes of a snapshot a grant shows, which names must not be told, and which crossings an edge may not make.

- A service shows when the grant names it, its system or its domain, and with it everything that is its own.
- What services share (topics, events, databases, libraries, brokers, outside systems, teams) shows when a visible service touches it.
- A document shows when its path is granted, when it belongs to a visible service, or governs one.
- Whatever carries the name of something hidden is hidden too: a gateway's route `/payments`, a document about it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import apsw
import msgspec

from parsed_graph.grant import Grant
from parsed_graph.hidden_names import HiddenNames
from parsed_graph.model import Property
from parsed_graph.schema import NodeLabel, Role

_SHARED = frozenset({"Topic", "Event", "Database", "Library", "Team"})
_SHARED_ROLES = frozenset({Role.EXTERNAL, Role.BROKER, Role.CONFIG, Role.DISCOVERY, Role.MONITORING})
_DOCUMENTS = frozenset({NodeLabel.DOC, NodeLabel.ADR, NodeLabel.INCIDENT})
_TELLING = frozenset({"Service", "Topic", "Event", "Database", "Team", "Doc", "ADR", "Incident"})
_TOUCHING = "'PUBLISHES', 'CONSUMES', 'ON', 'DEPENDS_ON', 'IN', 'OWNED_BY'"
"""Edges that lead to what services share; calls between functions, of which there are most, do not."""
_CODE = frozenset({"Function", "File", "Package"})
_decode = msgspec.json.Decoder(dict[str, str | int | float | bool | tuple[str, ...]]).decode


@dataclass(frozen=True, slots=True)
class Visibility:
    """Keys of hidden nodes, names that must not be told, and, by node key, the domain that an edge may not leave freely."""

    hidden: frozenset[int] = frozenset()
    names: HiddenNames = field(default_factory=HiddenNames)
    domains: Mapping[int, str] = field(default_factory=dict)
    may_cross: Callable[[str, str], bool] = lambda _source, _target: True

    def allows(self, source: int, target: int) -> bool:
        """Whether an edge between these two nodes may be seen."""
        if source in self.hidden or target in self.hidden:
            return False
        return not self.domains or self.may_cross(self.domains.get(source, ""), self.domains.get(target, ""))


@dataclass(frozen=True, slots=True)
class _Row:
    key: int
    id: str
    label: str
    name: str
    service: str
    properties: Mapping[str, Property]

    def text(self, name: str) -> str:
        return str(self.properties.get(name, ""))

    @property
    def names(self) -> tuple[str, ...]:
        aliases = self.properties.get("aliases", ())
        return (self.name, *(aliases if isinstance(aliases, tuple) else ()))

    @property
    def domain(self) -> str:
        return self.text("domain") or self.text("system")


def everything_but(database: apsw.Connection, ids: Iterable[str]) -> Visibility:
    """All nodes but those with these ids."""
    found = (database.execute("SELECT key FROM graph_nodes WHERE id = ?", (node_id,)).get for node_id in ids)
    return Visibility(frozenset(key for key in found if key is not None))


def granted(database: apsw.Connection, grant: Grant) -> Visibility:
    """What a grant shows of a snapshot."""
    rows = list(_rows(database))
    services = [row for row in rows if row.label == NodeLabel.SERVICE]
    own = [row for row in services if grant.allows_service(row.names, row.text("system"), row.text("domain"))]
    visible = {row.key for row in own}
    owned = {row.id for row in own}
    visible |= {row.key for row in rows if row.service in owned and row.label not in _SHARED}
    visible |= _touched(database, rows, visible, services)
    visible |= _documents(database, rows, visible, grant)
    names = _hidden_names(rows, visible, own)
    visible -= {row.key for row in rows if row.key in visible and row.id not in owned and _tells(row, names)}
    domain_of = {row.id: row.domain for row in services if row.domain}
    domains = {
        row.key: domain_of[owner]
        for row in rows
        if (owner := row.id if row.id in domain_of else row.service) in domain_of
    }
    return Visibility(frozenset(row.key for row in rows) - frozenset(visible), names, domains, grant.allows_crossing)


def _rows(database: apsw.Connection) -> Iterator[_Row]:
    for key, node_id, label, name, service, properties in database.execute(
        "SELECT key, id, label, name, service, properties FROM graph_nodes"
    ):
        yield _Row(key, node_id, label, name, service, {} if label in _CODE else _decode(properties))


def _touched(database: apsw.Connection, rows: list[_Row], visible: set[int], services: list[_Row]) -> set[int]:
    """Shared nodes next to a visible one, and the topics that a visible event travels on."""
    shared = {row.key for row in rows if row.label in _SHARED}
    shared |= {row.key for row in services if row.text("role") in _SHARED_ROLES}
    found: set[int] = set()
    for _ in range(2):
        found |= {
            target
            for source, target in database.execute(
                f"SELECT source, target FROM graph_edges WHERE type IN ({_TOUCHING})"
            )
            if target in shared and (source in visible or source in found)
        }
    return found


def _documents(database: apsw.Connection, rows: list[_Row], visible: set[int], grant: Grant) -> set[int]:
    governing = {
        target
        for source, target in database.execute(
            "SELECT source, target FROM graph_edges WHERE type IN ('GOVERNED_BY', 'DOCUMENTED_BY')"
        )
        if source in visible
    }
    found = {
        row.key
        for row in rows
        if row.label in _DOCUMENTS
        and (row.key in governing or grant.allows_document(row.text("repo"), row.text("path")))
    }
    decided = database.execute("SELECT source, target FROM graph_edges WHERE type = 'DECIDES'")
    return found | {target for source, target in decided if source in found}


def _hidden_names(rows: list[_Row], visible: set[int], own: list[_Row]) -> HiddenNames:
    told = [name for row in own for name in (*row.names, row.text("system"), row.text("domain"))]
    hidden: list[str] = []
    for row in rows:
        if row.key not in visible and row.label in _TELLING:
            hidden += (*row.names, row.text("system"), row.text("domain"), *_titles(row))
    return HiddenNames(hidden, told)


def _titles(row: _Row) -> tuple[str, ...]:
    # A title of a word or two is too ordinary to be a secret.
    title = row.text("title")
    return (title,) if len(title.split()) > 2 else ()


def _tells(row: _Row, names: HiddenNames) -> bool:
    return any(
        names.mentions(text) for text in (row.id, row.name, row.text("title"), row.text("path"), row.text("text"))
    )
