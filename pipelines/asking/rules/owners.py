"""Who answers for something, and what a team answers for."""

import re

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import narrowing
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import UNTOLD, is_polar, named


def route_owners(reading: Reading, asked: str) -> Route | None:
    """Who answers for something, and what a team answers for."""
    text = reading.text
    teams = named(reading, {NodeLabel.TEAM})
    others = [m for m in reading.mentions if m.kind not in (NodeLabel.TEAM, COMMUNITY)]
    owns, pages = vocabulary.OWN.search(text), vocabulary.ON_CALL.search(text)
    polar = is_polar(reading)
    if teams and others and (owns or polar):
        return Route(Intent.RELATIONSHIP, Operation.OWNER, (others[0], teams[0]), verb="own")
    if teams and others and not pages:
        # "Which services of web-team depend on payments": the team only narrows.
        return None
    if asked == NodeLabel.ENTITY or (asked in (NodeLabel.DATABASE, NodeLabel.TOPIC, NodeLabel.ENDPOINT) and teams):
        return None
    if (
        teams
        and (asked in ("", NodeLabel.SERVICE, NodeLabel.TEAM))
        and (owns or re.search(r"services?|servicos?|what|o que", text))
    ):
        if pages:
            return Route(Intent.RELATIONSHIP, Operation.OWNER, (teams[0],), verb="own")
        filters = narrowing(reading, NodeLabel.SERVICE, teams)
        return Route(Intent.RELATIONSHIP, Operation.OWNED, (teams[0],), verb="own", filters=filters)
    is_who = bool(
        re.search(
            r"(?<![\w<:-])(?:who|whom|whose|which team|what team|quem|que equipe|qual equipe|que time|qual time|teams?|owners?|squads?|equipes?|don[oa]s?|responsave(?:l|is)|plantao|on[- ]call)(?![\w-])",
            text,
        )
    )
    is_told = len(reading.rest) > UNTOLD + 1
    if others and (pages or (owns and is_who)) and others[0].kind != NodeLabel.ADR and not is_told:
        return Route(Intent.RELATIONSHIP, Operation.OWNER, (others[0],), verb="own")
    return None
