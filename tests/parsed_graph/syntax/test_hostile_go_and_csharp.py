"""Go and C# that nobody wrote: deep, doubling, cut off."""

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
        "http.Get(" + "(" * DEEP + '"x"' + ")" * DEEP + ")",
        'http.Get("a"' + ' + "b"' * DEEP + ")",
        'x.a("b")' + '.a("b")' * 40_000,
        "{" * DEEP + "}" * DEEP,
        "func() { " * 5000 + "}()" * 5000,
        'x := "a"\n' + 'x = x + "b"\nhttp.Get(x)\n' * 3000,
        "T{a: " * 5000 + "1" + "}" * 5000,
        "if a {" * 5000 + "}" * 5000,
    ],
    ids=["brackets", "sum", "chain", "blocks", "literals", "growing", "structs", "branches"],
)
def test_deep_go_ends_soon(body: str) -> None:
    facts("a.go", f'package a\nimport "net/http"\nfunc f() {{ {body} }}')


def test_go_functions_that_hand_on_to_one_another_end() -> None:
    functions = "".join(
        f"func f{i}(u string) {{ f{(i + 1) % 200}(u); f{(i + 7) % 200}(u); http.Get(u) }}\n" for i in range(200)
    )

    found = facts("a.go", f'package a\nimport "net/http"\n{functions}')

    assert len([fact for fact in found if isinstance(fact, HttpCall)]) == 200


def test_go_values_that_double_at_each_line_are_given_up() -> None:
    lines = "\n".join(f"v{i} := v{i - 1} + v{i - 1}" for i in range(1, 200))

    found = facts("a.go", f'package a\nimport "net/http"\nfunc f(v0 string) {{\n{lines}\nhttp.Get(v199)\n}}')

    assert len([fact for fact in found if isinstance(fact, HttpCall)]) == 1


@pytest.mark.parametrize(
    "body",
    [
        "c.GetAsync(" + "(" * DEEP + '"x"' + ")" * DEEP + ");",
        'c.GetAsync("a"' + ' + "b"' * DEEP + ");",
        "x" + '.A("b")' * 40_000 + ";",
        "{" * DEEP + "}" * DEEP,
        "G(x => " * 5000 + "1" + ")" * 5000 + ";",
        "var x = " + 'a ? "b" : ' * 5000 + '"c"; c.GetAsync(x);',
        'var x = "a"; ' + 'x = x + "b"; c.GetAsync(x); ' * 3000,
        "x?" + ".Y()" * 3000 + ";",
    ],
    ids=["brackets", "sum", "chain", "blocks", "lambdas", "conditionals", "growing", "access"],
)
def test_deep_csharp_ends_soon(body: str) -> None:
    found = facts("A.cs", f"class A {{ void F(HttpClient c) {{ {body} }} }}")

    assert {fact.reason for fact in found if isinstance(fact, Incomplete)} <= {"too-deep"}


def test_deeply_nested_classes_end_soon() -> None:
    facts("A.cs", "class A { string a; " * 5000 + "}" * 5000)


def test_a_long_chain_of_an_apphost_ends_soon() -> None:
    chain = ".WithReference(a)" * 400

    found = facts(
        "A.cs", f'var b = DistributedApplication.CreateBuilder(); var a = b.AddProject<P>("a"){chain}; a.WaitFor(a);'
    )

    assert not [fact for fact in found if isinstance(fact, Incomplete)]


@pytest.mark.parametrize("source", ["", "package", "func f(", "class", "[", "using ;", "\0", "}" * 1000, "`", '$"{'])
@pytest.mark.parametrize("path", ["a.go", "A.cs"])
def test_a_stump_is_read_without_an_exception(path: str, source: str) -> None:
    facts(path, source)
