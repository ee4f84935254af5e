"""The figures of the last evaluation of a set, kept to compare the next one with."""

import json
from dataclasses import dataclass
from pathlib import Path

from pipelines.evaluation.evaluate import Evaluation

_FOLDER = "eval"


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of all questions that is not what it was."""

    figure: str
    before: float
    now: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed since the run on `snapshot`: figures over all, questions that are right now and were not, and the other way round."""

    snapshot: str
    changes: tuple[Change, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def compare_with_last(output: Path, evaluation: Evaluation) -> Comparison | None:
    """The comparison, None for a set that was not run before, or whose record cannot be read."""
    try:
        kept = json.loads(_file(output, evaluation.name).read_text(encoding="utf-8"))
        before, right, snapshot = dict(kept["figures"]), dict(kept["right"]), str(kept["snapshot"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    now = _figures(evaluation)
    changes = [
        Change(name, float(before[name]), now[name])
        for name in sorted(now)
        if name in before and before[name] != now[name]
    ]
    held = {each.question.id: each.is_right for each in evaluation.scored}
    gained = [name for name, is_right in held.items() if is_right and right.get(name) is False]
    lost = [name for name, is_right in held.items() if not is_right and right.get(name) is True]
    return Comparison(snapshot, tuple(changes), tuple(gained), tuple(lost))


def keep_run(output: Path, evaluation: Evaluation) -> None:
    """Writes the figures for the next run."""
    file = _file(output, evaluation.name)
    file.parent.mkdir(parents=True, exist_ok=True)
    value = {
        "snapshot": evaluation.snapshot,
        "figures": _figures(evaluation),
        "right": {each.question.id: each.is_right for each in evaluation.scored},
    }
    file.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _figures(evaluation: Evaluation) -> dict[str, float]:
    row = evaluation.rows[-1]
    return {"right": round(row.right / row.questions, 4) if row.questions else 0.0, **row.figures}


def _file(output: Path, name: str) -> Path:
    return output / _FOLDER / f"{name}.json"
