"""How a question is put: whether it wants a yes or no, and which of the nodes it names have some labels."""

import re
from collections.abc import Set as AbstractSet

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.reading import Reading
from pipelines.asking.relate import relate
from pipelines.asking.roles import VERBS
from pipelines.asking.route import Route

UNTOLD = 1
"""So many words of a question may be unknown before texts are asked instead of the graph."""

HOW_MUCH = re.compile(r"^how (?:bad|far|wide|big|serious|many|much|severe|critical|important|essential|central)")

IN_FORCE = re.compile(
    r"(?:status|state|in force|valid|accepted|rejected|current|active|deprecated|superseded|still|ainda|vale|vigor|vigente|aceit[oa]|rejeitad[oa]|situacao|estado|proposed|approved|adopted|appl(?:y|ies)$)"
)

BREAKABLE = frozenset(
    {
        NodeLabel.SERVICE,
        NodeLabel.DATABASE,
        NodeLabel.TOPIC,
        NodeLabel.EVENT,
        NodeLabel.ENDPOINT,
        NodeLabel.LIBRARY,
        NodeLabel.SUBSCRIPTION,
        UNKNOWN,
    }
)

_CONDITION_FIRST = re.compile(r"^(?:if|when|suppose|should|se|caso|quando)(?![\w-])")

_BE = re.compile(r"(?<![\w-])(?:is|are|was|were|e|esta|estao|foi|sao)(?![\w-])")
_WITHIN = re.compile(
    r"(?<![\w<:-])(?:functions?|class(?:es)?|methods?|code|files?|handlers?|func(?:ao|oes)|classes?|metodos?|codigo|arquivos?)(?![\w>-]).*(?:in|inside|within|of|no|na|d[eoa]) (?:the |o |a )?<\d+:service>"
)
_STATEMENT = re.compile(
    r"^(?:(?:the|a|o|os|as|our|service|servico|team|equipe|api|any \w+) )*<\d+:[a-z]+>(?: (?:service|servico|and <\d+:[a-z]+>|e (?:o |a )?<\d+:[a-z]+>))* \w+"
)
"""A node first and more behind it: what a sentence begins with that is asked only by its mark."""


def is_polar(reading: Reading) -> bool:
    """Whether a question wants a yes or no: it begins with an auxiliary verb, or is a statement with a mark behind it."""
    text = reading.text
    wh = vocabulary.WH.search(text)
    is_asked = reading.question.rstrip().endswith("?")
    if _CONDITION_FIRST.match(text) and not wh and is_asked and len(reading.mentions) > 1:
        # "If kafka is down, is storefront affected?"
        return True
    if vocabulary.POLAR.match(text) and not re.match(r"^(?:e|do|da|no|na|de) (?:o |a )?(?:que|qual|quem)", text):
        return True
    if (
        wh
        or vocabulary.COUNT.search(text)
        or re.match(
            r"^(?:list|liste|show|mostre|give|name|describe|explain|trace|tell|find|descreva|explique|enumer|de |qual|suppose|if |se |say )",
            text,
        )
    ):
        return False
    if not reading.mentions or not is_asked or not _STATEMENT.search(text):
        return False
    if not _BE.search(text) and not any(
        pattern.search(text) for pattern in (*VERBS.values(), vocabulary.FAIL, vocabulary.GOVERN, vocabulary.PATH)
    ):
        return False
    return (
        len(reading.mentions) > 1
        or bool(relate(reading, ""))
        or bool(vocabulary.TAG.search(text))
        or bool(IN_FORCE.search(text))
    )


def named(reading: Reading, kinds: AbstractSet[NodeLabel] | AbstractSet[str]) -> list[Mention]:
    """The mentions of some kinds, in their order."""
    return [mention for mention in reading.mentions if mention.kind in kinds]


def lookup(reading: Reading, *, is_sure: bool) -> Route:
    """A lookup around what is named; within a service where the question asks for code of it."""
    named_here = tuple(mention for mention in reading.mentions if mention.is_found)
    is_scoped = bool(_WITHIN.search(reading.text)) and any(mention.kind == NodeLabel.SERVICE for mention in named_here)
    strategy = Strategy.SCOPED if is_scoped else Strategy.OPEN
    return Route(Intent.LOOKUP, Operation.LOOKUP, named_here, strategy, is_sure=is_sure)
