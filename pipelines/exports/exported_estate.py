"""What leaves for another system, as one principal sees it: nodes with titles, edges, documents, communities with their reports."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from community.community import Finding
from community.read_communities import Communities, CommunityCard
from community.tables import has_communities
from parsed_graph.model import Edge, Node
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.exports.exported_labels import EXPORTED
from pipelines.exports.titles import unique_titles
from pipelines.retrieval.visible import visible_units
from pipelines.stages.text_unit_rows import DocumentRow, TextUnitRow

_decode_findings = msgspec.json.Decoder(tuple[Finding, ...]).decode


@dataclass(frozen=True, slots=True)
class ExportedCommunity:
    """A community with its report; `summary` is "" where there is none."""

    id: str
    level: int
    parent: str
    title: str
    members: tuple[str, ...]
    summary: str = ""
    rating: float = 0.0
    rating_reason: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class ExportedEstate:
    """Nodes and edges sorted by id and key, edges only between these nodes; documents and units by id; parents before parts."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    documents: tuple[DocumentRow, ...] = ()
    units: tuple[TextUnitRow, ...] = ()
    communities: tuple[ExportedCommunity, ...] = ()

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """A unique title for each node id."""
        return unique_titles(self.nodes)

    @cached_property
    def node(self) -> Mapping[str, Node]:
        """Nodes by id."""
        return {node.id: node for node in self.nodes}


def read_estate(view: View, labels: Sequence[NodeLabel] = EXPORTED) -> ExportedEstate:
    """Everything that a view lets out about nodes of some labels."""
    nodes = view.labelled(*labels)
    keys = [key for key, _ in nodes]
    inside = set(keys)
    links = [link for link in view.leaving_any(keys) if link.target in inside]
    edges = sorted(
        view.edges([link.key for link in links]), key=lambda edge: (edge.source, edge.type, edge.target, edge.layer)
    )
    documents, units = _documents(view, {node.id for _, node in nodes})
    return ExportedEstate(
        tuple(sorted((node for _, node in nodes), key=lambda node: node.id)),
        tuple(edges),
        documents,
        units,
        _communities(view),
    )


def _documents(view: View, nodes: set[str]) -> tuple[tuple[DocumentRow, ...], tuple[TextUnitRow, ...]]:
    """Documents whose node leaves too: neither source files nor what is written anew here, cards and reports.

    Of their texts, those that the principal may meet.
    """
    if not _has(view, "documents"):
        return (), ()
    heads = [
        head
        for row in view.rows("SELECT id, kind, service, title, repo, path FROM documents ORDER BY id")
        if row[0] in nodes and all(map(view.may_tell, map(str, row)))
        for head in [DocumentRow(*map(str, row))]
    ]
    seen = {head.id for head in heads}
    is_visible = visible_units(view)
    units = []
    for key, identity, document, kind, service, title, path, repo, line, text in view.rows(
        "SELECT key, id, document_id, kind, service, title, path, repo, line, text FROM text_units ORDER BY document_id, key"
    ):
        if str(document) in seen and is_visible(int(str(key))):
            units.append(
                TextUnitRow(
                    str(identity),
                    str(document),
                    str(kind),
                    str(service),
                    str(title),
                    str(path),
                    str(repo),
                    int(str(line)),
                    str(text),
                )
            )
    return tuple(heads), tuple(units)


def _communities(view: View) -> tuple[ExportedCommunity, ...]:
    """By level and id. For who does not see everything the reports are written anew, of what they see."""
    if not has_communities(view.snapshot.database):
        return ()
    if view.sees_everything:
        return tuple(_all_communities(view))
    communities = Communities(view)
    cards = [communities.card(listed) for listed in communities.tree()]
    return tuple(map(_visible_community, sorted(cards, key=lambda card: (card.listed.level, card.listed.id))))


def _visible_community(card: CommunityCard) -> ExportedCommunity:
    listed = card.listed
    head = (listed.id, listed.level, listed.parent, listed.title, card.members)
    return ExportedCommunity(*head, card.summary, listed.rating, card.rating_reason, card.findings)


def _all_communities(view: View) -> Iterator[ExportedCommunity]:
    """As they are stored, with nothing looked up that an export does not hold."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for community, node in view.rows("SELECT community, node FROM community_members ORDER BY community, node"):
        members[int(str(community))].append(int(str(node)))
    for key, identity, level, parent, title, summary, rating, reason, findings in view.rows(
        "SELECT c.key, c.id, c.level, c.parent, c.title, r.summary, r.rating, r.rating_reason, r.findings"
        " FROM communities c LEFT JOIN community_reports r ON r.community = c.key ORDER BY c.level, c.id"
    ):
        inside = tuple(node.id for node in view.nodes(members[int(str(key))]))
        head = (str(identity), int(str(level)), str(parent), str(title), inside)
        if summary is None:
            yield ExportedCommunity(*head)
        else:
            written = (str(summary), float(str(rating)), str(reason), _decode_findings(str(findings)))
            yield ExportedCommunity(*head, *written)


def _has(view: View, table: str) -> bool:
    return next(view.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)), None) is not None
