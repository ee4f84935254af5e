"""Decision records and incidents: what they bind, what replaced them, which there are over a service."""

import re
from collections.abc import Sequence

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import read_filters
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import IN_FORCE, is_polar, named


def route_records(reading: Reading, asked: str) -> Route | None:
    """Decision records and incidents: what they bind, what replaced them, which there are over a service."""
    text = reading.text
    adrs, incidents = named(reading, {NodeLabel.ADR}), named(reading, {NodeLabel.INCIDENT})
    others = [m for m in reading.mentions if m.kind in (NodeLabel.SERVICE, UNKNOWN, NodeLabel.DATABASE)]
    if adrs:
        return _about_record(reading, asked, adrs, others)
    if incidents:
        if others and is_polar(reading):
            return Route(Intent.IMPACT, Operation.INCIDENT_SERVICES, (incidents[0], others[0]))
        if asked == NodeLabel.SERVICE or vocabulary.SUFFER.search(text) or vocabulary.GOVERN.search(text):
            return Route(Intent.IMPACT, Operation.INCIDENT_SERVICES, (incidents[0],))
        return Route(Intent.LOOKUP, Operation.DEFINE, (incidents[0],))
    if not others:
        return None
    if vocabulary.INCIDENT.search(text) and not re.search(r"outages? (?:of|in|at)|failures? (?:of|in|at)", text):
        return Route(Intent.IMPACT, Operation.INCIDENTS, (others[0],))
    if vocabulary.DECISION.search(text):
        return Route(Intent.IMPACT, Operation.DECISIONS, (others[0],), filters=read_filters_of_records(reading))
    return None


def read_filters_of_records(reading: Reading) -> dict[str, str]:
    """Only the status narrows the records over a service."""
    return {name: value for name, value in read_filters(reading, NodeLabel.ADR).items() if name == "status"}


def _about_record(reading: Reading, asked: str, adrs: Sequence[Mention], others: Sequence[Mention]) -> Route | None:
    text, first = reading.text, adrs[0]
    if vocabulary.SUPERSEDE.search(text):
        passive = re.search(
            r"<\d+:adr> (?:(?:been|was|is|got|has|foi) )*(?:superseded|replaced|superceded|substituid[oa]|overruled)|(?:superseded|replaced|substituid[oa]) by(?! (?:the )?<\d+:adr>)|(?:substituiu|replaced|superseded|supersedes|replaces|succeeded|successor (?:of|to)|sucessor[a]? d[eoa]|instead of|place of|came after) (?:the |a |o )?<\d+:adr>",
            text,
        )
        by_it = re.search(
            r"by (?:the )?<\d+:adr>|pel[oa] <\d+:adr>|(?:does|did|has) (?:the )?<\d+:adr> (?:supersede|replace)|<\d+:adr> (?:supersedes?|replaces?|substitui)(?!\w)|predecessors?",
            text,
        )
        if len(adrs) > 1:
            newer, older = (
                (adrs[1], adrs[0])
                if by_it and re.search(r"by (?:the )?<1:adr>|pel[oa] <1:adr>", text)
                else (adrs[0], adrs[1])
            )
            return Route(Intent.IMPACT, Operation.REPLACES, (newer, older))
        return Route(Intent.IMPACT, Operation.REPLACES if by_it or not passive else Operation.REPLACED_BY, (first,))
    if others and (is_polar(reading) or vocabulary.GOVERN.search(text)) and asked != NodeLabel.SERVICE:
        return Route(Intent.IMPACT, Operation.GOVERNED, (first, others[0]))
    if is_polar(reading) and (IN_FORCE.search(text)):
        return Route(Intent.IMPACT, Operation.STATUS, (first,), filters=read_filters_of_records(reading))
    if asked == NodeLabel.SERVICE or vocabulary.GOVERN.search(text) or vocabulary.SUFFER.search(text):
        return Route(Intent.IMPACT, Operation.GOVERNED, (first,))
    if re.search(r"status|situacao|in force|vigor", text):
        return Route(Intent.IMPACT, Operation.STATUS, (first,))
    if vocabulary.FAIL.search(text) or re.search(r"ignor|drop", text):
        return Route(Intent.IMPACT, Operation.GOVERNED, (first,))
    return Route(Intent.LOOKUP, Operation.DEFINE, (first,))
