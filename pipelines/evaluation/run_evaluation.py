"""An evaluation from beginning to end: the set, the answers, the figures, and what changed since the last one."""

from collections.abc import Callable, Mapping
from pathlib import Path

from parsed_graph.view import View
from pipelines.asking.answer import Answer
from pipelines.asking.answer_question import answer_question
from pipelines.asking.ask_parts import AskParts
from pipelines.evaluation.evaluate import Evaluation, evaluate
from pipelines.evaluation.generate_questions import confirmable, generate_questions
from pipelines.evaluation.judge import make_judge
from pipelines.evaluation.last_run import Comparison, compare_with_last, keep_run
from pipelines.evaluation.question_set import read_questions
from pipelines.evaluation.write_questions import questions_yaml
from prompts.prompt import load_prompt

_GENERATED = "generated"


def run_evaluation(
    view: View, parts: AskParts, output: Path, file: Path | None, size: int
) -> tuple[Evaluation, Comparison | None]:
    """Asks the questions of a file, or generated ones; keeps the figures in the output folder. Raises SettingsError for a bad file."""
    questions = read_questions(file) if file is not None else generate_questions(view, size)
    find_text = parts.finder(view)

    def ask(text: str) -> Answer:
        return answer_question(view, text, find_text=find_text, limits=parts.limits, wording=parts.wording)

    evaluation = evaluate(view, file.stem if file is not None else _GENERATED, questions, ask, _judge(parts))
    comparison = compare_with_last(output, evaluation)
    keep_run(output, evaluation)
    return evaluation, comparison


def generated_yaml(view: View, size: int) -> str:
    """A generated set as a file, with nodes as people write them."""
    return questions_yaml(confirmable(view, generate_questions(view, size)))


def _judge(parts: AskParts) -> Callable[[Answer], Mapping[str, float]]:
    if parts.wording is None:
        return _no_judge
    return make_judge(parts.wording.write, load_prompt("judge_claims"), load_prompt("judge_relevancy"), parts.embedder)


def _no_judge(answer: Answer) -> Mapping[str, float]:
    return {}
