"""Who is hit when something fails."""

import re
from collections.abc import Sequence
from dataclasses import replace

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import Mention
from pipelines.asking.reading import Reading
from pipelines.asking.relate import relate
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import BREAKABLE, HOW_MUCH, named

_TOGETHER = re.compile(
    r"<\d+:[a-z]+> (?:and|e) (?:the |o |a )?<\d+:[a-z]+> (?:both |all )?(?:are |were |go |went |both )?(?:fail|down|die|crash|offline|unavailable|break|stop|ca[ie]|falh|par)|(?:loss|outage|failure|losing|without|sem) (?:of )?(?:both )?(?:the )?<\d+:[a-z]+> (?:and|e) (?:the |o |a )?<"
)
_ANSWERS = re.compile(r"responsib|accountable|in charge|approv|sign(?:s)? off|review|responsave")
_OUTAGE = re.compile(
    r"<(\d+):[a-z]+>(?: service)? (?:outage|failure|crash|downtime|going down|dying|being down|failing|problem|incident)"
)
_IF = re.compile(
    r"(?<![\w<:-])(?:if|when|whenever|once|after|should|suppose|assuming|without|outage of|failure of|loss of|by|losing|se|quando|caso|sem|queda d[eoa]|falha d[eoa]|pel[oa])(?![\w-])"
)


def route_trouble(reading: Reading, asked: str) -> Route | None:
    """Who is hit when something fails."""
    text = reading.text
    found = named(reading, BREAKABLE)
    if (
        not found
        or (text.startswith(("how ", "como ", "where ", "onde ")) and not HOW_MUCH.match(text))
        or text.startswith(("when did", "quando foi"))
    ):
        return None
    if re.search(r"not (?:run|work|live|function|do|exist|survive) without", text) and not vocabulary.SUFFER.search(
        text
    ):
        # "What can orders not live without" asks for what it needs.
        return None
    fails, suffers = vocabulary.FAIL.search(text), vocabulary.SUFFER.search(text)
    if not fails and not suffers:
        return None
    if (
        _ANSWERS.search(text)
        or vocabulary.ON_CALL.search(text)
        or (vocabulary.OWN.search(text) and asked == NodeLabel.TEAM)
    ):
        return None
    if (
        not fails
        and (len(found) > 1 or relate(reading, asked) is not None)
        and not re.search(r"affect|impact|afet|blast|suffer|atingid|sofr", text)
    ):
        return None
    if (
        fails
        and not suffers
        and fails[0] in ("without", "sem", "down", "away", "chang", "stop", "goes", "para", "para a", "para o")
        and not _asks_about_trouble(text, fails[0])
    ):
        return None
    both = _both(reading, found)
    if both is not None:
        return Route(Intent.BLAST, Operation.BLAST, (both,))
    if len(found) >= 2:
        failing, hit = _who_fails(reading, found)
        return Route(Intent.BLAST, Operation.BLAST, (failing, hit))
    return Route(Intent.BLAST, Operation.BLAST, (found[0],))


def _both(reading: Reading, found: Sequence[Mention]) -> Mention | None:
    """Two nodes that fail together, as one mention: `if both orders and mail fail`."""
    if len(found) != 2 or not _TOGETHER.search(reading.text):
        return None
    first, second = found
    return replace(first, keys=(*first.keys, *second.keys), how="both", text=f"{first.text} and {second.text}")


def _asks_about_trouble(text: str, word: str) -> bool:
    if word in ("without", "sem"):
        return bool(
            re.search(
                r"(?:would|could|can|will|work|run|happen|survive|live|break|stop|still|funciona|acontece|quebra|para|fica)",
                text,
            )
        ) and not re.search(r"topics?|topicos?|services? without|servicos? sem", text)
    return bool(_IF.search(text)) and word not in ("para", "para a", "para o")


def _who_fails(reading: Reading, found: Sequence[Mention]) -> tuple[Mention, Mention]:
    """Of two nodes the one behind `if`, `when` or `outage of`; else the second."""
    outage = _OUTAGE.search(reading.text)
    if outage and reading.mentioned(int(outage[1])) in found:
        failing = reading.mentioned(int(outage[1]))
        return failing, next(mention for mention in found if mention is not failing)
    marks = {id(mention): start for start, _, mention in reading.marks()}
    condition = [match.end() for match in _IF.finditer(reading.text)]
    for place in reversed(condition):
        behind = [mention for mention in found if marks[id(mention)] >= place]
        if behind and len(behind) < len(found):
            other = next(mention for mention in found if mention is not behind[0])
            return behind[0], other
    return (found[0], found[1]) if condition and condition[0] <= marks[id(found[0])] else (found[1], found[0])
