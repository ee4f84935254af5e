"""What a change does to the estate: two states built in memory and compared, and which decisions and teams it concerns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from community.state import read_previous
from community.update import Grouping, Thresholds
from parsed_graph.build import build_graph
from parsed_graph.facts import Fact
from parsed_graph.model import Node, Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.read_facts import FactReader
from parsed_graph.schema import ANSWER_CONFIDENCE, EdgeType, NodeLabel, Role
from pipelines.checkouts import Checkout
from pipelines.community_settings import CommunitySettings
from pipelines.constraints.check import Violation, check_constraints
from pipelines.documents.document_settings import DocumentSettings
from pipelines.impact.changes.calls import call_changes
from pipelines.impact.changes.change import Change, Verdict, gravest, ranked
from pipelines.impact.changes.communities import CommunityChange, community_changes
from pipelines.impact.changes.contracts import contract_changes
from pipelines.impact.changes.dependencies import dependency_changes, library_changes, owner_changes
from pipelines.impact.changes.endpoints import endpoint_changes
from pipelines.impact.changes.messages import event_changes, topic_changes
from pipelines.impact.changes.records import RecordChange, record_changes
from pipelines.impact.changes.services import find_renamed, service_changes
from pipelines.impact.changes.state import Place, State, TwoStates, seen_state
from pipelines.impact.contacts import Contact, contacts
from pipelines.impact.states.compared import Compared, Side
from pipelines.models.cache import ReplyCache
from pipelines.models.model_settings import ModelSettings
from pipelines.product_version import product_version
from pipelines.stages.document_digests import document_digests_by_place
from pipelines.stages.documents import read_documents
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.parse import ParsedEstate, Progress, collect_facts, read_checkouts, recall_facts
from pipelines.stages.walk import walk_checkouts

_RULES = ModelSettings()


@dataclass(frozen=True, slots=True)
class Governing:
    """An accepted record and the touched services that it binds: `how` is governed or direct."""

    record: Node
    how: str
    services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiffImpact:
    """What changed, the gravest first. `files` are changed files that were read; `touched` the services that they belong to or that changed.

    `violations` are new ones of the rules of accepted records. `ungoverned` are touched applications that no accepted record binds; `unread` what could not be read of the changed files.
    """

    before: str
    after: str
    files: int
    verdict: Verdict
    changes: tuple[Change, ...]
    records: tuple[RecordChange, ...]
    touched: tuple[Node, ...]
    governing: tuple[Governing, ...]
    ungoverned: tuple[Node, ...]
    contacts: tuple[Contact, ...]
    violations: tuple[Violation, ...]
    communities: tuple[CommunityChange, ...]
    unread: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class BuiltSide:
    """One state with all that was made of it."""

    graph: PropertyGraph
    parsed: ParsedEstate
    problems: Sequence[Problem]


def find_diff(
    compared: Compared,
    output: Path,
    documents: DocumentSettings,
    communities: CommunitySettings,
    workers: int,
    limits: FileLimits,
    progress: Progress,
    least_confidence: float = ANSWER_CONFIDENCE,
) -> DiffImpact:
    """Compares two states. Documents are read by rules, whatever the settings name: a comparison spends nothing.

    Files that neither state changed since they were last read come from the cache of `output`.
    """
    facts = FactCache(output / "cache" / "facts.db")
    replies = ReplyCache(output / "cache" / "replies.db")
    try:
        others = [(checkout, recall_facts(checkout.root, facts)) for checkout in compared.others]
        before, after = (
            _build(side, others, facts, replies, documents, workers, limits, progress)
            for side in (compared.before, compared.after)
        )
    finally:
        facts.close()
        replies.close()
    progress("compare", 0, 1)
    grouped = community_changes(
        before.graph,
        after.graph,
        read_previous(output),
        Grouping(communities.declared, communities.systems),
        Thresholds(communities.report_threshold, communities.partition_threshold),
    )
    labels = compared.before.label, compared.after.label
    return compare_sides(before, after, labels, grouped, least_confidence)


def _build(
    side: Side,
    others: Sequence[tuple[Checkout, list[Fact]]],
    facts: FactCache,
    replies: ReplyCache,
    documents: DocumentSettings,
    workers: int,
    limits: FileLimits,
    progress: Progress,
) -> BuiltSide:
    reader = FactReader(facts.parsers())
    present = [each for each in (*side.checkouts, *(other for other, _ in others)) if each.root.is_dir()]
    walked = walk_checkouts(present, reader.is_wanted, facts, product_version())
    own = [checkout for checkout in walked if checkout.root in {each.root for each in side.checkouts}]
    readings = read_checkouts(own, reader, facts, workers, limits, progress)
    parsed = collect_facts(readings, facts, [(other.name, found) for other, found in others])
    built = build_graph(parsed.facts)
    problems, _ = read_documents(built.graph, walked, documents, _RULES, replies, None)
    built.owners.stamp(built.graph)
    parsed.digests.update(document_digests_by_place(walked, facts))
    return BuiltSide(built.graph, parsed, [*built.problems, *parsed.problems, *problems])


def compare_sides(
    before: BuiltSide,
    after: BuiltSide,
    labels: tuple[str, str],
    communities: tuple[CommunityChange, ...],
    least_confidence: float,
) -> DiffImpact:
    """The comparison itself: a function of both states alone."""
    old, new = (
        seen_state(side.graph, side.parsed.facts, side.parsed.digests, least_confidence) for side in (before, after)
    )
    states = TwoStates(old, new, find_renamed(old, new))
    changes = ranked(
        change
        for find in (service_changes, endpoint_changes, call_changes, contract_changes, topic_changes, event_changes, dependency_changes, library_changes, owner_changes)
        for change in find(states)
    )  # fmt: skip
    files = _changed_files(states)
    touched = _touched(states, changes, files)
    governing = tuple(_governing(new, touched))
    bound = {service for each in governing for service in each.services}
    ungoverned = tuple(node for node in touched if node.id not in bound and _is_application(node))
    return DiffImpact(
        *labels,
        len(files),
        gravest(change.verdict for change in changes),
        changes,
        record_changes(states),
        touched,
        governing,
        ungoverned,
        contacts([*touched, *_hit(new, changes)]),
        _new_violations(before, after),
        communities,
        _unread(before, after, files),
    )


def _hit(state: State, changes: Iterable[Change]) -> Iterator[Node]:
    """Services that rely on what changed and may have to change, too."""
    for change in changes:
        if change.verdict is not Verdict.NON_BREAKING:
            nodes = (state.graph.node(hit.service) for hit in change.hits if hit.stays)
            yield from (node for node in nodes if node)


def _changed_files(states: TwoStates) -> set[Place]:
    old, new = states.before.digests, states.after.digests
    return {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}


def _touched(states: TwoStates, changes: Iterable[Change], files: Iterable[Place]) -> tuple[Node, ...]:
    """Services of the state afterwards that a changed file lies in, or that a change is about, by id."""
    homes = {
        (str(node.properties.get("repo", "")), str(node.properties["path"])): node
        for node in states.after.graph.nodes(NodeLabel.SERVICE)
        if "path" in node.properties
    }
    found = {change.service for change in changes if change.about not in ("owner",)}
    for repo, path in files:
        owner = _owner(homes, repo, path)
        if owner:
            found.add(owner.id)
    nodes = (states.after.graph.node(service) for service in sorted(found - {""}))
    return tuple(node for node in nodes if node)


def _owner(homes: dict[Place, Node], repo: str, path: str) -> Node | None:
    while path:
        path = path.rpartition("/")[0]
        if (repo, path) in homes:
            return homes[repo, path]
    return None


def _governing(state: State, touched: Sequence[Node]) -> Iterable[Governing]:
    """Accepted records tied to a touched service itself, those that their author ties first."""
    found: dict[str, dict[str, str]] = {}
    for service in touched:
        for edge in state.graph.out_edges(service.id, EdgeType.GOVERNED_BY):
            found.setdefault(edge.target, {})[service.id] = "governed"
        for edge in state.graph.in_edges(service.id, EdgeType.RELATES_TO):
            if edge.properties.get("impact", "direct") == "direct":
                found.setdefault(edge.source, {}).setdefault(service.id, "direct")
    listed = []
    for record, services in sorted(found.items()):
        node = state.graph.node(record)
        if node is not None and node.label is NodeLabel.ADR and node.properties.get("status") == "accepted":
            how = "governed" if "governed" in services.values() else "direct"
            listed.append(Governing(node, how, tuple(sorted(services))))
    return sorted(listed, key=lambda each: (each.how != "governed", each.record.id))


def _is_application(node: Node) -> bool:
    return node.properties.get("role", Role.APPLICATION.value) == Role.APPLICATION.value


def _new_violations(before: BuiltSide, after: BuiltSide) -> tuple[Violation, ...]:
    """Links that do not follow a rule of an accepted record, and did not break it before."""
    known = {(each.record, each.text, each.source, each.target) for each in check_constraints(before.graph).violations}
    found = check_constraints(after.graph).violations
    return tuple(each for each in found if (each.record, each.text, each.source, each.target) not in known)


def _unread(before: BuiltSide, after: BuiltSide, files: set[Place]) -> tuple[Problem, ...]:
    """Problems of changed files that were not there before: of these, less may be seen than changed. A file that moved took its own along."""
    known = {_told(each) for each in before.problems}
    places = {f"{repo}:{path}" for repo, path in files}
    return tuple(each for each in sorted(set(after.problems)) if each.path in places and _told(each) not in known)


def _told(problem: Problem) -> tuple[str, str, str, str]:
    return problem.stage, problem.path.rpartition("/")[2], problem.reason, problem.detail
