"""What one node is."""

import re

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY, UNKNOWN
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import is_polar

_WHAT_IS = re.compile(
    r"^(?:(?:who or )?what (?:is|are)|which (?:service|component|app|one) is|what role does|(?:give me |show me |any )?(?:details|information|info|facts|everything) (?:on|about|of|for)|(?:explain|tell me|describe) what|who is|whats|o que (?:e|sao)|quem e|qual e|define|describe|explain|tell (?:me )?about|about|(?:me )?fal(?:e|ar) (?:sobre|d[eoa])|descreva|explique|describe to me|what can you tell me about)(?: (?:the|a|an|o|os|as|me|sobre|service|servico))* <0:[a-z]+>(?: service| servico)?(?: is| does| play| is about)?$"
)

_DOES = re.compile(
    r"^(?:what (?:does|do|is) (?:the )?<0:[a-z]+>(?: service)? (?:do|for|about|used for|responsible for)|o que (?:o |a )?(?:servico )?(?:faz )?(?:o |a )?(?:servico )?<0:[a-z]+>(?: faz)?|para que serve (?:o |a )?<0:[a-z]+>|(?:what is the )?(?:purpose|role|job|point) of (?:the )?<0:[a-z]+>(?: service)?)$"
)

_BARE = re.compile(r"^(?:the |o |a )?<0:[a-z]+>(?: service)?$")


def route_definitions(reading: Reading, asked: str) -> Route | None:
    """What one node is."""
    if len(reading.mentions) != 1 or (not reading.mentions[0].is_found and reading.mentions[0].kind != UNKNOWN):
        return None
    if reading.mentions[0].kind == NodeLabel.TEAM and vocabulary.OWN.search(reading.text):
        return None
    if asked == "Language" and reading.mentions[0].kind == NodeLabel.SERVICE and not is_polar(reading):
        return Route(Intent.LOOKUP, Operation.DEFINE, (reading.mentions[0],))
    if _WHAT_IS.match(reading.text) or _DOES.match(reading.text) or _BARE.match(reading.text):
        if reading.mentions[0].kind == COMMUNITY:
            return Route(Intent.SUBSYSTEM, Operation.SUBSYSTEM, (reading.mentions[0],))
        return Route(Intent.LOOKUP, Operation.DEFINE, (reading.mentions[0],))
    return None
