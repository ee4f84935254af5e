"""Asks every question of a set, scores the answers, and sums them up by intent and over all."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.asking.answer import Answer
from pipelines.evaluation.metrics import mean
from pipelines.evaluation.question_set import Question
from pipelines.evaluation.score import Scored, score_answer

ALL = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """Figures of one intent, or of all: how many questions, how many right, and the mean of each figure over those that have it."""

    intent: str
    questions: int
    right: int
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """`rows` by intent, all of them last."""

    name: str
    snapshot: str
    rows: tuple[Row, ...]
    scored: tuple[Scored, ...]

    @property
    def misses(self) -> tuple[Scored, ...]:
        """What was not right, in the order of the set."""
        return tuple(each for each in self.scored if not each.is_right)


def evaluate(
    view: View,
    name: str,
    questions: Sequence[Question],
    ask: Callable[[str], Answer],
    judge: Callable[[Answer], Mapping[str, float]] = lambda _: {},
) -> Evaluation:
    """Asks and scores; `judge` adds what only a model can judge."""
    scored: list[Scored] = []
    for question in questions:
        answer = ask(question.text)
        one = score_answer(view, question, answer)
        scored.append(Scored(question, answer, {**one.figures, **judge(answer)}, one.is_right, one.because))
    scored = _paired(scored)
    intents = list(dict.fromkeys(each.question.intent.value for each in scored))
    rows = [_row(intent, [each for each in scored if each.question.intent.value == intent]) for intent in intents]
    return Evaluation(name, view.snapshot.id, (*rows, _row(ALL, scored)), tuple(scored))


def _paired(scored: Sequence[Scored]) -> list[Scored]:
    """Adds `consistency` to questions that are another way of asking: whether both found the same."""
    by_id = {each.question.id: each for each in scored}
    found = []
    for each in scored:
        other = by_id.get(each.question.pair)
        figures = (
            {**each.figures, "consistency": float(_said(each.answer) == _said(other.answer))} if other else each.figures
        )
        found.append(Scored(each.question, each.answer, figures, each.is_right, each.because))
    return found


def _said(answer: Answer) -> tuple[frozenset[str], str, int | None, tuple[str, ...]]:
    return frozenset(answer.nodes), answer.yes_no, answer.count, answer.path


def _row(intent: str, scored: Sequence[Scored]) -> Row:
    values: defaultdict[str, list[float]] = defaultdict(list)
    for each in scored:
        for name, value in each.figures.items():
            values[name].append(value)
    figures = {name: round(mean(values[name]), 4) for name in sorted(values)}
    return Row(intent, len(scored), sum(each.is_right for each in scored), figures)
