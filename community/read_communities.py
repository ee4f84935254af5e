"""Questions about communities: the tree of them, one by title, id or system, and why each report was or was not rewritten."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from community.change import EdgeChange
from community.community import Finding
from community.edge_set import EdgeKey, edge_number, unpack
from community.grouping import GroupKind
from community.lineage import Descent, Fate
from community.profile import OWN_ROLES
from community.state import has_communities
from parsed_graph.errors import QueryError, SnapshotError
from parsed_graph.schema import NodeLabel, Role
from parsed_graph.snapshot.run_file import decode_record
from parsed_graph.view import View

_KIND_WORDS = frozenset(
    "subsystem system community communities domain area part group cluster the of subsistema sistema".split()
)
_FILLER = re.compile(r"[\s\"“”?.,]+")
_decode_findings = msgspec.json.Decoder(tuple[Finding, ...]).decode
_decode_strings = msgspec.json.Decoder(tuple[str, ...]).decode


@dataclass(frozen=True, slots=True)
class Listed:
    """A community in the tree. `nodes` counts members, `services` those that are services, outside systems and infrastructure
    left out unless there is nothing else; `owners` have most services first.
    """

    id: str
    level: int
    parent: str
    kind: GroupKind
    name: str
    title: str
    nodes: int
    services: int
    owners: tuple[str, ...]
    rating: float
    change: EdgeChange
    because: str
    writer: str
    is_rewritten: bool
    """Whether the run that wrote this snapshot wrote its report."""


@dataclass(frozen=True, slots=True)
class CommunityCard:
    """One community with its report and members. `is_withheld`: a member may not be seen, and so may not the report."""

    listed: Listed
    summary: str
    rating_reason: str
    findings: tuple[Finding, ...]
    members: tuple[str, ...]
    parts: tuple[Listed, ...]
    is_withheld: bool = False


@dataclass(frozen=True, slots=True)
class ChangedEdges:
    """Edges of a community that came and went since its report was written."""

    added: tuple[EdgeKey, ...]
    removed: tuple[EdgeKey, ...]


class Communities:
    """The communities of one snapshot as one principal sees them. Raises SnapshotError where it was written without any."""

    def __init__(self, view: View) -> None:
        if not has_communities(view.snapshot.database):
            raise SnapshotError("this snapshot has no communities. Run: estategraph index")
        self._view = view
        self._members: defaultdict[int, list[int]] = defaultdict(list)
        self._withheld: set[int] = set()
        for community, node in view.rows("SELECT community, node FROM community_members ORDER BY community, node"):
            assert isinstance(community, int) and isinstance(node, int)
            if view.hides(node):
                self._withheld.add(community)
            else:
                self._members[community].append(node)
        self._keys: dict[str, int] = {}
        self._listed = {listed.id: listed for listed in self._read()}

    def tree(self) -> list[Listed]:
        """Every community that has a member to see, each before what is below it, the larger first."""
        below: defaultdict[str, list[Listed]] = defaultdict(list)
        for listed in self._listed.values():
            below[listed.parent if listed.parent in self._listed else ""].append(listed)
        ordered: list[Listed] = []
        waiting = sorted(below[""], key=_rank, reverse=True)
        while waiting:
            listed = waiting.pop()
            ordered.append(listed)
            waiting += sorted(below[listed.id], key=_rank, reverse=True)
        return ordered

    def find(self, text: str) -> Listed:
        """The community that `text` names by id, title, system or hub. Raises QueryError, naming the closest."""
        found = self.match(text)
        if found is None:
            from rapidfuzz import process

            titles = [listed.title for listed in self._listed.values()]
            close = [title for title, _, _ in process.extract(text, titles, limit=3, score_cutoff=50)]
            raise QueryError(
                f"no community is called {text!r}" + (f"; did you mean {', '.join(close)}?" if close else "")
            )
        return found

    def match(self, text: str) -> Listed | None:
        """The community that `text` names, None where there is none. Of several, the one with most services."""
        if text in self._listed:
            return self._listed[text]
        wanted = _bare(text)
        if not wanted:
            return None
        keys = {listed.id: _names(listed) for listed in self._listed.values()}
        for place in range(3):
            found = [listed for listed in self._listed.values() if wanted in keys[listed.id][place]]
            if found:
                return max(found, key=lambda listed: (listed.services, -listed.level, listed.id))
        return None

    def card(self, listed: Listed) -> CommunityCard:
        """A community with everything that is written of it."""
        key = self._keys[listed.id]
        row = next(
            iter(
                self._view.rows(
                    "SELECT summary, rating_reason, findings FROM community_reports WHERE community = ?", (key,)
                )
            ),
            ("", "", "[]"),
        )
        hidden = key in self._withheld
        summary, reason, findings = ("", "", "[]") if hidden else map(str, row)
        members = tuple(node.id for node in self._view.nodes(self._members[key]))
        parts = tuple(sorted((below for below in self._listed.values() if below.parent == listed.id), key=_rank))
        return CommunityCard(listed, summary, reason, _decode_findings(findings), members, parts, hidden)

    def changed_edges(self, listed: Listed) -> ChangedEdges:
        """What changed around a community since its report was written."""
        key = self._keys[listed.id]
        members = {node.id for node in self._view.nodes(self._members[key])}
        rows = self._view.rows("SELECT edges FROM community_reports WHERE community = ?", (key,))
        written = {number for (blob,) in rows if isinstance(blob, bytes) for number in unpack(blob).tolist()}
        added, removed = [], []
        for source, kind, target, current in self._view.rows(
            "SELECT source, kind, target, is_current FROM community_edges ORDER BY source, kind, target"
        ):
            edge = (str(source), str(kind), str(target))
            number = edge_number(edge)
            touches = edge[0] in members or edge[2] in members
            if current and touches and number not in written:
                added.append(edge)
            elif number in written and not (current and touches):
                removed.append(edge)
        return ChangedEdges(tuple(added), tuple(removed))

    def history(self) -> list[tuple[int, Descent]]:
        """Births, splits, merges and deaths with the number of the partition that brought them, the latest last."""
        rows = self._view.rows("SELECT partition, community, fate, relatives FROM community_history ORDER BY position")
        return [
            (int(str(partition)), Descent(str(community), Fate(str(fate)), _decode_strings(str(relatives))))
            for partition, community, fate, relatives in rows
        ]

    def is_withheld(self, listed: Listed) -> bool:
        """Whether a member of a community may not be seen."""
        return self._keys[listed.id] in self._withheld

    def _read(self) -> list[Listed]:
        rewritten = _rewritten(self._view)
        columns = "c.key, c.id, c.level, c.parent, c.kind, c.name, c.title, edges_before, edges_added, edges_removed"
        rows = self._view.rows(
            f"SELECT {columns}, r.rating, r.because, r.writer FROM communities c"
            " LEFT JOIN community_reports r ON r.community = c.key ORDER BY c.key"
        )
        found = []
        for row in rows:
            key, identity, level, parent, kind, name, title, before, added, removed, rating, because, writer = row
            assert isinstance(key, int)
            self._keys[str(identity)] = key
            if not self._members[key]:
                continue
            services, owners = self._services(key)
            change = EdgeChange(_whole(before), _whole(added), _whole(removed))
            listed = Listed(
                str(identity),
                _whole(level),
                str(parent),
                GroupKind(str(kind)),
                str(name),
                str(title),
                len(self._members[key]),
                services,
                owners,
                float(str(rating or 0)),
                change,
                str(because or ""),
                str(writer or ""),
                str(identity) in rewritten,
            )
            # Titles and counts of what holds something hidden are made of what can be seen.
            found.append(replace(listed, change=EdgeChange(0, 0, 0)) if key in self._withheld else listed)
        return found

    def _services(self, key: int) -> tuple[int, tuple[str, ...]]:
        services = [n for n in self._view.nodes(self._members[key]) if n.label is NodeLabel.SERVICE]
        own = [n for n in services if n.properties.get("role", Role.APPLICATION) in OWN_ROLES] or services
        owners = Counter(str(n.properties["owner"]) for n in own if n.properties.get("owner"))
        return len(own), tuple(sorted(owners, key=lambda owner: (-owners[owner], owner)))


def _rewritten(view: View) -> frozenset[str]:
    notes: Mapping[str, str] = decode_record(view.snapshot.run).run.notes
    return frozenset(_decode_strings(notes.get("reports_written", "[]")))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _rank(listed: Listed) -> tuple[bool, int, str]:
    last = listed.kind in (GroupKind.SHARED, GroupKind.UNLINKED)
    return last, -listed.services, listed.id


def _bare(text: str) -> str:
    """What is left of `the orders subsystem` without the words that only say it is a community; plurals folded."""
    words = [word for word in _FILLER.split(text.lower()) if word and word not in _KIND_WORDS]
    return " ".join(_stem(word) for word in words)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _names(listed: Listed) -> tuple[set[str], set[str], set[str]]:
    """Names of a community by closeness: its title and system, the end of its id, the words of its title."""
    parts = {_bare(part) for part in re.split(r"[&(),]", listed.title)}
    return {_bare(listed.title), _bare(listed.name)}, {_bare(listed.id.partition(":")[2])}, parts


def says_community(text: str) -> bool:
    """Whether words say that a community is meant: `orders subsystem`, `community:orders`."""
    words = [word for word in _FILLER.split(text.lower()) if word]
    return text.startswith("community:") or any(
        word in ("subsystem", "community", "area", "domain", "system", "subsistema", "sistema") for word in words[1:]
    )
