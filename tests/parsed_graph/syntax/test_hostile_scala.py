"""Scala that no person wrote must cost neither the process nor its time: deep nesting, long chains, self-reference, fan-out."""

import time

import pytest

from parsed_graph.facts import Fact, FunctionDecl, HttpCall, Incomplete, render_text
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

SECONDS = 10
"""Generous: the point is that nothing is quadratic or worse."""


def facts(source: str) -> list[Fact]:
    started = time.process_time()
    found = artefact_facts(Artefact("a.scala", source.encode(), frozenset({"a.scala"})))
    assert time.process_time() - started < SECONDS
    return found


def urls(source: str) -> list[str]:
    head = "import sttp.client3._\n"
    return [render_text(fact.url) for fact in facts(head + source) if isinstance(fact, HttpCall)]


@pytest.mark.parametrize(
    "source",
    [
        "object A { val x = " + "(" * 20_000 + "1" + ")" * 20_000 + " }",
        "object A { val x = " + "a + " * 20_000 + "a }",
        "object A { val x = a" + ".b()" * 20_000 + " }",
        "object A { val x = a" + ".b" * 20_000 + " }",
        "object A { f" + "(1)" * 10_000 + " }",
        "object A { f(" * 1 + "f(" * 10_000 + ")" * 10_000 + ") }",
        "object A { " * 3_000 + "}" * 3_000,
        "object A { def f = {" + "{ " * 5_000 + "1" + " }" * 5_000 + "} }",
        "object A { val x = " + "if (a) b else " * 5_000 + "c }",
        'object A { val x = s"' + "${a}" * 10_000 + '" }',
        "import a." + "{b." * 2_000 + "c" + "}" * 2_000,
        "object A { val x = " + "a / " * 10_000 + "b }",
        "import akka.http.scaladsl.server.Directives._\nobject A { val r = " + 'pathPrefix("a") { ' * 400 + "}" * 400 + " }",
        "import org.http4s._\nobject A { val r = HttpRoutes.of { case GET -> Root" + ' / "a"' * 5_000 + " => Ok() } }",
        "object A {\n" + "".join(f"  val v{n} = v{n + 1} + v{n + 1}\n" for n in range(1_000)) + "}",
        "object A { val x: " + "Future[" * 5_000 + "A" + "]" * 5_000 + " = y }",
    ],
    ids=range(16),
)  # fmt: skip
def test_hostile_files_end_in_time(source: str) -> None:
    assert {fact.reason for fact in facts(source) if isinstance(fact, Incomplete)} <= {"too-deep", "syntax-error"}


def test_a_name_that_refers_to_itself_is_unknown() -> None:
    assert urls("object A { def f = { var a = b; var b = a; basicRequest.get(a) } }") == ["{}"]
    assert urls("object A { val a: String = b; val b: String = a; basicRequest.get(a) }") == ["{ref:A.b}"]


def test_a_function_that_calls_itself_is_unknown() -> None:
    assert urls('object A { def f(x: String): String = f(x) + "a"; basicRequest.get(f("b")) }') == ["{}a"]


def test_what_follows_a_syntax_error_is_still_read() -> None:
    found = facts("object A { def f( = ; }\nobject B { def g(x: Int): Int = x }")
    assert any(isinstance(fact, FunctionDecl) and fact.name.endswith("g") for fact in found)
