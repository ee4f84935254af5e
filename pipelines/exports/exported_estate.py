"""What leaves for another system, as one principal sees it: nodes with titles, edges, documents, communities with their reports."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from community.community import Finding
from community.tables import has_communities
from parsed_graph.model import Edge, Node
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.exports.titles import unique_titles
from pipelines.stages.text_unit_rows import DocumentRow, TextUnitRow

EXPORTED = tuple(label for label in NodeLabel if label not in (NodeLabel.FILE, NodeLabel.FUNCTION))
"""Files and functions stay at home: they are many, and answer questions of code rather than of the estate."""
_decode_findings = msgspec.json.Decoder(tuple[Finding, ...]).decode


@dataclass(frozen=True, slots=True)
class ExportedCommunity:
    """A community with its report; `summary` is "" where there is none, or none that the principal may see."""

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
    """Documents whose node leaves too: neither source files nor what is written anew here, cards and reports."""
    if not _has(view, "documents"):
        return (), ()
    heads = [
        DocumentRow(*map(str, row))
        for row in view.rows("SELECT id, kind, service, title, repo, path FROM documents ORDER BY id")
        if row[0] in nodes
    ]
    seen = {head.id for head in heads}
    units = []
    for identity, document, kind, service, title, path, repo, line, text in view.rows(
        "SELECT id, document_id, kind, service, title, path, repo, line, text FROM text_units ORDER BY document_id, key"
    ):
        if str(document) in seen:
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
    if not has_communities(view.snapshot.database):
        return ()
    members, withheld = _members(view)
    rows = view.rows(
        "SELECT c.key, c.id, c.level, c.parent, c.title, r.summary, r.rating, r.rating_reason, r.findings"
        " FROM communities c LEFT JOIN community_reports r ON r.community = c.key ORDER BY c.level, c.id"
    )
    found = []
    for key, identity, level, parent, title, summary, rating, reason, findings in rows:
        assert isinstance(key, int) and isinstance(level, int)
        if not members[key]:
            continue
        head = (str(identity), level, str(parent), str(title), members[key])
        if summary is None or key in withheld:
            found.append(ExportedCommunity(*head))
        else:
            written = (str(summary), float(str(rating)), str(reason), _decode_findings(str(findings)))
            found.append(ExportedCommunity(*head, *written))
    return tuple(found)


def _members(view: View) -> tuple[defaultdict[int, tuple[str, ...]], set[int]]:
    """Members to see by community, and the communities that have others too."""
    keys: defaultdict[int, list[int]] = defaultdict(list)
    withheld: set[int] = set()
    for community, node in view.rows("SELECT community, node FROM community_members ORDER BY community, node"):
        assert isinstance(community, int) and isinstance(node, int)
        if view.hides(node):
            withheld.add(community)
        else:
            keys[community].append(node)
    members: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    for community, inside in keys.items():
        members[community] = tuple(node.id for node in view.nodes(inside))
    return members, withheld


def _has(view: View, table: str) -> bool:
    return next(view.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)), None) is not None
