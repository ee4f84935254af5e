"""Files that no person wrote must cost neither the process nor its time: deep nesting, long chains, self-reference, fan-out."""

import time

import pytest

from parsed_graph.facts import Fact, FunctionDecl, HttpCall, render_text
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts

SECONDS = 10
"""Generous: the point is that nothing is quadratic or worse."""


def facts(path: str, source: str) -> list[Fact]:
    started = time.process_time()
    found = artefact_facts(Artefact(path, source.encode(), frozenset({path})))
    assert time.process_time() - started < SECONDS
    return found


def urls(path: str, source: str) -> list[str]:
    return [render_text(fact.url) for fact in facts(path, source) if isinstance(fact, HttpCall)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "x = " + "(" * 50_000 + "1" + ")" * 50_000),
        ("a.py", "x = " + "[" * 50_000 + "]" * 50_000),
        ("a.py", "x" + " = x" * 20_000),
        ("a.py", "x = " + "a + " * 20_000 + "a"),
        ("a.py", "x" + ".a()" * 20_000),
        ("a.py", "".join(" " * depth + f"def f{depth}():\n" for depth in range(800)) + " " * 800 + "pass"),
        ("a.js", "x = " + "(" * 50_000 + "1" + ")" * 50_000),
        ("a.js", "x" + " = x" * 20_000),
        ("a.js", "x = " + "a + " * 20_000 + "a"),
        ("a.js", "x = " + "a || " * 20_000 + "a"),
        ("a.js", "x" + ".a()" * 20_000),
        ("a.ts", "const f = " + "() => (" * 10_000 + "1" + ")" * 10_000),
        ("a.ts", "const o = " + "{ a: " * 20_000 + "1" + "}" * 20_000),
        ("a.js", "f(" * 20_000 + ")" * 20_000),
        ("a.js", "Object.freeze(" * 5_000 + "{}" + ")" * 5_000),
        ("a.vue", "<script>" * 100_000),
    ],
    ids=range(16),
)
def test_hostile_files_end_in_time(path: str, source: str) -> None:
    facts(path, source)


def test_a_name_that_refers_to_itself_is_unknown() -> None:
    assert urls("a.py", "import requests\na = b\nb = a\nrequests.get(a)\n") == ["{}"]


def test_a_function_that_calls_itself_is_unknown() -> None:
    source = "import requests\ndef f(x):\n    return f(x) + 'a'\nrequests.get(f('b'))\n"
    assert urls("a.py", source) == ["{}a"]


def test_too_many_alternatives_become_unknown() -> None:
    lines = [f"    if n == {n}:\n        u = 'http://h{n}'" for n in range(40)]
    source = "import requests\ndef f(n):\n" + "\n".join(lines) + "\n    requests.get(u)\n"
    assert urls("a.py", source) == ["{}"]


def test_what_follows_a_syntax_error_is_still_read() -> None:
    source = "function broken( {\n}\n\nasync function ok() {\n  await fetch('http://orders/x');\n}\n"
    assert "http://orders/x" in urls("a.js", source)


def test_windows_line_ends_and_a_byte_order_mark_keep_line_numbers() -> None:
    found = artefact_facts(Artefact("a.py", b"\xef\xbb\xbfimport os\r\n\r\ndef f():\r\n    pass\r\n", frozenset()))
    assert [fact.span.line for fact in found if isinstance(fact, FunctionDecl)] == [3]


def test_minified_bundles_of_one_line_are_read_in_time() -> None:
    facts("bundle.js", "!function(){" + "var a=function(b){return b.c('x')};" * 8_000 + "}();")
