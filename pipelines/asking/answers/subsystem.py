"""What a subsystem does, or the estate as a whole: the report of its community, and who is in it."""

from collections import defaultdict
from dataclasses import replace

from community.community import Finding as ReportFinding
from community.read_communities import Communities, CommunityCard, Listed
from parsed_graph.errors import QueryError
from parsed_graph.model import Edge
from parsed_graph.schema import NodeLabel
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.intent import Operation
from pipelines.asking.neighbours import consumed, published
from pipelines.asking.phrases import listed
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope

_FINDINGS = 4
_MEMBERS = (NodeLabel.SERVICE, NodeLabel.TOPIC, NodeLabel.DATABASE)
_REPORTS = frozenset({"community_report", "service_card", "README"})


def answer_subsystem(scope: Scope, route: Route, words: str) -> Finding:
    """The named community, the one that fits the telling words of the question best, or the whole estate."""
    view = scope.view
    try:
        communities = view.remember(("communities", 0), lambda: Communities(view))
    except QueryError as error:
        return Finding(Statement(str(error)))
    tree = communities.tree()
    if not tree:
        return Finding(Statement("There is no community to see."))
    if route.subjects:
        chosen = next(listed_ for listed_ in tree if listed_.id == route.subjects[0].community)
        return _told(scope, communities.card(chosen), ("community " + chosen.id,))
    if route.operation is Operation.SUBSYSTEM:
        best = _by_text(scope, communities, tree, words)
        if best is not None:
            return best
    top = [each for each in tree if each.level == 0]
    if len(top) == 1:
        return _told(scope, communities.card(top[0]), ("the community of everything",))
    names = listed([each.title for each in top])
    statements = tuple(Statement(f"{each.title}: {communities.card(each).summary}") for each in top[:_FINDINGS])
    members = [member for each in top for member in communities.card(each).members]
    return Finding(
        Statement(f"The estate has {len(top)} parts: {names}."),
        statements,
        _ordered(scope, members),
        steps=("communities of the top level",),
    )


def _by_text(scope: Scope, communities: Communities, tree: list[Listed], words: str) -> Finding | None:
    """The community that most of what fits the words belongs to: reports and service cards vote by their rank."""
    cards = {each.id: communities.card(each) for each in tree if each.level > 0}
    lowest = sorted(cards.values(), key=lambda card: (-card.listed.level, card.listed.id))
    home = {member: card.listed.id for card in reversed(lowest) for member in card.members}
    votes: defaultdict[str, float] = defaultdict(float)
    hits = scope.find_text(words, (), None, _REPORTS).hits
    for rank, hit in enumerate(hits, 1):
        community = hit.text_unit_id.rpartition("#")[0]
        place = community if community in cards and not cards[community].parts else home.get(hit.service, "")
        if place:
            votes[place] += 1 / rank
    best = max(votes, key=lambda each: (votes[each], each), default="")
    if not best:
        return None
    return replace(_told(scope, cards[best], (f"the community of what fits {words!r} best",)), hits=hits)


def _told(scope: Scope, card: CommunityCard, steps: tuple[str, ...]) -> Finding:
    listed_ = card.listed
    members = _ordered(scope, list(card.members))
    edges = _edges_around(scope, members)
    statements = [
        Statement(f"{finding.summary}. {finding.explanation}", places=_places(finding))
        for finding in card.findings[:_FINDINGS]
    ]
    if card.parts:
        statements.insert(0, Statement(f"Parts: {listed([part.title for part in card.parts])}."))
    owners = f" Owners: {listed(list(listed_.owners))}." if listed_.owners else ""
    return Finding(
        Statement(f"{card.summary}{owners}", edges[:6]), tuple(statements), members, steps=steps, context=edges
    )


def _places(finding: ReportFinding) -> tuple[tuple[str, str], ...]:
    """What a finding of a report rests on, each place once."""
    return tuple({each.place: (each.subject, each.place) for each in finding.citations if each.place}.values())


def _ordered(scope: Scope, members: list[str]) -> tuple[str, ...]:
    """Members that a reader asks for: services first, then topics and databases."""
    keys = [key for member in members if (key := scope.view.key(member)) is not None]
    nodes = [node for node in scope.view.nodes(keys) if node.label in _MEMBERS]
    topics = [
        each.node
        for node in nodes
        if node.label is NodeLabel.SERVICE and (key := scope.view.key(node.id)) is not None
        for each in (*published(scope, key, NodeLabel.TOPIC), *consumed(scope, key))
    ]
    ordered = sorted(
        {node.id: node for node in (*nodes, *topics)}.values(), key=lambda node: (_MEMBERS.index(node.label), node.id)
    )
    return tuple(node.id for node in ordered)


def _edges_around(scope: Scope, members: tuple[str, ...]) -> tuple[Edge, ...]:
    """Dependencies between members, the surest first: what the fragment shows."""
    inside = set(members)
    keys = [key for member in members if (key := scope.view.key(member)) is not None]
    links = [link for link in scope.view.leaving_any(keys) if link.type.value in ("DEPENDS_ON", "PUBLISHES")]
    edges = [edge for _, edge in scope.edges(links) if edge.target in inside]
    return tuple(
        sorted(edges, key=lambda edge: (edge.layer.value != "parsed", -edge.confidence, edge.source, edge.target))
    )[: scope.limits.triple_limit]
