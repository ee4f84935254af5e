"""From a reading to a route: which intent a question has and which operation answers it, by rules in a fixed order."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import asked_kind, narrows_by_mention, read_filters
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.mention import COMMUNITY, UNKNOWN, Mention
from pipelines.asking.reading import Reading
from pipelines.asking.relate import relate
from pipelines.asking.roles import FROM, TO
from pipelines.asking.route import Route

_RECORDS = frozenset({NodeLabel.ADR, NodeLabel.INCIDENT})
_BREAKABLE = frozenset(
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
_ENDS = _BREAKABLE
_IF = re.compile(
    r"(?<![\w<:-])(?:if|when|whenever|once|after|should|suppose|assuming|without|outage of|failure of|loss of|by|losing|se|quando|caso|sem|queda d[eoa]|falha d[eoa]|pel[oa])(?![\w-])"
)
_BY = re.compile(r"(?<![\w<:-])(?:by|por|pel[oa])(?: (?:the|o|a))* <(\d+):")
_WHAT_IS = re.compile(
    r"^(?:what (?:is|are)|who is|whats|o que (?:e|sao)|quem e|qual e|define|describe|explain|tell (?:me )?about|about|fale (?:sobre|d[eoa])|descreva|explique|describe to me|what can you tell me about)(?: (?:the|a|an|o|os|as|me|sobre|service|servico))* <0:[a-z]+>(?: service| servico)?$"
)
_DOES = re.compile(
    r"^(?:what (?:does|do|is) (?:the )?<0:[a-z]+>(?: service)? (?:do|for|about|used for|responsible for)|o que (?:o |a )?(?:servico )?(?:faz )?(?:o |a )?<0:[a-z]+>(?: faz)?|para que serve (?:o |a )?<0:[a-z]+>|(?:what is the )?(?:purpose|role|job|point) of (?:the )?<0:[a-z]+>(?: service)?)$"
)
_BARE = re.compile(r"^(?:the |o |a )?<0:[a-z]+>(?: service)?$")
_EVERY = re.compile(r"^(?:list|show|name|enumerate|give|all|every|each|liste|listar|mostre|enumere|tod[oa]s)(?![\w-])")
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
_UNTOLD = 1
"""So many words of a question may be unknown before texts are asked instead of the graph."""
_PLACES = frozenset({Operation.DATABASES, Operation.CONSUMERS, Operation.PUBLISHERS})
"""What answers a `where` from the graph."""
_LIKE_A_NAME = re.compile(r"\w[-_.:/]\w|[a-z][A-Z]|\d")
_HOW_MUCH = re.compile(r"^how (?:bad|far|wide|big|serious|many|much|severe|critical)")
_SURE_WHOLE = re.compile(
    r"as a whole|hangs? together|fits? together|big picture|(?:whole|entire|overall) \w+|(?:structured|organi[sz]ed)(?: \w+)?$|visao geral|sistema (?:como um )?todo|architecture look|arquitetura"
)
_CONDITION_FIRST = re.compile(
    r"^(?:if|when|suppose|should|se|caso|quando) .*?(?<![\w<:-])(?:is|are|does|do|will|would|can|could) (?:the |our )?<\d+:[a-z]+>(?! (?:is|goes|fails))"
)
_IN_FORCE = re.compile(
    r"(?:status|state|in force|valid|accepted|rejected|current|active|deprecated|superseded|still|vigor|vigente|aceit[oa]|rejeitad[oa]|situacao|estado|proposed|approved|adopted|appl(?:y|ies)$)"
)

_STATEMENT = re.compile(
    r"^(?:(?:the|a|o|os|as|our|service|servico|team|equipe|api|any \w+) )*<\d+:[a-z]+>(?: (?:service|servico|and <\d+:[a-z]+>|e (?:o |a )?<\d+:[a-z]+>))* \w+"
)
"""A node first and more behind it: what a sentence begins with that is asked only by its mark."""

Rule = Callable[[Reading, str], Route | None]


def route_question(reading: Reading) -> Route:
    """The route of a question; a lookup in texts where no rule takes it."""
    is_polar = _is_polar(reading)
    asked = asked_kind(reading)
    for rule in _RULES:
        found = rule(reading, asked)
        if found is not None:
            return _put(reading, found, is_polar)
    return Route(
        Intent.LOOKUP, Operation.LOOKUP, tuple(m for m in reading.mentions if m.is_found), Strategy.OPEN, is_sure=False
    )


def _put(reading: Reading, route: Route, is_polar: bool) -> Route:
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
        is_negated=bool(vocabulary.NOT.search(text)) or (is_polar and bool(vocabulary.NOBODY.search(text))),
        is_direct=bool(vocabulary.DIRECT.search(text)) and not vocabulary.INDIRECT.search(text),
        run_time_only=bool(vocabulary.RUN_TIME.search(text)),
    )
    if is_polar and route.intent in (Intent.RELATIONSHIP, Intent.TRACE, Intent.BLAST, Intent.IMPACT, Intent.AGGREGATE):
        return replace(route, intent=Intent.YESNO)
    is_list = route.operation in _LISTABLE and bool(_EVERY.match(text))
    if (counts or is_list) and route.intent is Intent.RELATIONSHIP:
        return replace(route, intent=Intent.AGGREGATE, strategy=Strategy.AGGREGATE)
    return route


def _is_polar(reading: Reading) -> bool:
    text = reading.text
    wh = vocabulary.WH.search(text)
    if _CONDITION_FIRST.match(text) and not wh:
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
    if not reading.mentions or not reading.question.rstrip().endswith("?") or not _STATEMENT.search(text):
        return False
    return (
        len(reading.mentions) > 1
        or bool(relate(reading, ""))
        or bool(vocabulary.TAG.search(text))
        or bool(_IN_FORCE.search(text))
    )


# --- Rules, the surest first --------------------------------------------------------------------------


def _reasons(reading: Reading, asked: str) -> Route | None:
    """Why, how to, and what happened are told in texts, not in the graph."""
    text = reading.text
    is_told = vocabulary.WHY.search(text) or vocabulary.HAPPENED.search(text) or vocabulary.ADVICE.search(text)
    if not is_told or (vocabulary.ON_CALL.search(text) and reading.mentions and not vocabulary.WHY.search(text)):
        return None
    if vocabulary.PATH.search(text) and len(_of(reading, _ENDS)) >= 2:
        return None
    if (
        not vocabulary.WHY.search(text)
        and (vocabulary.DECISION.search(text) or vocabulary.INCIDENT.search(text))
        and _of(reading, frozenset({NodeLabel.SERVICE}))
        and asked in _RECORDS
    ):
        return None
    return Route(Intent.LOOKUP, Operation.LOOKUP, tuple(m for m in reading.mentions if m.is_found), Strategy.OPEN)


def _records(reading: Reading, asked: str) -> Route | None:
    """Decision records and incidents: what they bind, what replaced them, which there are over a service."""
    text = reading.text
    adrs, incidents = _of(reading, {NodeLabel.ADR}), _of(reading, {NodeLabel.INCIDENT})
    others = [m for m in reading.mentions if m.kind in (NodeLabel.SERVICE, UNKNOWN, NodeLabel.DATABASE)]
    if adrs:
        return _about_record(reading, asked, adrs, others)
    if incidents:
        if others and _is_polar(reading):
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
    if others and (_is_polar(reading) or vocabulary.GOVERN.search(text)) and asked != NodeLabel.SERVICE:
        return Route(Intent.IMPACT, Operation.GOVERNED, (first, others[0]))
    if _is_polar(reading) and (_IN_FORCE.search(text)):
        return Route(Intent.IMPACT, Operation.STATUS, (first,), filters=read_filters_of_records(reading))
    if asked == NodeLabel.SERVICE or vocabulary.GOVERN.search(text) or vocabulary.SUFFER.search(text):
        return Route(Intent.IMPACT, Operation.GOVERNED, (first,))
    if re.search(r"status|situacao|in force|vigor", text):
        return Route(Intent.IMPACT, Operation.STATUS, (first,))
    if vocabulary.FAIL.search(text) or re.search(r"ignor|drop", text):
        return Route(Intent.IMPACT, Operation.GOVERNED, (first,))
    return Route(Intent.LOOKUP, Operation.DEFINE, (first,))


def _trouble(reading: Reading, asked: str) -> Route | None:
    """Who is hit when something fails."""
    text = reading.text
    found = _of(reading, _BREAKABLE)
    if (
        not found
        or (text.startswith(("how ", "como ", "where ", "onde ")) and not _HOW_MUCH.match(text))
        or text.startswith(("when did", "quando foi"))
    ):
        return None
    fails, suffers = vocabulary.FAIL.search(text), vocabulary.SUFFER.search(text)
    if not fails and not suffers:
        return None
    if vocabulary.ON_CALL.search(text) or (vocabulary.OWN.search(text) and asked == NodeLabel.TEAM):
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
    if len(found) >= 2:
        failing, hit = _who_fails(reading, found)
        return Route(Intent.BLAST, Operation.BLAST, (failing, hit))
    return Route(Intent.BLAST, Operation.BLAST, (found[0],))


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
    marks = {id(mention): start for start, _, mention in reading.marks()}
    condition = [match.end() for match in _IF.finditer(reading.text)]
    for place in reversed(condition):
        behind = [mention for mention in found if marks[id(mention)] >= place]
        if behind and len(behind) < len(found):
            other = next(mention for mention in found if mention is not behind[0])
            return behind[0], other
    return (found[0], found[1]) if condition and condition[0] <= marks[id(found[0])] else (found[1], found[0])


def _way(reading: Reading, asked: str) -> Route | None:
    """How one node reaches another."""
    text, found = reading.text, _of(reading, _ENDS)
    if len(found) < 2:
        return None
    is_how = bool(
        re.match(r"(?:\S+ )?(?:how|como|through|por onde|via|by what)(?![\w-])", text)
    ) and not _HOW_MUCH.match(text)
    path = vocabulary.PATH.search(text)
    polar = _is_polar(reading)
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


def _owners(reading: Reading, asked: str) -> Route | None:
    """Who answers for something, and what a team answers for."""
    text = reading.text
    teams = _of(reading, {NodeLabel.TEAM})
    others = [m for m in reading.mentions if m.kind not in (NodeLabel.TEAM, COMMUNITY)]
    owns, pages = vocabulary.OWN.search(text), vocabulary.ON_CALL.search(text)
    polar = _is_polar(reading)
    if teams and others and (owns or polar):
        return Route(Intent.RELATIONSHIP, Operation.OWNER, (others[0], teams[0]), verb="own")
    if asked == NodeLabel.ENTITY or (asked in (NodeLabel.DATABASE, NodeLabel.TOPIC, NodeLabel.ENDPOINT) and teams):
        return None
    if (
        teams
        and (asked in ("", NodeLabel.SERVICE, NodeLabel.TEAM))
        and (owns or re.search(r"services?|servicos?|what|o que", text))
    ):
        if pages:
            return Route(Intent.RELATIONSHIP, Operation.OWNER, (teams[0],), verb="own")
        return Route(Intent.RELATIONSHIP, Operation.OWNED, (teams[0],), verb="own")
    is_who = bool(
        re.search(
            r"(?<![\w<:-])(?:who|whom|whose|which team|what team|quem|que equipe|qual equipe|que time|qual time|teams?|owners?|squads?|equipes?|don[oa]s?|responsave(?:l|is)|plantao|on[- ]call)(?![\w-])",
            text,
        )
    )
    is_told = len(reading.rest) > _UNTOLD + 1
    if others and (pages or (owns and is_who)) and others[0].kind != NodeLabel.ADR and not is_told:
        return Route(Intent.RELATIONSHIP, Operation.OWNER, (others[0],), verb="own")
    return None


def _properties(reading: Reading, asked: str) -> Route | None:
    """Yes or no about what a node itself is: its language, its kind of store, its role."""
    subjects = _of(reading, {NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.TOPIC})
    if len(reading.mentions) != 1 or not subjects or not _is_polar(reading):
        return None
    patterns = {"language": vocabulary.LANGUAGES, "kind": vocabulary.STORES, "role": vocabulary.ROLES}
    kinds = {NodeLabel.SERVICE: ("language", "role"), NodeLabel.DATABASE: ("kind",)}.get(
        NodeLabel(subjects[0].kind), ()
    )
    for name in kinds:
        for value, pattern in patterns[name].items():
            if pattern.search(reading.text):
                return Route(Intent.AGGREGATE, Operation.LIST, (subjects[0],), filters={name: value}, verb="is")
    return None


def _relations(reading: Reading, asked: str) -> Route | None:
    """One node's neighbours, or whether two are joined."""
    if narrows_by_mention(reading, asked):
        return None
    found = relate(reading, asked)
    if found is None or _is_told(reading, found.subject, found.operation):
        return None
    if found.other is not None:
        if (
            not _is_polar(reading)
            and vocabulary.WH.search(reading.text)
            and not re.search(r"whether|if ", reading.text)
        ):
            return None
        return Route(Intent.RELATIONSHIP, found.operation, (found.subject, found.other), verb=found.verb)
    return Route(Intent.RELATIONSHIP, found.operation, (found.subject,), verb=found.verb)


def _is_told(reading: Reading, subject: Mention, operation: Operation) -> bool:
    """Whether a question has too much in it that is not understood, or asks how and where: texts tell of that."""
    most = _UNTOLD + bool(_LIKE_A_NAME.search(subject.text)) + bool(len(reading.mentions) > 1)
    if len(reading.rest) > most:
        return True
    how = re.match(r"^(?:how|como|when|quando)(?![\w-])", reading.text) and not _HOW_MUCH.match(reading.text)
    where = re.match(r"^(?:where|onde|cade)(?![\w-])", reading.text) and bool(reading.rest) and operation not in _PLACES
    return bool(how or where) and len(reading.mentions) < 2


def _subsystems(reading: Reading, asked: str) -> Route | None:
    """What a community is about, or the estate as a whole."""
    text = reading.text
    communities = _of(reading, {COMMUNITY})
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
    if vocabulary.SUBSYSTEM.search(text) and overview and reading.rest:
        return Route(Intent.SUBSYSTEM, Operation.SUBSYSTEM, strategy=Strategy.OPEN)
    if (vocabulary.WHOLE.search(text) or vocabulary.SUBSYSTEM.search(text)) and overview and not reading.rest:
        return Route(Intent.SUBSYSTEM, Operation.ESTATE, strategy=Strategy.OPEN)
    return None


def _definitions(reading: Reading, asked: str) -> Route | None:
    """What one node is."""
    if len(reading.mentions) != 1 or (not reading.mentions[0].is_found and reading.mentions[0].kind != UNKNOWN):
        return None
    if reading.mentions[0].kind == NodeLabel.TEAM and vocabulary.OWN.search(reading.text):
        return None
    if _WHAT_IS.match(reading.text) or _DOES.match(reading.text) or _BARE.match(reading.text):
        if reading.mentions[0].kind == COMMUNITY:
            return Route(Intent.SUBSYSTEM, Operation.SUBSYSTEM, (reading.mentions[0],))
        return Route(Intent.LOOKUP, Operation.DEFINE, (reading.mentions[0],))
    return None


def _lists(reading: Reading, asked: str) -> Route | None:
    """Everything of a kind, narrowed by filters."""
    text = reading.text
    if not asked or not (vocabulary.COUNT.search(text) or vocabulary.LIST.search(text) or _is_polar(reading)):
        return None
    filters = read_filters(reading, asked)
    is_polar = _is_polar(reading)
    unnamed = [word for word, _ in reading.rest if word not in _FILLING]
    counts = bool(vocabulary.COUNT.search(text))
    used = {NodeLabel.TEAM, COMMUNITY, NodeLabel.SERVICE}
    if any(m.kind not in used and not narrows_by_mention(reading, asked) for m in reading.mentions):
        return None
    if (is_polar or not counts) and unnamed and not filters:
        return None
    if unnamed and not counts and not filters.keys() - {"service", "system", "team"}:
        return None
    return Route(
        Intent.AGGREGATE,
        Operation.LIST,
        strategy=Strategy.AGGREGATE,
        filters={"label": asked, **filters},
        is_count=counts,
    )


_FILLING = frozenset(
    "written implemented coded built programmed developed based running run use used using there exist exists existing available known whole estate shop company system escritos escritas escrito feitos feitas desenvolvidos "
    "implementados usam usa utilizam rodam existentes kind type sort currently ones names today still total altogether estate belong deployed".split()
)
_RULES: tuple[Rule, ...] = (
    _reasons,
    _definitions,
    _records,
    _owners,
    _trouble,
    _properties,
    _way,
    _subsystems,
    _relations,
    _lists,
)


def _of(reading: Reading, kinds: frozenset[NodeLabel] | set[NodeLabel] | set[str] | frozenset[str]) -> list[Mention]:
    return [mention for mention in reading.mentions if mention.kind in kinds]
