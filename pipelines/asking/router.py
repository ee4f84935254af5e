"""From a reading to a route: which intent a question has and which operation answers it, by rules in a fixed order."""

import re
from collections.abc import Callable
from dataclasses import replace

from pipelines.asking import words as vocabulary
from pipelines.asking.filters import asked_kind
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.definitions import route_definitions
from pipelines.asking.rules.existence import route_existence
from pipelines.asking.rules.lists import route_lists
from pipelines.asking.rules.owners import route_owners
from pipelines.asking.rules.properties import route_properties
from pipelines.asking.rules.rankings import route_rankings
from pipelines.asking.rules.reasons import route_reasons
from pipelines.asking.rules.records import route_records
from pipelines.asking.rules.relations import route_relations
from pipelines.asking.rules.sentence import is_polar, lookup
from pipelines.asking.rules.subsystems import route_subsystems
from pipelines.asking.rules.trouble import route_trouble
from pipelines.asking.rules.ways import route_ways

_EVERY = re.compile(r"^(?:list|show|name|enumerate|give|all|every|each|liste|listar|mostre|enumere|tod[oa]s)(?![\w-])")
_UNIVERSAL = re.compile(
    r"(?<![\w<:-])(?:all|every|each|todos|todas|cada)(?: the| of the| our| os| as)?(?: \w+)? (?:services?|microservices?|apps?|servicos?)(?![\w-])"
)
_EXCLUSIVE = re.compile(
    r"(?<![\w<:-])(?:only|exclusively|solely|apenas|somente|so) (?:ever )?(?:used|called|needed|required|consumed|usad[oa]s?|chamad[oa]s?)(?![\w-])"
)
_WORKS = re.compile(
    r"(?<![\w<:-])(?:work|works|run|function|surviv\w+|live|operate|keep(?:s)?(?: on)?|continue|still|funcion\w+|rodar|sobreviv\w+)(?![\w-])"
)
_STOPS = re.compile(
    r"(?:stop|stops|cease|quit|fail|fails|deixa\w*|para)(?: to| de)? (?:work|funcion|run|operat|respond)"
)
_LISTABLE = frozenset(
    {
        Operation.ENDPOINTS,
        Operation.ENTITIES,
        Operation.DATABASES,
        Operation.LIBRARIES,
        Operation.OWNED,
        Operation.TOPICS,
    }
)
Rule = Callable[[Reading, str], Route | None]
_RULES: tuple[Rule, ...] = (
    route_reasons,
    route_existence,
    route_definitions,
    route_records,
    route_rankings,
    route_owners,
    route_trouble,
    route_properties,
    route_ways,
    route_subsystems,
    route_relations,
    route_lists,
)
"""The surest first."""


def route_question(reading: Reading) -> Route:
    """The route of a question; a lookup in texts where no rule takes it."""
    wants_yes_or_no = is_polar(reading)
    asked = asked_kind(reading)
    for rule in _RULES:
        found = rule(reading, asked)
        if found is not None:
            return _put(reading, found, wants_yes_or_no)
    return lookup(reading, is_sure=False)


def _put(reading: Reading, route: Route, wants_yes_or_no: bool) -> Route:
    """The route with what the whole sentence adds: layers, a count, a negation, and that it wants a yes or no."""
    text = reading.text
    layers = frozenset(layer for layer, pattern in vocabulary.LAYERS.items() if pattern.search(text))
    layers |= {"observed"} if layers == {"parsed"} else frozenset()
    counts = bool(vocabulary.COUNT.search(text))
    route = replace(
        route,
        layers=layers,
        is_count=route.is_count or counts,
        wanted=asked_kind(reading),
        is_negated=bool(vocabulary.NOT.search(text)) or (wants_yes_or_no and bool(vocabulary.NOBODY.search(text))),
        is_direct=bool(vocabulary.DIRECT.search(text)) and not vocabulary.INDIRECT.search(text),
        is_universal=wants_yes_or_no and bool(_UNIVERSAL.search(text)),
        is_exclusive=bool(_EXCLUSIVE.search(text)),
        run_time_only=bool(vocabulary.RUN_TIME.search(text)),
    )
    if route.intent is Intent.BLAST:
        route = replace(route, is_negated=_survives(text))
    if wants_yes_or_no and route.intent in (
        Intent.RELATIONSHIP,
        Intent.TRACE,
        Intent.BLAST,
        Intent.IMPACT,
        Intent.AGGREGATE,
    ):
        return replace(route, intent=Intent.YESNO)
    is_list = route.operation in _LISTABLE and bool(_EVERY.match(text))
    if (counts or is_list) and route.intent is Intent.RELATIONSHIP:
        return replace(route, intent=Intent.AGGREGATE, strategy=Strategy.AGGREGATE)
    return route


def _survives(text: str) -> bool:
    """Whether a question about a failure asks for what goes on working."""
    without_failure = vocabulary.FAIL.sub(" ", text)
    works = bool(_WORKS.search(text)) and not _STOPS.search(text)
    return works != bool(vocabulary.NOT.search(without_failure) or "unaffected" in text)
