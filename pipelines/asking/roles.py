"""Who does it and to whom: reads the two ends of a verb from word order, active and passive, and from what the nodes are."""

import re
from typing import NamedTuple

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import asked_kind
from pipelines.asking.mention import COMMUNITY, Mention
from pipelines.asking.reading import Reading

VERBS: dict[str, re.Pattern[str]] = {
    "consume": vocabulary.CONSUME, "publish": vocabulary.PUBLISH, "call": vocabulary.CALL, "talk": vocabulary.TALK, "depend": vocabulary.DEPEND,
    "use": vocabulary.USE, "store": vocabulary.STORE, "expose": vocabulary.EXPOSE, "define": vocabulary.DEFINE, "own": vocabulary.OWN,
}  # fmt: skip
_BE = re.compile(
    r"(?<![\w-])(?:is|are|was|were|be|been|being|get|gets|got|e|sao|foi|foram|ser|sendo|esta|estao)(?![\w-])"
)
_PARTICIPLE = re.compile(
    r"\w*(?:ed|en|ung|ept|eld|uilt|ent|ead|ade|ad[oa]s?|id[oa]s?|escrit[oa]s?)(?: (?:to|from|on|into|in|for|up|off|em|no|na|de|do|da|by|out|with))*$|read(?: from)?$|sent$|written(?: to)?$|fed$|hit$|put$"
)
_STATES = re.compile(
    r"^(?:subscribed|connected|linked|integrated|coupled|tied|hooked|interested|dependent|reliant|inscrit|conectad|integrad|ligad|tuned|triggered|notified|informed|told|gets?\b)"
)
_BY = re.compile(
    r"^ ?(?:\w+ )?(?:by|por|pelos?|pelas?)(?![\w-])|(?<![\w-])(?:by|por|pelos?|pelas?) (?:quem|qual|quais|que|whom|who|what|which)"
)
FROM = re.compile(
    r"(?<![\w<:-])(?:from|starting (?:at|from|in)|enters? (?:at|in|through)|beginning (?:at|in)|desde|d[eoa]|a partir d[eoa])(?: (?:the|o|a|an|service|servico))* <(\d+):"
)
TO = re.compile(
    r"(?<![\w<:-])(?:to|until|into|down to|towards|ate|ao|a|para|em|no|na)(?: (?:the|o|a|an|service|servico))* <(\d+):"
)
_PASSIVE_ENDS = frozenset(
    {NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.ENDPOINT, NodeLabel.DATABASE, NodeLabel.ENTITY, NodeLabel.LIBRARY}
)
"""What never does anything itself."""
_THING_ASKED = re.compile(r"^(?:o que|que|quais|qual)(?![\w-])")


class Roles(NamedTuple):
    """The verb's name, who does it, and to whom or what; None for the one that is asked for."""

    verb: str
    agent: Mention | None
    patient: Mention | None
    start: int
    end: int


def related(reading: Reading) -> list[Mention]:
    """The mentions that can be ends of a verb: teams and subsystems only where nothing else is named."""
    ends = [mention for mention in reading.mentions if mention.kind not in (NodeLabel.TEAM, COMMUNITY)]
    return ends or [mention for mention in reading.mentions if mention.kind != COMMUNITY]


def read_roles(reading: Reading, wanted: frozenset[str] | None = None) -> list[Roles]:
    """The verbs of a question with their ends, the most telling first: those with most ends, then the longest."""
    found = []
    for name, pattern in VERBS.items():
        if wanted is None or name in wanted:
            found += [_ends(reading, name, match) for match in pattern.finditer(reading.text)]
    found = [roles for roles in found if roles.agent or roles.patient]
    order = list(VERBS)
    return sorted(found, key=lambda r: (-(bool(r.agent) + bool(r.patient)), r.start - r.end, order.index(r.verb)))


def _ends(reading: Reading, name: str, match: re.Match[str]) -> Roles:
    text, verb = reading.text, match[0]
    ends = related(reading)
    marks = [(start, end, mention) for start, end, mention in reading.marks() if mention in ends]
    before = [mention for _, end, mention in marks if end <= match.start()]
    after = [mention for start, _, mention in marks if start >= match.end()]
    agent, patient = (before[-1] if before else None), (after[0] if after else None)
    if len(before) >= 2 and not after:
        # "Do orders and payments talk": the first does it to the second.
        agent, patient = before[-2], before[-1]
    elif len(after) >= 2 and not before:
        agent, patient = after[0], after[1]
        if name in ("consume", "publish", "call", "depend", "use", "talk", "store"):
            agent, patient = (None, after[0]) if not _BE.match(text) else (after[0], after[1])
    start, end = FROM.search(text), TO.search(text)
    if start and end and start[1] != end[1] and name in ("call", "talk", "publish"):
        agent, patient = reading.mentioned(int(start[1])), reading.mentioned(int(end[1]))
    elif _is_passive(text, verb, match.start(), match.end()):
        agent, patient = patient, agent
    return Roles(name, *_fitting(reading, name, agent, patient, verb), match.start(), match.end())


def _is_passive(text: str, verb: str, start: int, end: int) -> bool:
    if not _PARTICIPLE.fullmatch(verb) or _STATES.match(verb):
        return False
    return bool(
        _BY.search(text[end : end + 12])
        or _BE.search(text[:start])
        or re.search(r"(?<![\w-])(?:by|por) (?:which|whom|what|quem|qual|quais|que)(?![\w-])", text)
    )


def _fitting(
    reading: Reading, verb: str, agent: Mention | None, patient: Mention | None, written: str
) -> tuple[Mention | None, Mention | None]:
    """Turns the ends round where what the nodes are leaves no other way."""
    if agent is not None and agent.kind in _PASSIVE_ENDS and (patient is None or patient.kind not in _PASSIVE_ENDS):
        return patient, agent
    if verb in ("consume", "publish") and agent is None and patient is not None and patient.kind == NodeLabel.SERVICE:
        asks_for_messages = asked_kind(reading) in (NodeLabel.TOPIC, NodeLabel.EVENT)
        if asks_for_messages or (_THING_ASKED.match(reading.text) and reading.language == "pt"):
            return patient, None
    if (
        reading.language == "pt" and agent is None and patient is not None and patient.kind == NodeLabel.SERVICE
        and re.match(r"^(?:de que|do que|de quem|com quem|a quem) ", reading.text)
        and (verb in ("call", "talk", "store") or re.match(r"^(?:de|do) qu", reading.text) )
        and not written.endswith((" de", " do", " da"))
    ):  # fmt: skip
        # "De que depende o orders": the subject follows its verb.
        return patient, None
    if (
        verb == "depend"
        and agent is None
        and patient is not None
        and re.match(r"^(?:de que|do que|de quem) ", reading.text)
    ):
        return patient, None
    return agent, patient
