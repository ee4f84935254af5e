"""A valid file that is cut anywhere: nothing crashes, what stands whole before the cut is read, and a cut inside a statement has a row."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsed_graph.facts import Fact, Incomplete
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

NAMES = st.from_regex(r"[a-z]{3,8}", fullmatch=True)


class Statement(NamedTuple):
    """`head` and `sign` open it; a cut within `inside` leaves it open."""

    head: str
    sign: str
    inside: str
    end: str


@st.composite
def terraform_blocks(draw: st.DrawFn) -> Statement:
    name, text = draw(NAMES), draw(st.text(alphabet="ab {}()[],;#=é", max_size=8))
    others = [
        f'note = "{text}"',
        f"page = <<EOT\n{text}\nEOT",
        f'tags = {{ a = "${{b("{text}", [1])}}" }}',
        f"# {text}",
    ]
    chosen = draw(st.lists(st.sampled_from(others), max_size=3))
    inside = "\n  ".join(["", f'name = "{name}"', *chosen, ""])
    return Statement(f'resource "aws_sqs_queue" "{name}" ', "{", inside, "}\n")


@st.composite
def sql_statements(draw: st.DrawFn) -> Statement:
    name, text = draw(NAMES), draw(st.text(alphabet="ab ()[],;=é", max_size=8))
    return draw(
        st.sampled_from(
            [
                Statement(f"CREATE TABLE {name} ", "(", f"\n  id int,\n  note varchar(20) DEFAULT '{text}'\n", ");\n"),
                Statement(f"INSERT INTO {name} VALUES ", "(", f"1, '{text}', ('{text}')", ");\n"),
                Statement("", "/*", f" {text} CREATE TABLE {name} (id int); ", "*/\n"),
            ]
        )
    )


def facts_of(path: str, text: str) -> list[Fact]:
    return artefact_facts(Artefact(path, text.encode()))


def reasons(facts: list[Fact]) -> list[str]:
    return [fact.reason for fact in facts if isinstance(fact, Incomplete)]


@pytest.mark.parametrize(("path", "statements"), [("main.tf", terraform_blocks()), ("a.sql", sql_statements())])
@given(data=st.data())
def test_a_cut_file_gives_what_stands_whole_before_the_cut_and_a_row(
    path: str, statements: st.SearchStrategy[Statement], data: st.DataObject
) -> None:
    *whole, last = data.draw(st.lists(statements, min_size=1, max_size=4))
    inside = last.inside[: data.draw(st.integers(0, len(last.inside)))]
    before = "".join("".join(statement) for statement in whole)

    found = facts_of(path, before + last.head + last.sign + inside)

    expected = facts_of(path, before)
    assert reasons(expected) == []
    assert found[: len(expected)] == expected
    assert reasons(found[len(expected) :])[-1:] == ["unclosed"]


@pytest.mark.parametrize(("path", "statements"), [("main.tf", terraform_blocks()), ("a.sql", sql_statements())])
@given(data=st.data())
def test_a_cut_between_statements_gives_no_row(
    path: str, statements: st.SearchStrategy[Statement], data: st.DataObject
) -> None:
    *whole, last = data.draw(st.lists(statements, min_size=1, max_size=4))
    before = "".join("".join(statement) for statement in whole)

    head = last.head[: data.draw(st.integers(0, len(last.head)))]

    assert set(reasons(facts_of(path, before + head))) <= {"unclosed"}
    assert reasons(facts_of(path, before + head)) == [] or head.count('"') % 2 == 1
