"""What a community is about, or the estate as a whole."""

import re

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.mention import COMMUNITY
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import named

_PART = re.compile(
    r"(?<![\w<:-])(?:sub-?systems?|domains?|areas?|modules?|parts?|side|bounded contexts?|subsistemas?|partes?|modulos?|dominios?)(?![\w-])"
)
_SURE_WHOLE = re.compile(
    r"as a whole|(?:system|architecture|landscape|estate|platform)s? looks?|^(?:explain|describe|summari[sz]e|outline|introduce)(?: \w+)? (?:the|our|this) (?:system|estate|application|app|platform|product)(?: |$)|hangs? together|fits? together|big picture|(?:whole|entire|overall) \w+|(?:structured|organi[sz]ed)(?: \w+)?$|visao geral|sistema (?:como um )?todo|architecture look|arquitetura"
)


def route_subsystems(reading: Reading, asked: str) -> Route | None:
    """What a community is about, or the estate as a whole."""
    text = reading.text
    communities = named(reading, {COMMUNITY})
    if communities and len(communities) < len(reading.mentions):
        # "Which services of the orders system use redis": it only narrows.
        return None
    if communities:
        listed = (
            asked in list(NodeLabel)
            and (vocabulary.COUNT.search(text) or re.match(r"^(?:list|which|name|show|quais|liste|mostre|all)", text))
            and not re.search(r"make up|made (?:up )?of|consist|form |compoe|formam", text)
        )
        if not listed:
            return Route(Intent.SUBSYSTEM, Operation.SUBSYSTEM, (communities[0],))
        return None
    if reading.mentions:
        return None
    if _SURE_WHOLE.search(text) and not vocabulary.COUNT.search(text):
        return Route(Intent.SUBSYSTEM, Operation.ESTATE, strategy=Strategy.OPEN)
    if vocabulary.COUNT.search(text) or re.match(r"^(?:list|which|quais|liste)", text):
        return None
    overview = vocabulary.OVERVIEW.search(text)
    if _PART.search(text) and overview and reading.rest:
        return Route(Intent.SUBSYSTEM, Operation.SUBSYSTEM, strategy=Strategy.OPEN)
    if (vocabulary.WHOLE.search(text) or vocabulary.SUBSYSTEM.search(text)) and overview and not reading.rest:
        return Route(Intent.SUBSYSTEM, Operation.ESTATE, strategy=Strategy.OPEN)
    return None
