"""Writes a question set as YAML that `read_questions` takes."""

from collections.abc import Sequence
from typing import Any

from pipelines.evaluation.question_set import Question


def questions_yaml(questions: Sequence[Question]) -> str:
    """The set as text."""
    import yaml

    return yaml.safe_dump(
        {"questions": [_plain(question) for question in questions]}, sort_keys=False, allow_unicode=True, width=120
    )


def _plain(question: Question) -> dict[str, Any]:
    expected = question.expected
    value: dict[str, Any] = {
        "edges": [list(edge) for edge in expected.edges] if expected.edges is not None else None,
        "nodes": list(expected.nodes) if expected.nodes is not None else None,
        "optional": list(expected.optional) or None,
        "contains": list(expected.contains) or None,
        "count": expected.count,
        "by_hop": [list(expected.blast)] if expected.blast is not None else None,
        "paths": [list(path) for path in expected.paths] or None,
        "documents": list(expected.documents) or None,
        "answer": expected.answer or None,
    }
    head = {
        "id": question.id,
        "language": question.language,
        "intent": question.intent.value,
        "question": question.text,
    }
    if question.pair:
        head["pair"] = question.pair
    return {**head, "expected": {name: held for name, held in value.items() if held is not None}}
