"""Whether there is a node of a name at all."""

import re

from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY, UNKNOWN
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route

_KIND = r"(?:micro)?services?|apps?|applications?|topics?|queues?|events?|databases?|teams?|libraries|library|endpoints?|systems?|subsystems?|adrs?|decisions?|records?|incidents?|servicos?|topicos?|filas?|eventos?|bancos?(?: de dados)?|times?|equipes?|bibliotecas?|sistemas?|decis(?:ao|oes)|incidentes?"
_NAMED = (
    rf"(?:(?:a|an|any|some|already|the|um|uma|algum|alguma|o) )*(?:(?:{_KIND}) )?"
    r"(?:called |named |by the name of |with the name |chamad[oa] |com o nome (?:de )?)?(?:the )?"
    rf"<0:[a-z]+>(?: (?:{_KIND}))?"
)
_ASKED = re.compile(
    rf"^(?:(?:is|are) there|do we(?: already| still)? have|have we(?: got)?|existe[m]?|ha|temos|(?:does|do)(?= .* exist)) {_NAMED}"
    r"(?: exist\w*)?(?: (?:here|at all|anywhere|yet|already|aqui|in (?:the|our|this) (?:estate|system|graph)))?$"
)


def route_existence(reading: Reading, asked: str) -> Route | None:
    """`Is there a service named billing?`"""
    if len(reading.mentions) != 1 or not _ASKED.match(reading.text):
        return None
    mention = reading.mentions[0]
    if mention.kind == COMMUNITY or not (mention.is_found or mention.kind == UNKNOWN):
        return None
    return Route(Intent.YESNO, Operation.DEFINE, (mention,))
