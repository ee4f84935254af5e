"""Java and Kotlin that nobody wrote: deep, doubling, cut off."""

import time

import pytest

from parsed_graph.facts import Fact, HttpCall, Incomplete
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

DEEP = 20_000


def facts(path: str, source: str) -> list[Fact]:
    start = time.process_time()
    found = artefact_facts(Artefact(path, source.encode()))
    assert time.process_time() - start < 10
    return found


@pytest.mark.parametrize(
    "body",
    [
        "rest.delete(" + "(" * DEEP + '"x"' + ")" * DEEP + ");",
        'rest.delete("a"' + ' + "b"' * DEEP + ");",
        "rest.delete(x" + ".y()" * DEEP + ");",
        "rest.delete(" + "f(" * DEEP + ")" * DEEP + ");",
        "run(" + "a -> run(" * 5000 + ")" * 5000 + ");",
        "{" * DEEP + "}" * DEEP,
        "if (a) {" * 5000 + "}" * 5000,
        "new A() { void f() {" * 3000 + "} };" * 3000,
    ],
    ids=["brackets", "sum", "chain", "calls", "lambdas", "blocks", "branches", "anonymous"],
)
def test_deep_java_ends_soon(body: str) -> None:
    facts("A.java", f"class A {{ RestTemplate rest; void f() {{ {body} }} }}")


def test_deeply_nested_types_give_no_endless_names() -> None:
    found = facts("A.java", "class A { int a; " * 3000 + "}" * 3000)

    assert max(len(getattr(fact, "name", "")) for fact in found) < 1000


def test_values_that_double_at_each_line_are_given_up() -> None:
    lines = "".join(f"String v{i} = v{i + 1} + v{i + 1};" for i in reversed(range(200)))

    found = facts(
        "A.java", f'class A {{ RestTemplate rest; void f() {{ String v200 = "x"; {lines} rest.delete(v0); }} }}'
    )

    assert [type(fact) for fact in found if isinstance(fact, HttpCall | Incomplete)] == [HttpCall]


def test_a_variable_that_is_itself_has_no_value() -> None:
    found = facts(
        "A.java", "class A { RestTemplate rest; String u = this.u; void f() { String a = a + u; rest.delete(a); } }"
    )

    assert len([fact for fact in found if isinstance(fact, HttpCall)]) == 1


@pytest.mark.parametrize(
    "body",
    [
        "rest.delete(" + "(" * DEEP + '"x"' + ")" * DEEP + ")",
        'rest.delete("a"' + ' + "b"' * DEEP + ")",
        "x" + ".y()" * DEEP,
        "run { " * 3000 + "}" * 3000,
        'rest.delete("' + "${a}" * 5000 + '")',
    ],
    ids=["brackets", "sum", "chain", "lambdas", "template"],
)
def test_deep_kotlin_ends_soon(body: str) -> None:
    facts("A.kt", f"class A(val rest: RestTemplate) {{ fun f() {{ {body} }} }}")


@pytest.mark.parametrize("source", ["", "class", "class A { void f(", "@", "import ;", "package", "\0", "}" * 1000])
@pytest.mark.parametrize("path", ["A.java", "A.kt"])
def test_a_stump_is_read_without_an_exception(path: str, source: str) -> None:
    facts(path, source)
