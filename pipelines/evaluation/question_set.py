"""Questions with the answers that are expected, read from YAML.

    questions:
      - id: rel-01
        language: en
        intent: relationship
        question: Who consumes orders-events?
        expected:
          edges: [[Service(inventory), CONSUMES, Topic(orders-events)]]

`expected` holds one or more of: `edges`, `nodes`, `optional`, `contains`, `count`, `by_hop`, `paths`, `documents`, `answer`
(yes, no or unknown); `nearest` is kept for readers. Nodes are written as in answers: `Service(orders)`, `ADR(5)`,
`Endpoint(orders GET /orders/{id})`.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parsed_graph.errors import SettingsError
from pipelines.asking.intent import Intent

_KEYS = frozenset("edges nodes optional contains count by_hop paths documents answer nearest".split())


@dataclass(frozen=True, slots=True)
class Expected:
    """What an answer must hold; None or empty where nothing is said. Nodes are as the file writes them, or ids."""

    edges: tuple[tuple[str, str, str], ...] | None = None
    nodes: tuple[str, ...] | None = None
    optional: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    count: int | None = None
    blast: tuple[str, ...] | None = None
    paths: tuple[tuple[str, ...], ...] = ()
    documents: tuple[str, ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `pair` names another way of asking the same thing: both must agree."""

    id: str
    language: str
    intent: Intent
    text: str
    expected: Expected = field(default_factory=Expected)
    pair: str = ""


def read_questions(file: Path) -> list[Question]:
    """The questions of a file. Raises SettingsError that names the file and the question."""
    import yaml

    try:
        values = yaml.load(file.read_text(encoding="utf-8-sig"), yaml.CSafeLoader)
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}") from error
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise SettingsError(f"{file}: no YAML: {error}") from error
    listed = values.get("questions") if isinstance(values, dict) else None
    if not isinstance(listed, list):
        raise SettingsError(f"{file}: a question file is a mapping with a list called questions")
    questions = [_question(file, place, value) for place, value in enumerate(listed, 1)]
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise SettingsError(f"{file}: two questions are called {question.id}")
        seen.add(question.id)
    return questions


def _question(file: Path, place: int, value: object) -> Question:
    if not isinstance(value, dict) or not all(
        isinstance(value.get(name), str) for name in ("id", "intent", "question")
    ):
        raise SettingsError(f"{file}: question {place} needs id, intent and question")
    where = f"{file}: question {value['id']}"
    if value["intent"] not in list(Intent):
        raise SettingsError(f"{where}: no intent is called {value['intent']}; there are {', '.join(Intent)}")
    expected = value.get("expected") or {}
    if not isinstance(expected, dict) or not set(expected) <= _KEYS:
        raise SettingsError(f"{where}: expected holds {', '.join(sorted(_KEYS))}, nothing else")
    try:
        read = _expected(expected)
    except (TypeError, ValueError) as error:
        raise SettingsError(f"{where}: expected cannot be read: {error}") from error
    return Question(
        value["id"],
        str(value.get("language", "en")),
        Intent(value["intent"]),
        value["question"],
        read,
        str(value.get("pair", "")),
    )


def _expected(value: dict[str, Any]) -> Expected:
    blast = [name for hop in value["by_hop"] for name in hop] if "by_hop" in value else None
    return Expected(
        tuple((str(s), str(t), str(e)) for s, t, e in value["edges"]) if "edges" in value else None,
        _names(value["nodes"]) if "nodes" in value else None,
        _names(value.get("optional", ())),
        _names(value.get("contains", ())),
        int(value["count"]) if "count" in value else None,
        _names(blast) if blast is not None else None,
        tuple(_names(path) for path in value.get("paths", ())),
        _names(value.get("documents", ())),
        str(value.get("answer", "")),
    )


def _names(values: Any) -> tuple[str, ...]:
    return tuple(str(value) for value in values)
