"""The neighbours of one node, or whether two are joined."""

import re
from itertools import pairwise

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import narrowing, narrows_by_mention
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.reading import Reading
from pipelines.asking.relate import relate
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import HOW_MUCH, UNTOLD, is_polar

_PLACES = frozenset({Operation.DATABASES, Operation.CONSUMERS, Operation.PUBLISHERS})
"""What answers a `where` from the graph."""

_NEEDED = frozenset({NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.LIBRARY})
_SHARES = re.compile(r"(?<![\w<:-])(?:shar(?:e|es|ed|ing)|compartilh\w+|in common|em comum)(?![\w-])")
_SAME = re.compile(r"(?<![\w<:-])(?:the same|mesm[oa]s?|different|difference|diferen\w+)(?![\w-])")
"""Comparisons are told in texts, if at all."""
_AND = re.compile(r",? (?:and|e|as well as|bem como)(?: also)?(?: on| from| to| de| do| da)? (?:the |o |a )?|, ")
_ASKED = re.compile(r"^(?:what|which|qual|quais|que) (\w+) ?(\S*)")
_LIKE_A_NAME = re.compile(r"\w[-_.:/]\w|[a-z][A-Z]|\d")


def route_relations(reading: Reading, asked: str) -> Route | None:
    """One node's neighbours, or whether two are joined."""
    if narrows_by_mention(reading, asked) or _SAME.search(reading.text):
        return None
    found = relate(reading, asked)
    if found is None or _is_told(reading, found.subject, found.operation):
        return None
    joined = _joined(reading, found.subject) if found.other is not None else ()
    if found.other in joined and not is_polar(reading):
        filters = narrowing(reading, asked, (found.subject, *joined))
        return Route(
            Intent.RELATIONSHIP, found.operation, (found.subject,), verb=found.verb, filters=filters, also=joined
        )
    if found.other is not None and found.verb == "call" and asked == NodeLabel.ENDPOINT and not is_polar(reading):
        # "Which endpoints of catalog does shipping call."
        filters = {"service": found.other.name}
        return Route(Intent.RELATIONSHIP, Operation.CALLED_ENDPOINTS, (found.subject,), verb="call", filters=filters)
    unknown = next((each for each in (found.subject, found.other) if each is not None and each.kind == UNKNOWN), None)
    if found.other is not None and unknown is not None and not is_polar(reading):
        # "Which services of nobodys-team call orders" cannot be answered without knowing whom.
        return Route(Intent.RELATIONSHIP, found.operation, (unknown,), verb=found.verb)
    if found.other is not None:
        if not is_polar(reading) and vocabulary.WH.search(reading.text) and not re.search(r"whether|if ", reading.text):
            return None
        before = _joined_before(reading, found.subject)
        if _SHARES.search(reading.text) and found.other.kind == found.subject.kind == NodeLabel.SERVICE:
            return Route(Intent.RELATIONSHIP, found.operation, (found.subject, found.other), verb="share")
        return Route(Intent.RELATIONSHIP, found.operation, (found.subject, found.other), verb=found.verb, also=before)
    also = _joined(reading, found.subject)
    filters = narrowing(reading, asked, (found.subject, *also))
    return Route(Intent.RELATIONSHIP, found.operation, (found.subject,), verb=found.verb, filters=filters, also=also)


def _joined(reading: Reading, subject: Mention) -> tuple[Mention, ...]:
    """Nodes that `and` joins to the subject."""
    marks = reading.marks()
    found: list[Mention] = []
    for (_, end, left), (start, _, right) in pairwise(marks):
        if (left is subject or left in found) and _alike(right, subject) and _AND.fullmatch(reading.text[end:start]):
            found.append(right)
    return tuple(found)


def _joined_before(reading: Reading, subject: Mention) -> tuple[Mention, ...]:
    """Nodes that `and` joins to a subject which comes last: `are cart and user using redis`."""
    marks = reading.marks()
    place = next((place for place, (_, _, mention) in enumerate(marks) if mention is subject), 0)
    found: list[Mention] = []
    for (_, end, left), (start, _, _) in reversed(list(pairwise(marks[: place + 1]))):
        if not (_alike(left, subject) and _AND.fullmatch(reading.text[end:start])):
            break
        found.append(left)
    return tuple(found)


def _alike(one: Mention, other: Mention) -> bool:
    return one.kind == other.kind or {one.kind, other.kind} <= _NEEDED


def _is_told(reading: Reading, subject: Mention, operation: Operation) -> bool:
    """Whether a question has too much in it that is not understood, or asks how and where: texts tell of that."""
    most = UNTOLD + bool(_LIKE_A_NAME.search(subject.text)) + bool(len(reading.mentions) > 1)
    if len(reading.rest) > most:
        return True
    asked = _ASKED.match(reading.text)
    if (
        asked
        and asked[1] in {word for word, _ in reading.rest}
        and not any(pattern.match(asked[2]) for pattern in vocabulary.KINDS.values())
    ):
        # "What port does orders use" asks for something that the graph has no kind for.
        return True
    how = re.match(r"^(?:how|como|when|quando)(?![\w-])", reading.text) and not HOW_MUCH.match(reading.text)
    where = re.match(r"^(?:where|onde|cade)(?![\w-])", reading.text) and bool(reading.rest) and operation not in _PLACES
    return bool(how or where) and len(reading.mentions) < 2
