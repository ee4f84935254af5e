"""A plain word that must be a name, because of where it stands: the `billing` of `Does billing call payments?`"""

import re

from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route

_NAME = r"(?P<name>[a-z][\w-]+)"
_SUBJECT = re.compile(
    rf"^(?:does|do|did|is|are|was|were|has|have|can|could|will|would|should)(?: (?:the|an?|our))? {_NAME}(?: (?:service|app|api|team))? |^[oa](?: servico)? (?P<other>[a-z][\w-]+) "
)
_FAILING = re.compile(
    rf"(?<![\w<:-])(?:if|when|se|quando|without|sem|outage of|failure of|radius of|lose|losing|queda d[eoa])(?: (?:the|our|o|a|servico|service))* {_NAME}"
)
_ENDS = {
    "en": re.compile(rf"(?<![\w<:-])(?:from|to|between|and|reach(?:es)?|call(?:s|ed by)?|on|by|uses?|needs?|consumes?|publishes)(?: (?:the|our|service))* {_NAME}"),
    "pt": re.compile(rf"(?<![\w<:-])(?:d[eoa]|ate|entre|e|ao|[oa]|chama|consome|usa|para|pel[oa])(?: (?:servico|o|a))* {_NAME}"),
}  # fmt: skip
_LAST = re.compile(
    rf"^(?:who|whom|which|what|quem|que|quais|qual|o que)(?![\w-]).*(?<![\w<:-]){_NAME}(?: (?:service|topic|queue|database|team|app|api))?$"
)
_BESIDE_KIND = re.compile(
    r"(?P<name>[a-z][\w-]+) (?:service|microservice|topic|queue|database|team|app|api)(?![\w-])|(?:service|servico|topic|topico|database|banco|fila|queue|time|equipe)(?: called| named| chamad[oa])? (?P<other>[a-z][\w-]+)"
)
_JOINING = (
    vocabulary.CONSUME, vocabulary.PUBLISH, vocabulary.CALL, vocabulary.DEPEND, vocabulary.USE, vocabulary.TALK, vocabulary.FAIL,
    vocabulary.PATH, vocabulary.OWN,
)  # fmt: skip
_VERBAL = re.compile(r"(?:ed|ado|ada|ido|ida)$")
"""How participles end: what is done to something is no name of it."""
_MOST = 3


def missing_name(reading: Reading, route: Route) -> str:
    """The word, for a question that its own words do not make a lookup; "" for none."""
    text = reading.text
    rest = {word for word, _ in reading.rest if not word.isdigit() and len(word) > 2}
    told = (vocabulary.WHY, vocabulary.ADVICE, vocabulary.HAPPENED)
    is_open = route.operation is Operation.LOOKUP or (route.intent is Intent.YESNO and len(route.subjects) < 2)
    if not rest or not is_open or any(pattern.search(text) for pattern in told):
        return ""
    beside = _word(_BESIDE_KIND, text, rest)
    if beside:
        return beside
    if len(rest) > _MOST or not any(pattern.search(text) for pattern in _JOINING):
        return ""
    patterns = (_SUBJECT, _FAILING, _ENDS[reading.language]) if reading.mentions else (_FAILING,)
    found = next((word for pattern in patterns if (word := _word(pattern, text, rest))), "")
    return found or (_word(_LAST, text, rest) if len(reading.rest) == 1 else "")


def _word(pattern: re.Pattern[str], text: str, rest: set[str]) -> str:
    """The first name that the pattern finds among the words that are not understood."""
    for match in pattern.finditer(text):
        word = match["name"] or ("other" in match.groupdict() and match["other"]) or ""
        if word in rest and not _VERBAL.search(word):
            return str(word)
    return ""
