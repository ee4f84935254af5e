"""Answers that were given, kept for whoever may ask the same: a snapshot never changes, so neither does what it answers.

The key holds all that an answer depends on: the snapshot, what the principal may see, and the question as it was put.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from parsed_graph.view import Principal

_MOST_CHARACTERS = 4_000_000


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one snapshot. `target` is path and query of a request that has no body."""

    snapshot: str
    principal: Principal
    target: bytes


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The JSON of a result, and when its snapshot was written."""

    result: str
    written_at: str


class KeptAnswers:
    """The answers that were used last, within a size. Safe for threads."""

    def __init__(self, most_characters: int = _MOST_CHARACTERS) -> None:
        self._most = most_characters
        self._size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Question, KeptAnswer] = OrderedDict()

    def find(self, question: Question) -> KeptAnswer | None:
        """The answer to a question, None where it is not kept."""
        with self._lock:
            found = self._kept.get(question)
            if found is not None:
                self._kept.move_to_end(question)
            return found

    def keep(self, question: Question, answer: KeptAnswer) -> None:
        """Keeps an answer, and lets go of those that were not asked for longest."""
        with self._lock:
            if question in self._kept or len(answer.result) > self._most // 10:
                return
            self._kept[question] = answer
            self._size += len(answer.result)
            while self._size > self._most:
                _, dropped = self._kept.popitem(last=False)
                self._size -= len(dropped.result)
