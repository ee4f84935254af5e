"""Incidents that a question names by their time: `the July incident`, `the outage of 2 July 2024`, `o incidente de fevereiro`."""

import re
from collections.abc import Sequence

from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.asking.mention import Mention
from pipelines.asking.question import Word

_MONTHS = (
    "january jan janeiro", "february feb fevereiro", "march mar marco", "april apr abril", "may maio", "june jun junho", "july jul julho",
    "august aug agosto", "september sep sept setembro", "october oct outubro", "november nov novembro", "december dec dezembro",
)  # fmt: skip
_NUMBER = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_MONTH = "|".join(sorted(_NUMBER, key=len, reverse=True))
_WHAT = r"(?:incidents?|outages?|post-?mortems?|coe|incidentes?|panes?|quedas?)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_SMALL = r"(?:(?:of|in|from|on|the|de|do|da|em|no|na) )*"
_PATTERNS = tuple(
    re.compile(rf"(?<![\w-]){pattern}(?![\w-])")
    for pattern in (
        rf"{_WHAT} {_SMALL}{_YEAR}-(?P<number>\d\d)(?:-(?P<day>\d\d))?",
        rf"{_WHAT} {_SMALL}(?:{_DAY} {_SMALL})?(?P<month>{_MONTH})(?: {_SMALL}{_YEAR})?",
        rf"{_WHAT} {_SMALL}(?P<month>{_MONTH}) {_DAY}(?: {_YEAR})?",
        rf"(?P<month>{_MONTH})(?: {_YEAR})? {_WHAT}",
        rf"{_YEAR}-(?P<number>\d\d)(?:-(?P<day>\d\d))? {_WHAT}",
    )
)


def dated_incidents(view: View, words: Sequence[Word]) -> list[Mention]:
    """The incident of the time that the question names beside the word incident; unclear where several are of that time."""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    length = 0
    for place, word in enumerate(words):
        starts[length], ends[length + len(word.folded)] = place, place + 1
        length += len(word.folded) + 1
    text = " ".join(word.folded for word in words)
    found = max(
        (m for p in _PATTERNS for m in p.finditer(text)), key=lambda match: match.end() - match.start(), default=None
    )
    if found is None or found.start() not in starts or found.end() not in ends:
        return []
    keys = tuple(
        key for key, node in view.labelled(NodeLabel.INCIDENT) if _is_then(str(node.properties.get("date", "")), found)
    )
    first, end = starts[found.start()], ends[found.end()]
    span = " ".join(word.text for word in words[first:end])
    return [Mention(span, first, end, NodeLabel.INCIDENT, keys, "date", is_unclear=len(keys) > 1)] if keys else []


def _is_then(date: str, found: re.Match[str]) -> bool:
    """Whether a date, YYYY-MM-DD or a beginning of that, is of the time that was found."""
    groups = found.groupdict()
    month = int(groups.get("number") or _NUMBER[groups.get("month") or "january"])
    year, _, rest = date.partition("-")
    own_month, _, day = rest.partition("-")
    return (
        own_month.isdigit()
        and int(own_month) == month
        and groups["year"] in (None, year)
        and (not groups.get("day") or not day[:2].isdigit() or int(day[:2]) == int(groups["day"]))
    )
