"""Questions about communities: the tree of them, one by title, id or system, and why each report was or was not rewritten."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from community.change import EdgeChange
from community.community import Finding
from community.descent import Descent, Fate
from community.edge_set import EdgeKey, edge_number, unpack
from community.group_kind import GroupKind
from community.profile import OWN_ROLES, Part
from community.tables import has_communities
from community.visible_report import VisibleReports
from parsed_graph.errors import QueryError
from parsed_graph.identity import name_stem
from parsed_graph.schema import NodeLabel, Role
from parsed_graph.snapshot.run_file import decode_record
from parsed_graph.view import View

_KIND_WORDS = frozenset(
    "subsystem system community communities domain area part group cluster the of subsistema sistema".split()
)
_CLOSENESS = 3
NO_COMMUNITIES = "the snapshot was written without communities; a run writes them. Run: estategraph index PATH"
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
    """One community with its report and members. `is_partial`: written anew, of what the principal sees."""

    listed: Listed
    summary: str
    rating_reason: str
    findings: tuple[Finding, ...]
    members: tuple[str, ...]
    parts: tuple[Listed, ...]
    is_partial: bool = False


@dataclass(frozen=True, slots=True)
class ChangedEdges:
    """Edges of a community that came and went since its report was written."""

    added: tuple[EdgeKey, ...]
    removed: tuple[EdgeKey, ...]


class Communities:
    """The communities of one snapshot as one principal sees them. Raises QueryError where it was written without any."""

    def __init__(self, view: View) -> None:
        if not has_communities(view.snapshot.database):
            raise QueryError(NO_COMMUNITIES)
        self._view = view

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

    def at_level(self, level: int | None) -> list[Listed]:
        """The communities of a level, of all for None. Raises QueryError for a level that there is not."""
        found = self.tree()
        deepest = max((listed.level for listed in found), default=0)
        if level is not None and level > deepest:
            raise QueryError(f"there is no level {level}; levels go from 0, the top, to {deepest}")
        return [listed for listed in found if level is None or listed.level == level]

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
        """The community that `text` names, None where there is none. Of several, the one of the partition itself."""
        wanted = _bare(text)
        for place in range(_CLOSENESS):
            found = [row for row in self._rows.values() if wanted in _names(row)[place] or row.id == text]
            for row in sorted(found, key=lambda row: (abs(row.tier), row.id)):
                # One whose every member is hidden is not there.
                if (wanted or row.id == text) and row.id in self._listed:
                    return self._listed[row.id]
        return None

    def card(self, listed: Listed) -> CommunityCard:
        """A community with everything that is written of it."""
        if not self._view.sees_everything:
            return self._partial_card(listed)
        key = self._rows[listed.id].key
        text = "SELECT summary, rating_reason, findings FROM community_reports WHERE community = ?"
        row = next(iter(self._view.rows(text, (key,))), ("", "", "[]"))
        summary, reason, findings = map(str, row)
        return CommunityCard(
            listed, summary, reason, _decode_findings(findings), self.member_ids(listed), self._parts(listed)
        )

    def member_ids(self, listed: Listed) -> tuple[str, ...]:
        """The ids of a community's members, those of the communities below it among them."""
        return tuple(node.id for node in self._view.nodes(self._members[self._rows[listed.id].key]))

    def changed_edges(self, listed: Listed) -> ChangedEdges:
        """What changed around a community since its report was written."""
        if not self._view.sees_everything:
            return ChangedEdges((), ())
        key = self._rows[listed.id].key
        members = set(self.member_ids(listed))
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
        if not self._view.sees_everything:
            return []  # it names communities that are gone, of which nobody knows any more who might see them
        rows = self._view.rows("SELECT partition, community, fate, relatives FROM community_history ORDER BY position")
        return [
            (int(str(partition)), Descent(str(community), Fate(str(fate)), _decode_strings(str(relatives))))
            for partition, community, fate, relatives in rows
        ]

    def _partial_card(self, listed: Listed) -> CommunityCard:
        parts, members = self._parts(listed), self.member_ids(listed)
        below = [Part(part.id, part.title, part.services, self.card(part).summary) for part in parts]
        written = self._visible_reports.write(listed.id, listed.title, listed.kind, members, below)
        summary, rating, reason, findings = written
        return CommunityCard(replace(listed, rating=rating), summary, reason, findings, members, parts, is_partial=True)

    def _parts(self, listed: Listed) -> tuple[Listed, ...]:
        return tuple(sorted((below for below in self._listed.values() if below.parent == listed.id), key=_rank))

    @cached_property
    def _visible_reports(self) -> VisibleReports:
        return VisibleReports(self._view)

    @cached_property
    def _rows(self) -> dict[str, "_Row"]:
        rows = {row.id: row for row in _read(self._view)}
        if self._view.sees_everything:
            return rows
        told = {row.id: self._unnamed(row) for row in rows.values()}
        return {
            row.id: replace(row, parent=told[row.parent].id if row.parent in told else row.parent)
            for row in told.values()
        }

    def _unnamed(self, row: "_Row") -> "_Row":
        """A community whose names would tell something hidden goes by its first visible member."""
        if all(map(self._view.may_tell, (row.id, row.name, row.title))):
            return row
        members = self._view.nodes(self._members[row.key])
        first = next((node for node in members if node.label is NodeLabel.SERVICE), next(iter(members), None))
        title = f"Around {first.name}" if first else ""
        return replace(row, id=f"community:part-{row.key}", name="", title=title)

    @cached_property
    def _members(self) -> defaultdict[int, list[int]]:
        """Keys of the members that may be seen, by community."""
        members: defaultdict[int, list[int]] = defaultdict(list)
        for community, node in self._view.rows(
            "SELECT community, node FROM community_members ORDER BY community, node"
        ):
            assert isinstance(community, int) and isinstance(node, int)
            if not self._view.hides(node):
                members[community].append(node)
        return members

    @cached_property
    def _listed(self) -> dict[str, Listed]:
        rewritten = _rewritten(self._view)
        return {row.id: self._list(row, rewritten) for row in self._rows.values() if self._members[row.key]}

    def _list(self, row: "_Row", rewritten: frozenset[str]) -> Listed:
        services, owners = self._services(row.key)
        # Of a report that speaks of hidden neighbours, and of numbers that count them, nothing is told.
        partial = not self._view.sees_everything
        return Listed(
            row.id,
            row.level,
            row.parent,
            row.kind,
            row.name,
            row.title,
            len(self._members[row.key]),
            services,
            owners,
            0.0 if partial else row.rating,
            EdgeChange(0, 0, 0) if partial else row.change,
            "you see a part of the estate" if partial else row.because,
            row.writer,
            row.id in rewritten,
        )

    def _services(self, key: int) -> tuple[int, tuple[str, ...]]:
        services = [n for n in self._view.nodes(self._members[key]) if n.label is NodeLabel.SERVICE]
        own = [n for n in services if n.properties.get("role", Role.APPLICATION) in OWN_ROLES] or services
        owners = Counter(str(n.properties["owner"]) for n in own if n.properties.get("owner"))
        return len(own), tuple(sorted(owners, key=lambda owner: (-owners[owner], owner)))


@dataclass(frozen=True, slots=True)
class _Row:
    key: int
    id: str
    tier: int
    level: int
    parent: str
    kind: GroupKind
    name: str
    title: str
    change: EdgeChange
    rating: float
    because: str
    writer: str


def _read(view: View) -> Iterator[_Row]:
    columns = (
        "c.key, c.id, c.tier, c.level, c.parent, c.kind, c.name, c.title, edges_before, edges_added, edges_removed"
    )
    rows = view.rows(
        f"SELECT {columns}, r.rating, r.because, r.writer FROM communities c"
        " LEFT JOIN community_reports r ON r.community = c.key ORDER BY c.key"
    )
    for key, identity, tier, level, parent, kind, name, title, before, added, removed, rating, because, writer in rows:
        yield _Row(
            _whole(key),
            str(identity),
            _whole(tier),
            _whole(level),
            str(parent),
            GroupKind(str(kind)),
            str(name),
            str(title),
            EdgeChange(_whole(before), _whole(added), _whole(removed)),
            float(str(rating or 0)),
            str(because or ""),
            str(writer or ""),
        )


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


def _names(listed: _Row) -> tuple[set[str], set[str], set[str]]:
    """Names of a community by closeness: its title and system, the end of its id, the words of its title."""
    parts = {_bare(part) for part in re.split(r"[&(),]", listed.title)}
    hub = listed.id.partition(":")[2]
    return {_bare(listed.title), _bare(listed.name)}, {_bare(hub)}, parts | {_bare(name_stem(hub))}


def says_community(text: str) -> bool:
    """Whether words say that a community is meant: `orders subsystem`, `community:orders`."""
    words = [word for word in _FILLER.split(text.lower()) if word]
    return text.startswith("community:") or any(
        word in ("subsystem", "community", "area", "domain", "system", "subsistema", "sistema") for word in words[1:]
    )
