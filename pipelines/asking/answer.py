"""What is given back for a question: the text, and every part of it for machines."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from parsed_graph.schema import EdgeType
from pipelines.asking.citation import Citation
from pipelines.asking.intent import Intent, Operation, Strategy

RULES = "rules"


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the question and the ids it stands for. `margin` is the lead over the next best name, of 100."""

    text: str
    kind: str
    ids: tuple[str, ...]
    how: str
    score: float
    margin: float
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerEdge:
    """An edge that the answer states. CONSUMES joins service and topic here; `via` is the subscription between them."""

    source: str
    type: EdgeType
    target: str
    layer: str
    confidence: float
    kinds: tuple[str, ...] = ()
    via: str = ""


@dataclass(frozen=True, slots=True)
class AnswerHit:
    """A text unit that was found, with its rank in each ranking."""

    text_unit: str
    kind: str
    title: str
    repo: str
    path: str
    line: int
    service: str
    score: float
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Answer:
    """`nodes` are the ids that answer, `path` the ids from end to end, `count` a number that was asked for or counted.

    `yes_no` is yes, no, unknown (the question names what is not there) or "". `plan` says what was done, `fragment` is the
    part of the graph that was used. `writer` is `rules` or the model that worded `text`; `removed` are citations and
    sentences of its reply that no source holds.
    """

    question: str
    language: str
    intent: Intent
    strategy: Strategy
    operation: Operation
    entities: tuple[Entity, ...]
    text: str
    nodes: tuple[str, ...] = ()
    edges: tuple[AnswerEdge, ...] = ()
    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    count: int | None = None
    yes_no: str = ""
    citations: tuple[Citation, ...] = ()
    hits: tuple[AnswerHit, ...] = ()
    fragment: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict)
    is_routed_surely: bool = True
    writer: str = RULES
    removed: tuple[str, ...] = ()
