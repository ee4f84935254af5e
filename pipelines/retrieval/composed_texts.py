"""Service cards and community reports for somebody who may not see everything: composed of what they see, and searched so.

The stored ones were written over the whole graph. These live in memory for as long as the view; their keys are negative.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw

from community.tables import has_communities
from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel
from parsed_graph.view import Link, View
from pipelines.retrieval.hit import Hit
from pipelines.retrieval.lexical import BM25, Vocabulary, match_any
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import Scope
from pipelines.retrieval.service_card import SERVICE_CARD, Neighbour, compose_card
from pipelines.retrieval.visible import COMMUNITY_REPORT, hidden_names

if TYPE_CHECKING:
    from community.read_communities import CommunityCard

_TABLE = "CREATE VIRTUAL TABLE composed USING fts5(title, text, tokenize='porter unicode61 remove_diacritics 2')"


@dataclass(frozen=True, slots=True)
class ComposedText:
    """A text unit that is in no snapshot."""

    id: str
    kind: str
    title: str
    service: str
    repo: str
    path: str
    text: str

    def hit(self, score: float, ranks: dict[str, int]) -> Hit:
        """The text as a hit."""
        return Hit(self.id, self.kind, self.title, self.repo, self.path, 0, self.service, self.text, score, ranks)


class ComposedTexts:
    """The cards and reports of one view, by key."""

    def __init__(self, view: View) -> None:
        names = hidden_names(view)
        found = [*_cards(view), *_reports(view)]
        told = [
            one for one in found if not names.mentions(f"{one.id} {one.title} {one.text}") and view.may_tell(one.text)
        ]
        self.texts = {-place: one for place, one in enumerate(told, 1)}
        self._database = apsw.Connection(":memory:")
        self._database.execute(_TABLE)
        rows = ((key, one.title, one.text) for key, one in self.texts.items())
        self._database.executemany("INSERT INTO composed (rowid, title, text) VALUES (?, ?, ?)", rows)

    def rank(self, vocabulary: Vocabulary, scope: Scope, most: int) -> Ranking:
        """The best of them by BM25, of those in scope."""
        match = match_any(vocabulary)
        if not match:
            return Ranking(BM25, ())
        rows = self._database.execute(
            "SELECT rowid, -bm25(composed, 3.0, 1.0) AS score FROM composed WHERE composed MATCH ? ORDER BY score DESC, rowid DESC",
            (match,),
        )
        found = ((key, score) for key, score in rows if scope.holds(self.texts[key].service, self.texts[key].kind))
        return Ranking(BM25, tuple(found)[:most])

    def column(self, name: str, keys: Iterable[int]) -> dict[int, str]:
        """What `text_units` would hold in one column, for those of the keys that are ours."""
        own = ((key, self.texts[key]) for key in keys if key in self.texts)
        fields = {"document_id": "id", "service": "service", "kind": "kind", "text": "text"}
        return {key: str(getattr(one, fields[name])) for key, one in own}


def composed_texts(view: View) -> ComposedTexts | None:
    """The texts that this view needs, None where the stored ones may be shown."""
    return None if view.sees_everything else view.remember(("composed_texts", 0), lambda: ComposedTexts(view))


def _cards(view: View) -> Iterator[ComposedText]:
    around = ViewNeighbourhood(view)
    for _, service in view.labelled(NodeLabel.SERVICE):
        repo, path = (str(service.properties.get(name, "")) for name in ("repo", "path"))
        card = compose_card(service, around)
        yield ComposedText(f"card:{service.id}#1", SERVICE_CARD, service.name, service.id, repo, path, card.text)


def _reports(view: View) -> Iterator[ComposedText]:
    # Only those who may not see everything pay for this import.
    from community.read_communities import Communities

    if has_communities(view.snapshot.database):
        communities = Communities(view)
        for listed in communities.tree():
            card = communities.card(listed)
            yield ComposedText(f"{listed.id}#1", COMMUNITY_REPORT, listed.title, "", "", "", _report_text(card))


def _report_text(card: "CommunityCard") -> str:
    findings = "".join(f"\n\n## {finding.summary}\n\n{finding.explanation}" for finding in card.findings)
    return f"# {card.listed.title}\n\n{card.summary}{findings}"


class ViewNeighbourhood:
    """The edges that a view shows, for composing a card."""

    def __init__(self, view: View) -> None:
        self._view = view

    def leaving(self, node: Node) -> list[Neighbour]:
        """Along edges that start at the node."""
        key = self._view.key(node.id)
        return self._neighbours(self._view.leaving(key) if key is not None else [], is_leaving=True)

    def reaching(self, node: Node) -> list[Neighbour]:
        """Along edges that end at the node."""
        key = self._view.key(node.id)
        return self._neighbours(self._view.reaching(key) if key is not None else [], is_leaving=False)

    def _neighbours(self, links: Sequence[Link], *, is_leaving: bool) -> list[Neighbour]:
        nodes = self._view.nodes(link.target if is_leaving else link.source for link in links)
        edges = self._view.edges([link.key for link in links])
        found = []
        for link, node, edge in zip(links, nodes, edges, strict=True):
            kinds = edge.properties.get("kinds", ())
            found.append(Neighbour(link.type, node, kinds if isinstance(kinds, tuple) else (str(kinds),)))
        return sorted(found, key=lambda one: (one.type, one.node.id, one.kinds))
