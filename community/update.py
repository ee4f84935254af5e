"""One run's communities: found, named, and reported on where enough has changed; a function of the graph and the last state."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from community.change import EdgeChange, edge_change
from community.check_report import Estate
from community.community import Community, CommunityState, Report
from community.edge_set import EdgeKey, EdgeSet
from community.find_communities import Found, find_communities
from community.group_kind import GroupKind
from community.hierarchy import MIDDLE, Group
from community.naming import name_communities
from community.profile import OWN_ROLES, Part
from community.profiler import Profiler
from community.projection import Projection, project
from community.report import ReportJob, Writer, write_reports
from parsed_graph.model import Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel, Role

FIRST, ASKED = "first report", "rewritten on request"
MOVED = "its members changed, and it has no edges to go by"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which edge-change ratio a report is rewritten, and the whole map partitioned anew."""

    report: float = 0.10
    partition: float = 0.10


@dataclass(frozen=True, slots=True)
class Grouping:
    """What steers the partition. `declared` is pin, seed or ignore; `systems` names services of systems beyond the catalogue."""

    declared: str = "pin"
    systems: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Changes with what would change the partition of one and the same map."""
        parts = [self.declared, *(f"{system}={','.join(sorted(s))}" for system, s in sorted(self.systems.items()))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Update:
    """What a run made of the communities. `written` are the ids whose reports are new, `partition_change` since the partition."""

    state: CommunityState
    written: tuple[str, ...]
    is_partitioned: bool
    partition_change: EdgeChange | None
    problems: tuple[Problem, ...]


def update_communities(
    graph: PropertyGraph,
    before: CommunityState | None,
    writer: Writer,
    grouping: Grouping = Grouping(),
    thresholds: Thresholds = Thresholds(),
    *,
    repartition: bool = False,
    rewrite: bool = False,
) -> Update:
    """The communities of a graph, going on from the last run's.

    A report is written where there is none, where more than `thresholds.report` of its edges changed since it was
    written, and with `rewrite` everywhere. Nothing else makes a call.
    """
    projection = project(graph, _systems(graph, grouping), tie_systems=grouping.declared == "seed")
    found = find_communities(
        projection,
        before,
        threshold=thresholds.partition,
        pinned=grouping.declared == "pin",
        settings=grouping.fingerprint,
        force=repartition,
    )
    titles = _titles(graph, projection, found, before)
    known = before.reports if before else {}
    members = {community.id: community.members for community in (before.communities if before else ())}
    due = dict(_due(found, known, members, thresholds.report, rewrite))
    reports, problems = _write(graph, found, titles, known, due, writer)
    state = _state(found, titles, reports, before, grouping)
    return Update(state, tuple(sorted(due)), found.is_partitioned, found.change, tuple(problems))


def _systems(graph: PropertyGraph, grouping: Grouping) -> dict[str, str]:
    """Node id -> system, for the services that the settings name by name or id."""
    wanted = {name.lower(): system for system, names in sorted(grouping.systems.items()) for name in names}
    return {
        node.id: wanted[key]
        for node in graph.nodes(NodeLabel.SERVICE)
        for key in (node.id.lower(), node.name.lower())
        if key in wanted
    }


def _titles(
    graph: PropertyGraph, projection: Projection, found: Found, before: CommunityState | None
) -> dict[str, str]:
    nodes = {node_id: node for node_id in projection.nodes if (node := graph.node(node_id)) is not None}
    degrees = Counter(end for source, _, target in found.index.edges for end in (source, target))
    last = before.communities if before else ()
    return dict(zip(found.ids, name_communities(found.groups, found.ids, nodes, degrees, last), strict=True))


def _due(
    found: Found,
    reports: Mapping[str, Report],
    members: Mapping[str, tuple[str, ...]],
    threshold: float,
    rewrite: bool,
) -> Iterator[tuple[str, str]]:
    """Ids of communities whose report is to be written, with the reason. `members` are those of the last run."""
    for group, identity, edges in zip(found.groups, found.ids, found.edges, strict=True):
        report = reports.get(identity)
        if report is None:
            yield identity, FIRST
            continue
        change = edge_change(report.edges, edges)
        if change.ratio > threshold:
            yield identity, describe_change(change)
        elif not len(edges) and members.get(identity) != tuple(group.members):
            yield identity, MOVED
        elif rewrite:
            yield identity, ASKED


def describe_change(change: EdgeChange) -> str:
    """`14.3% of its edges changed (+9 -3 of 84)`."""
    return f"{change.ratio:.1%} of its edges changed (+{change.added} -{change.removed} of {change.before})"


def _write(
    graph: PropertyGraph,
    found: Found,
    titles: Mapping[str, str],
    known: Mapping[str, Report],
    due: Mapping[str, str],
    writer: Writer,
) -> tuple[dict[str, Report], list[Problem]]:
    """The reports of all communities, tier by tier from below: those above are written from those below them."""
    reports = {identity: known[identity] for identity in found.ids if identity in known and identity not in due}
    problems: list[Problem] = []
    if not due:
        return reports, problems
    profiler = Profiler(graph, _homes(found, titles))
    estate = Estate(_names(graph))
    ids = dict(zip((group.key for group in found.groups), found.ids, strict=True))
    for tier in sorted({group.tier for group in found.groups}):
        jobs = [
            ReportJob(
                profiler.profile(
                    identity, titles[identity], group.kind, group.members, _parts(graph, group, found, ids, reports)
                ),
                edges,
                due[identity],
            )
            for group, identity, edges in zip(found.groups, found.ids, found.edges, strict=True)
            if group.tier == tier and identity in due
        ]
        written, wrong = write_reports(jobs, writer, estate)
        reports |= {report.community: report for report in written}
        problems += wrong
    return reports, problems


def _homes(found: Found, titles: Mapping[str, str]) -> dict[str, str]:
    return {
        node: titles[identity]
        for group, identity in zip(found.groups, found.ids, strict=True)
        if group.tier == MIDDLE
        for node in group.members
    }


def _names(graph: PropertyGraph) -> Iterator[list[str]]:
    labels = (
        NodeLabel.SERVICE,
        NodeLabel.TOPIC,
        NodeLabel.EVENT,
        NodeLabel.DATABASE,
        NodeLabel.ENTITY,
        NodeLabel.TEAM,
    )
    for node in graph.nodes(*labels):
        aliases = node.properties.get("aliases", ())
        yield [node.name, *(aliases if isinstance(aliases, tuple) else ())]


def _parts(
    graph: PropertyGraph, group: Group, found: Found, ids: Mapping[str, str], reports: Mapping[str, Report]
) -> list[Part]:
    """What lies below a community, as its report tells it."""
    below = [other for other in found.groups if other.parent == group.key and ids[other.key] in reports]
    return [
        Part(ids[part.key], reports[ids[part.key]].title, _own_services(graph, part), reports[ids[part.key]].summary)
        for part in below
    ]


def _own_services(graph: PropertyGraph, group: Group) -> int:
    """Services that are there for the business; of infrastructure, all."""
    nodes = [node for member in group.members if (node := graph.node(member)) is not None]
    services = [node for node in nodes if node.label is NodeLabel.SERVICE]
    return sum(node.properties.get("role", Role.APPLICATION) in OWN_ROLES for node in services) or len(services)


def _state(
    found: Found,
    titles: Mapping[str, str],
    reports: Mapping[str, Report],
    before: CommunityState | None,
    grouping: Grouping,
) -> CommunityState:
    ids = dict(zip((group.key for group in found.groups), found.ids, strict=True))
    parents = {identity: ids.get(group.parent, "") for group, identity in zip(found.groups, found.ids, strict=True)}
    communities = [
        Community(
            identity,
            group.tier,
            _level(identity, parents),
            parents[identity],
            group.kind,
            group.name,
            titles[identity],
            group.members,
            _change(reports.get(identity), edges),
        )
        for group, identity, edges in zip(found.groups, found.ids, found.edges, strict=True)
    ]
    return CommunityState(
        communities=tuple(sorted(communities, key=lambda c: (c.level, c.kind in _LAST, c.id))),
        reports=reports,
        edges=found.index,
        partition_edges=found.partition_edges,
        partition=found.partition,
        settings=grouping.fingerprint if found.is_partitioned or before is None else before.settings,
        history=found.history,
        named=_named(found, reports, before),
    )


_LAST = (GroupKind.SHARED, GroupKind.UNLINKED)


def _level(identity: str, parents: Mapping[str, str]) -> int:
    level = 0
    while identity := parents[identity]:
        level += 1
    return level


def _change(report: Report | None, edges: EdgeSet) -> EdgeChange:
    return edge_change(report.edges, edges) if report else EdgeChange(0, len(edges), 0)


def _named(found: Found, reports: Mapping[str, Report], before: CommunityState | None) -> dict[int, EdgeKey]:
    """The text of edges that are gone but that a report was written on."""
    current = found.index.named()
    remembered = {key for report in reports.values() for key in report.edges.tolist()} - current.keys()
    if not remembered or before is None:
        return {}
    known = {**before.named, **before.edges.named()}
    return {key: known[key] for key in sorted(remembered) if key in known}
