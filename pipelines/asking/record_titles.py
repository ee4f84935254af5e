"""Decision records and incidents that a question names by the words of their title."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.asking import words as vocabulary
from pipelines.asking.mention import Mention
from pipelines.asking.plain_words import NEVER_NAMES
from pipelines.asking.question import Word, fold

_WORD = re.compile(r"[^\W_]+")
_ENOUGH = 0.7
_LEAST_WORDS = 2
_STEM = 5


class _Title(NamedTuple):
    key: int
    label: NodeLabel
    stems: frozenset[str]


def titled_records(view: View, words: Sequence[Word]) -> list[Mention]:
    """The one record whose title the question holds nearly whole; none where two are as close.

    The question must say that a decision or an incident is meant, unless it holds every word of the title.
    """
    text = " ".join(word.folded for word in words)
    says_record = vocabulary.DECISION.search(text) or vocabulary.INCIDENT.search(text)
    stems = [frozenset(_stems(word.folded)) for word in words]
    asked = frozenset().union(*stems) if stems else frozenset()
    scored: list[tuple[float, _Title]] = []
    for title in view.remember(("record titles", 0), lambda: _titles(view)):
        shared = len(title.stems & asked)
        if shared >= _LEAST_WORDS and (
            shared / len(title.stems) >= _ENOUGH if says_record else shared == len(title.stems) >= 3
        ):
            scored.append((shared / len(title.stems) + shared / 1000, title))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or (len(scored) > 1 and scored[1][0] == scored[0][0]):
        return []
    score, best = scored[0]
    places = [place for place, own in enumerate(stems) if own & best.stems]
    margin = 100 * (score - scored[1][0]) if len(scored) > 1 else 100.0
    span = " ".join(word.text for word in words[places[0] : places[-1] + 1])
    return [Mention(span, places[0], places[-1] + 1, best.label, (best.key,), "title", min(100.0, 100 * score), margin)]


def _titles(view: View) -> list[_Title]:
    found = []
    for key, node in view.labelled(NodeLabel.ADR, NodeLabel.INCIDENT):
        stems = frozenset(_stems(fold(str(node.properties.get("title", "")))))
        if len(stems) >= _LEAST_WORDS:
            found.append(_Title(key, node.label, stems))
    return found


def _stems(text: str) -> set[str]:
    """The first letters of each word that means something: `assessing` and `assess` are one."""
    return {
        word[:_STEM] for word in _WORD.findall(text) if word not in NEVER_NAMES and not word.isdigit() and len(word) > 2
    }
