"""How one node reaches another."""

import re
from collections.abc import Sequence

from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import Mention
from pipelines.asking.reading import Reading
from pipelines.asking.roles import FROM, TO
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import BREAKABLE, HOW_MUCH, is_polar, named

_BY = re.compile(r"(?<![\w<:-])(?:by|por|pel[oa])(?: (?:the|o|a))* <(\d+):")


def route_ways(reading: Reading, asked: str) -> Route | None:
    """How one node reaches another."""
    text, found = reading.text, named(reading, BREAKABLE)
    if len(found) < 2:
        return None
    is_how = bool(
        re.match(r"(?:\S+ )?(?:how|como|through|por onde|via|by what)(?![\w-])", text)
    ) and not HOW_MUCH.match(text)
    path = vocabulary.PATH.search(text)
    polar = is_polar(reading)
    if not path and not is_how and not vocabulary.INDIRECT.search(text):
        return None
    if polar and not re.search(
        r"path|route|reach(?! out)|way|get (?:from|to)|chain|caminho|rota|alcanc|cheg|traje|indirect|transitiv|eventually|end up",
        text,
    ):
        return None
    ends = _from_to(reading, found)
    return Route(Intent.TRACE, Operation.PATH, ends)


def _from_to(reading: Reading, found: Sequence[Mention]) -> tuple[Mention, Mention]:
    text = reading.text
    start, end = FROM.search(text), TO.search(text)
    source = reading.mentioned(int(start[1])) if start else None
    target = (
        next(
            (reading.mentioned(int(m[1])) for m in TO.finditer(text) if reading.mentioned(int(m[1])) is not source),
            None,
        )
        if end
        else None
    )
    by = _BY.search(text)
    if by and source is None and reading.mentioned(int(by[1])) in found[1:]:
        source = reading.mentioned(int(by[1]))
    if source in found:
        rest = [mention for mention in found if mention is not source]
        return source, target if target in rest else rest[0]  # type: ignore[return-value]  # both are mentions that were found
    return found[0], found[1]
