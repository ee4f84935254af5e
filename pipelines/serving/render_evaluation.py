"""An evaluation on the terminal: a table by intent, what was not right, and what changed since the last run."""

from collections.abc import Mapping

from pipelines.evaluation.evaluate import Evaluation
from pipelines.evaluation.last_run import Comparison
from pipelines.serving.terminal import say, say_table

_FIGURES = (
    "edge_recall", "edge_precision", "node_recall", "node_precision", "contains", "count", "path_distance", "blast_recall", "blast_precision", "verdict",
    "refusal", "consistency", "mrr", "recall@1", "recall@5", "recall@10", "context_precision", "context_recall", "citation_validity", "intent",
    "faithfulness", "answer_relevancy",
)  # fmt: skip


def say_evaluation(evaluation: Evaluation, comparison: Comparison | None) -> None:
    """Questions right by intent, then every figure by intent, then misses and changes."""
    rows = [(row.intent, row.questions, row.right) for row in evaluation.rows]
    say_table(("intent", "questions", "right"), rows)
    say()
    intents = [row.intent for row in evaluation.rows]
    held = [name for name in _FIGURES if any(name in row.figures for row in evaluation.rows)]
    say_table(("figure", *intents), [(name, *(_shown(row.figures, name) for row in evaluation.rows)) for name in held])
    for miss in evaluation.misses:
        say()
        say(f"{miss.question.id}: {miss.question.text}", "bold")
        say(f"  wrong in {miss.because}; understood as {miss.answer.plan[0]}", "yellow")
        say(f"  {miss.answer.text.splitlines()[0] if miss.answer.text else ''}", "dim")
    if comparison is not None:
        _say_comparison(comparison)


def evaluation_json(evaluation: Evaluation, comparison: Comparison | None) -> Mapping[str, object]:
    """Rows, each question with its figures, and the comparison."""
    questions = [
        {
            "id": each.question.id,
            "question": each.question.text,
            "intent": each.question.intent,
            "right": each.is_right,
            "wrong_in": each.because,
            "understood_as": each.answer.plan[0] if each.answer.plan else "",
            "figures": each.figures,
        }
        for each in evaluation.scored
    ]
    return {
        "name": evaluation.name,
        "snapshot": evaluation.snapshot,
        "rows": evaluation.rows,
        "questions": questions,
        "since_last_run": comparison,
    }


def _say_comparison(comparison: Comparison) -> None:
    say()
    if not (comparison.changes or comparison.gained or comparison.lost):
        say(f"The same as the last run, on snapshot {comparison.snapshot}.")
        return
    say(f"Since the last run, on snapshot {comparison.snapshot}:", "bold")
    for change in comparison.changes:
        say(f"  {change.figure}  {change.before:g} -> {change.now:g}")
    if comparison.gained:
        say(f"  right now: {', '.join(comparison.gained)}", "green")
    if comparison.lost:
        say(f"  no longer right: {', '.join(comparison.lost)}", "red")


def _shown(figures: Mapping[str, float], name: str) -> str:
    return f"{figures[name]:.3f}" if name in figures else ""
