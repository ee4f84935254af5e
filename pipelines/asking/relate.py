"""From a verb or noun of the vocabulary and the nodes beside it to the operation that answers."""

import re
from dataclasses import dataclass

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Operation
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.reading import Reading
from pipelines.asking.roles import VERBS, Roles, read_roles, related

_MESSAGES = frozenset({NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.SUBSCRIPTION})
_STORES = frozenset({NodeLabel.DATABASE, NodeLabel.LIBRARY})
_RELATING = frozenset(VERBS) - {"own"}
"""Ownership has a rule of its own."""
_ON = re.compile(
    r"(?:called|invoked|available|offered|requested|chamad[oa]s) (?:on|at|in|of|em|no|na) (?:the |o |a )?<"
)
_OF_SERVICES = re.compile(
    r"consum|consom|subscri|listen|inscr|escut|assin|receiv|receb|read(?:s|ing)? from|reading from|get"
)
_AND = re.compile(r"(?<![\w<:-])(?:and|or|e|ou)(?![\w-])")
_WEAK = frozenset({"have", "has", "tem", "possui", "possuem", "publish", "publishes", "published"})


@dataclass(frozen=True, slots=True)
class Relation:
    """An operation on one node; or, with a second node, whether `verb` joins them."""

    operation: Operation
    subject: Mention
    verb: str = ""
    other: Mention | None = None


def relate(reading: Reading, asked: str) -> Relation | None:
    """The relationship that is asked for, None where the words show none. Teams and subsystems beside other nodes only narrow it."""
    return _by_noun(reading, asked) or _by_verb(reading, asked) or _by_kind(reading, asked)


# --- "consumers of", "X's dependencies" ---------------------------------------------------------------


def _by_noun(reading: Reading, asked: str) -> Relation | None:
    text, mentions = reading.text, related(reading)
    if not mentions:
        return None
    first, label = mentions[0], mentions[0].kind
    pairs = mentions[1] if len(mentions) > 1 else None
    if vocabulary.CONSUMERS.search(text) and label == NodeLabel.SERVICE and asked in _MESSAGES:
        return Relation(Operation.CONSUMED, first)
    if vocabulary.CONSUMERS.search(text):
        return _noun(Operation.CONSUMERS if label in _MESSAGES else Operation.DEPENDENTS, "consume", first, pairs)
    if vocabulary.PUBLISHERS.search(text) and any(m.kind in _MESSAGES or m.kind == UNKNOWN for m in mentions):
        return _noun(Operation.PUBLISHERS, "publish", first, pairs)
    if vocabulary.CALLERS.search(text):
        return _noun(Operation.CALLERS, "call", first, pairs)
    if vocabulary.CALLEES.search(text):
        return Relation(Operation.CALLEES, first)
    if vocabulary.DEPENDENTS.search(text):
        return _noun(Operation.USERS if label in _MESSAGES else Operation.DEPENDENTS, "depend", first, pairs)
    if vocabulary.DEPENDENCIES.search(text) and asked not in (NodeLabel.LIBRARY,):
        if pairs is not None:
            # "Is payments a dependency of catalog": the second needs the first.
            return Relation(Operation.DEPENDENCIES, pairs, "depend", first)
        return Relation(Operation.DEPENDENCIES, first)
    return None


def _noun(operation: Operation, verb: str, first: Mention, second: Mention | None) -> Relation:
    if second is None:
        return Relation(operation, first)
    # "Is fraud a consumer of payments-events": the first does it to the second; a topic never does anything.
    agent, patient = (second, first) if first.kind in _MESSAGES and second.kind not in _MESSAGES else (first, second)
    return Relation(operation, agent, verb, patient)


# --- "calls", "is consumed by" ------------------------------------------------------------------------


def _by_verb(reading: Reading, asked: str) -> Relation | None:
    only = related(reading)
    both = vocabulary.CONSUME.search(reading.text) and vocabulary.PUBLISH.search(reading.text)
    if both and _AND.search(reading.text) and len(only) == 1 and only[0].kind == NodeLabel.SERVICE:
        return Relation(Operation.TOPICS, only[0])
    for roles in read_roles(reading, _RELATING):
        found = _of_verb(reading, roles, asked)
        if found is not None:
            return found
    return None


def _of_verb(reading: Reading, roles: Roles, asked: str) -> Relation | None:
    written = reading.text[roles.start : roles.end]
    agent, patient = roles.agent, roles.patient
    if asked == NodeLabel.ENDPOINT and roles.verb == "call" and _ON.search(reading.text):
        # "Which operations can be called on orders": its own.
        return Relation(Operation.ENDPOINTS, agent or patient or related(reading)[0])
    if agent is not None and patient is not None:
        return _pair(roles.verb, written, agent, patient)
    if patient is not None and patient.kind == NodeLabel.SERVICE and asked in _MESSAGES and roles.verb == "call":
        # "Which event triggers orders."
        return Relation(Operation.CONSUMED, patient)
    if patient is not None:
        operation = _done_to(roles.verb, patient, written)
        return Relation(operation, patient, roles.verb) if operation else None
    assert agent is not None
    operation = _done_by(roles.verb, written, agent, asked)
    return Relation(operation, agent, roles.verb) if operation else None


def _pair(verb: str, written: str, agent: Mention, patient: Mention) -> Relation | None:
    if verb in ("expose", "define") and (written in _WEAK or patient.kind == NodeLabel.SERVICE):
        return None
    if (
        verb in ("consume", "publish")
        and patient.kind not in _MESSAGES
        and agent.kind not in _MESSAGES
        and NodeLabel.TEAM in (agent.kind, patient.kind)
    ):
        return None
    return Relation(Operation.DEPENDENCIES, agent, verb, patient)


def _done_to(verb: str, patient: Mention, written: str) -> Operation | None:
    label = patient.kind
    if label == NodeLabel.TEAM:
        return None
    if verb == "store" and label == NodeLabel.SERVICE:
        # "Where is the data of orders stored."
        return Operation.DATABASES
    if label in _MESSAGES:
        return {
            "consume": Operation.CONSUMERS,
            "store": Operation.CONSUMERS,
            "publish": Operation.PUBLISHERS,
            "expose": Operation.PUBLISHERS,
            "define": Operation.PUBLISHERS,
        }.get(verb, Operation.USERS)
    if label == NodeLabel.ENDPOINT:
        return Operation.PROVIDER if verb in ("expose", "define") else Operation.CALLERS
    if label == NodeLabel.ENTITY:
        return Operation.PROVIDER
    if label in _STORES:
        return Operation.DEPENDENTS
    if label in (NodeLabel.SERVICE, UNKNOWN):
        if verb in ("expose", "define", "store") or (label == NodeLabel.SERVICE and _is_of_messages(verb, written)):
            return None
        return (
            Operation.CALLERS
            if verb == "call"
            else Operation.CONSUMERS
            if label == UNKNOWN and verb == "consume"
            else Operation.PUBLISHERS
            if label == UNKNOWN and verb == "publish"
            else Operation.DEPENDENTS
        )
    return None


def _is_of_messages(verb: str, written: str) -> bool:
    """Whether a verb makes sense with messages alone: who `handles` or `writes` a service is told in texts."""
    return (verb == "consume" and not _OF_SERVICES.match(written)) or (
        verb == "publish" and not written.endswith((" to", " into"))
    )


def _done_by(verb: str, written: str, agent: Mention, asked: str) -> Operation | None:
    label = agent.kind
    if label == NodeLabel.TEAM:
        return Operation.OWNED
    if label in _MESSAGES or label in _STORES:
        return _done_to(verb, agent, written)
    if label not in (NodeLabel.SERVICE, UNKNOWN):
        return None
    by_kind = {
        NodeLabel.DATABASE: Operation.DATABASES, NodeLabel.ENTITY: Operation.ENTITIES, NodeLabel.LIBRARY: Operation.LIBRARIES,
    }.get(NodeLabel(asked)) if asked in list(NodeLabel) else None  # fmt: skip
    if by_kind is not None:
        return by_kind
    if verb in ("expose", "define"):
        return (Operation.ENDPOINTS if asked == NodeLabel.ENDPOINT or (not asked and written not in _WEAK) else
                Operation.PUBLISHED if asked in _MESSAGES and verb == "expose" and written not in ("has", "have", "tem") else
                Operation.TOPICS if asked in _MESSAGES else None)  # fmt: skip
    if verb == "consume":
        return Operation.CALLEES if asked in (NodeLabel.ENDPOINT,) else Operation.CONSUMED
    if verb == "publish":
        return Operation.PUBLISHED
    if verb == "store":
        return Operation.DATABASES
    if asked in _MESSAGES:
        return Operation.TOPICS
    if verb == "call":
        return Operation.CALLED_ENDPOINTS if asked == NodeLabel.ENDPOINT else Operation.CALLEES
    if verb == "talk":
        return Operation.CALLEES
    return Operation.DEPENDENCIES


# --- "topics of X", "the API of X" --------------------------------------------------------------------


def _by_kind(reading: Reading, asked: str) -> Relation | None:
    mentions = related(reading)
    if not mentions or not asked:
        return None
    first, label = mentions[0], mentions[0].kind
    if label == NodeLabel.TEAM:
        return Relation(Operation.OWNED, first) if asked == NodeLabel.SERVICE else None
    if label == NodeLabel.SERVICE:
        operation = {
            NodeLabel.TOPIC: Operation.TOPICS, NodeLabel.EVENT: Operation.TOPICS, NodeLabel.SUBSCRIPTION: Operation.CONSUMED,
            NodeLabel.DATABASE: Operation.DATABASES, NodeLabel.ENTITY: Operation.ENTITIES, NodeLabel.ENDPOINT: Operation.ENDPOINTS,
            NodeLabel.LIBRARY: Operation.LIBRARIES, NodeLabel.TEAM: Operation.OWNER,
        }.get(NodeLabel(asked)) if asked in list(NodeLabel) else None  # fmt: skip
        return Relation(operation, first) if operation else None
    if asked == NodeLabel.SERVICE and label in _MESSAGES:
        return Relation(Operation.USERS, first)
    if asked == NodeLabel.SERVICE and label in _STORES:
        return Relation(Operation.DEPENDENTS, first)
    if asked == NodeLabel.SERVICE and label == NodeLabel.ENDPOINT:
        return Relation(Operation.CALLERS, first)
    return None
