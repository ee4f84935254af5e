"""Code that nests deeper than people write is a problem, and nothing else is."""

import pytest

from parsed_graph.facts import Incomplete
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts


def reasons(path: str, source: str) -> list[str]:
    return [fact.reason for fact in artefact_facts(Artefact(path, source.encode())) if isinstance(fact, Incomplete)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "x = " + "(\n" * 3000 + "1" + ")" * 3000),
        ("a.rb", "if a\n" * 3000 + "end\n" * 3000),
        ("A.java", "class A { int a;\n" * 3000 + "}" * 3000),
        ("a.ts", "g(" * 3000 + "f();" * 100 + ")" * 3000),
    ],
)
def test_thousands_of_levels_are_a_problem(path: str, source: str) -> None:
    assert reasons(path, source) == ["too-deep"]


def test_much_code_side_by_side_is_none() -> None:
    assert reasons("a.py", "def f():\n" + "    g((1, 2), [3])\n" * 20_000) == []
