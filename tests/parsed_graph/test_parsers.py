"""Every case of every parser: `tests/fixtures/parsers/<parser or framework>/<case>/{repo/, expected.json}`.

expected.json is `{"types": [...], "facts": [{"fact": "RouteDecl", "path": "src/A.java", "line": 3, ...}]}`: exactly
these facts, of the types listed (by default those that occur, and Incomplete), come from the files below repo/.
A fact lists the fields that it is about; a Text field is written as `render_text` prints it. The key `path` is
the artefact; a field of the same name is written `value.path`.
"""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parsed_graph.facts import Fact, SourceSpan, render_text
from parsed_graph.read_facts import read_facts
from parsed_graph.registry import all_entries

CASES = Path(__file__).parents[1] / "fixtures" / "parsers"


def cases() -> list[Path]:
    return sorted(path.parent for path in CASES.glob("*/*/expected.json"))


def plain(fact: Fact) -> dict[str, Any]:
    """A fact as expected.json writes it."""
    row: dict[str, Any] = {"fact": type(fact).__name__, "path": fact.span.path, "line": fact.span.line}
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        if isinstance(value, SourceSpan):
            continue
        if isinstance(value, tuple) and value and all(isinstance(part, msgspec.Struct) for part in value):
            value = [f"{p.path}:{p.line}" for p in value] if isinstance(value[0], SourceSpan) else render_text(value)
        elif isinstance(value, tuple):
            value = [list(item) if isinstance(item, tuple) else item for item in value]
        row[f"value.{name}" if name == "path" else name] = value
    return row


def agrees(expected: dict[str, Any], actual: dict[str, Any]) -> bool:
    def same(name: str, value: Any) -> bool:
        return actual.get(name) == value or (value == "" and actual.get(name) == [])

    return all(same(name, value) for name, value in expected.items())


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.parent.name}/{case.name}")
def test_parser_reads_exactly_the_expected_facts(case: Path) -> None:
    wanted = json.loads((case / "expected.json").read_text())
    types = set(wanted.get("types", [])) or {row["fact"] for row in wanted["facts"]} | {"Incomplete"}
    found = [plain(fact) for fact in read_facts(case / "repo") if type(fact).__name__ in types]

    missing = []
    for row in wanted["facts"]:
        match = next((fact for fact in found if agrees(row, fact)), None)
        if match is None:
            missing.append(row)
        else:
            found.remove(match)
    assert (missing, found) == ([], [])


def test_every_parser_and_framework_has_a_case() -> None:
    covered = {case.parent.name for case in cases()}
    names = {entry.name for entry in all_entries()}
    names |= {import_module(name).FRAMEWORK.name for entry in all_entries() for name in entry.modules[1:]}
    assert names - covered == set()
