"""Names that come close to one that nothing carries."""

from collections.abc import Sequence
from typing import NamedTuple

from parsed_graph.identity import name_key
from parsed_graph.queries.find import shown
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

SUGGESTABLE = (NodeLabel.SERVICE, NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.DATABASE, NodeLabel.TEAM)
_LEAST = 60
_LISTED = 3


class Close(NamedTuple):
    """A node whose name comes close, and how close, of 100."""

    score: float
    key: int


def closest(view: View, text: str, labels: Sequence[NodeLabel] = SUGGESTABLE) -> list[Close]:
    """Nodes with names like a text, the closest first, each once."""
    # Only a name that nothing carries pays for this import.
    from rapidfuzz import fuzz, process

    number = sum(1 << list(NodeLabel).index(label) for label in labels)
    names = view.remember(
        ("close names", number), lambda: [(name, key) for name, key in view.names(*labels) if len(name) > 2]
    )
    texts = [name for name, _ in names]
    wanted = text.lower()
    hits = process.extract(wanted, texts, scorer=fuzz.ratio, limit=30, score_cutoff=_LEAST)
    bare = name_key(wanted)
    hits += process.extract(bare, texts, scorer=fuzz.ratio, limit=30, score_cutoff=_LEAST) if bare != wanted else []
    best: dict[int, float] = {}
    for _, score, place in hits:
        key = names[place][1]
        best[key] = max(best.get(key, 0.0), score)
    return sorted((Close(score, key) for key, score in best.items()), key=lambda close: (-close.score, close.key))


def suggestions(view: View, close: Sequence[Close]) -> tuple[str, ...]:
    """How the closest are written."""
    return tuple(shown(view, node) for node in view.nodes(found.key for found in close[:_LISTED]))
