"""Scores one answer against what is expected of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.asking.answer import Answer
from pipelines.evaluation.metrics import context_precision, edit_distance, precision, recall, reciprocal_rank
from pipelines.evaluation.question_set import Expected, Question
from pipelines.evaluation.resolve_names import resolve_name

RANKS = 10
_RECALL_AT = (1, 5, 10)
_MARK = re.compile(r"\[(\d+)\]")
_PERFECT = frozenset(
    {
        "edge_recall",
        "edge_precision",
        "node_recall",
        "node_precision",
        "contains",
        "count",
        "blast_recall",
        "blast_precision",
        "verdict",
        "refusal",
    }
)


@dataclass(frozen=True, slots=True)
class Scored:
    """An answer with its figures by name. `is_right`: every figure that can be perfect is; of a lookup, one document was found."""

    question: Question
    answer: Answer
    figures: Mapping[str, float]
    is_right: bool
    because: str = ""


def score_answer(view: View, question: Question, answer: Answer) -> Scored:
    """All figures that what is expected allows."""
    expected = question.expected
    figures: dict[str, float] = {"intent": float(answer.intent is question.intent)}
    figures |= _edges(view, expected, answer) | _nodes(view, expected, answer) | _paths(view, expected, answer)
    if expected.count is not None:
        figures["count"] = float(answer.count == expected.count)
    if expected.answer:
        figures["verdict" if expected.answer == "yes" else "refusal"] = float(answer.yes_no == expected.answer)
    if expected.documents:
        figures |= _documents(expected, answer)
    if answer.citations or _MARK.search(answer.text):
        figures["citation_validity"] = _citation_validity(view, answer)
    wrong = [name for name in sorted(figures) if name in _PERFECT and figures[name] < 1]
    wrong += ["path_distance"] if figures.get("path_distance", 0) > 0 else []
    wrong += ["mrr"] if figures.get("mrr", 1) == 0 else []
    return Scored(question, answer, figures, not wrong, ", ".join(wrong))


def _edges(view: View, expected: Expected, answer: Answer) -> dict[str, float]:
    if expected.edges is None:
        return {}
    wanted = {(resolve_name(view, s), t, resolve_name(view, e)) for s, t, e in expected.edges}
    optional = {resolve_name(view, name) for name in expected.optional}
    found = {(edge.source, edge.type.value, edge.target) for edge in answer.edges}
    counted = {edge for edge in found if edge in wanted or not {edge[0], edge[2]} & optional}
    return {"edge_recall": recall(found, wanted), "edge_precision": precision(counted, wanted)}


def _nodes(view: View, expected: Expected, answer: Answer) -> dict[str, float]:
    figures: dict[str, float] = {}
    optional = {resolve_name(view, name) for name in expected.optional}
    found = set(answer.nodes)
    for name, names in (("node", expected.nodes), ("blast", expected.blast)):
        if names is not None:
            wanted = {resolve_name(view, each) for each in names}
            figures[f"{name}_recall"] = recall(found, wanted)
            figures[f"{name}_precision"] = precision(
                {node for node in found if node in wanted or node not in optional}, wanted
            )
    if expected.contains:
        figures["contains"] = recall(found, {resolve_name(view, each) for each in expected.contains})
    return figures


def _paths(view: View, expected: Expected, answer: Answer) -> dict[str, float]:
    if not expected.paths:
        return {}
    wanted = [[resolve_name(view, name) for name in path] for path in expected.paths]
    return {"path_distance": float(min(edit_distance(answer.path, path) for path in wanted))}


def _documents(expected: Expected, answer: Answer) -> dict[str, float]:
    ranked = list(dict.fromkeys(hit.path for hit in answer.hits if hit.path))
    wanted = set(expected.documents)
    figures = {
        "mrr": reciprocal_rank(ranked, wanted, RANKS),
        "context_precision": context_precision([hit.path for hit in answer.hits], wanted),
    }
    figures["context_recall"] = recall(set(ranked), wanted)
    return figures | {f"recall@{k}": float(bool(wanted & set(ranked[:k]))) for k in _RECALL_AT}


def _citation_validity(view: View, answer: Answer) -> float:
    """Share of the marks in the text that lead to a place which the snapshot holds."""
    places = {citation.number: citation for citation in answer.citations}
    marks = [int(number) for number in _MARK.findall(answer.text)]
    valid = [
        number in places and _is_held(view, places[number].repo, places[number].path, places[number].text_unit)
        for number in marks
    ]
    return sum(valid) / len(valid) if valid else 1.0


def _is_held(view: View, repo: str, path: str, text_unit: str) -> bool:
    if text_unit:
        return any(view.rows("SELECT 1 FROM text_units WHERE id = ?", (text_unit,)))
    if any(view.rows("SELECT 1 FROM files WHERE repo = ? AND path = ?", (repo, path))):
        return True
    # Reports cite a service by its folder.
    folders = "SELECT 1 FROM graph_nodes WHERE label = 'Service' AND json_extract(properties, '$.path') = ?"
    return any(view.rows(folders, (path,)))
