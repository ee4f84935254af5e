"""PHP, Ruby and Rust that no person wrote must cost neither the process nor its time: deep nesting, long chains, self-reference, fan-out."""

import time

import pytest

from parsed_graph.facts import Fact, FunctionDecl, HttpCall, Incomplete, render_text
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
        ("a.php", "<?php $x = " + "(" * 50_000 + "1" + ")" * 50_000 + ";"),
        ("a.php", "<?php $x = " + "[" * 50_000 + "]" * 50_000 + ";"),
        ("a.php", "<?php $x" + " = $x" * 20_000 + ";"),
        ("a.php", "<?php $x = " + "$a . " * 20_000 + "$a;"),
        ("a.php", "<?php $x = " + "$a ?? " * 20_000 + "$a;"),
        ("a.php", "<?php $x" + "->a()" * 20_000 + ";"),
        ("a.php", "<?php " + "f(" * 20_000 + ")" * 20_000 + ";"),
        ("a.php", "<?php return " + "['a' => " * 20_000 + "1" + "]" * 20_000 + ";"),
        ("config/a.php", "<?php return " + "['a' => " * 20_000 + "1" + "]" * 20_000 + ";"),
        ("a.php", "<?php " + "/** @Route(" * 5_000 + " */ function f() {}"),
        ("a.php", "<?php $s = \"" + "{$a}" * 20_000 + "\";"),
        ("routes/a.php", "<?php " + "Route::group(['prefix' => 'a'], function () { " * 400 + "});" * 400),
        ("a.php", "<?php " + "".join(f"$v{n} = $v{n + 1}; " for n in range(5_000)) + "file_get_contents($v0);"),
        ("a.rb", "x = " + "(" * 50_000 + "1" + ")" * 50_000),
        ("a.rb", "x = " + "[" * 50_000 + "]" * 50_000),
        ("a.rb", "x" + " = x" * 20_000),
        ("a.rb", "x = " + "a + " * 20_000 + "a"),
        ("a.rb", "x" + ".a()" * 20_000),
        ("a.rb", "f(" * 20_000 + ")" * 20_000),
        ("config/routes.rb", "namespace :a do\n" * 2_000 + "end\n" * 2_000),
        ("a.rb", "def a = b\ndef b = a\n" * 2_000),
        ("a.rb", "x = " + "if a then " * 5_000 + "1" + " end" * 5_000),
        ("a.rs", "const X: u8 = " + "(" * 50_000 + "1" + ")" * 50_000 + ";"),
        ("a.rs", "fn f() { x" + ".a()" * 20_000 + "; }"),
        ("a.rs", "fn f() { " + "g(" * 20_000 + ")" * 20_000 + "; }"),
        ("a.rs", "fn f(x: " + "Arc<" * 20_000 + "T" + ">" * 20_000 + ") {}"),
        ("a.rs", "use a::" + "{b::" * 5_000 + "c" + "}" * 5_000 + ";"),
        ("a.rs", "fn f() { a" + "::<B" * 5_000 + "; }"),
        ("a.rs", "mod a { " * 5_000 + "}" * 5_000),
        ("a.rs", "#[a]\n" * 20_000 + "fn f() {}"),
        ("a.rs", "fn f() { let x = " + "if a { " * 5_000 + "1" + "}" * 5_000 + "; }"),
    ],
    ids=range(31),
)  # fmt: skip
def test_hostile_files_end_in_time(path: str, source: str) -> None:
    assert {fact.reason for fact in facts(path, source) if isinstance(fact, Incomplete)} <= {"too-deep", "syntax-error"}


def test_a_name_that_refers_to_itself_is_unknown() -> None:
    assert urls("a.php", "<?php use GuzzleHttp\\Client; $a = $b; $b = $a; (new Client())->get($a);") == ["{}"]
    assert urls("a.rb", 'require "faraday"\na = b\nb = a\nFaraday.get(a)\n') == ["{}"]
    assert urls("a.rs", "fn f() { let a = b; let b = a; reqwest::get(a); }") == ["{}"]


def test_a_function_that_calls_itself_is_unknown() -> None:
    source = "<?php use GuzzleHttp\\Client; function f($x) { return f($x) . 'a'; } (new Client())->get(f('b'));"
    assert urls("a.php", source) == ["{}a"]
    assert urls("a.rb", 'require "faraday"\ndef f(x)\n  f(x) + "a"\nend\nFaraday.get(f("b"))\n') == ["{}a"]
    assert urls("a.rs", 'fn f() -> String { format!("{}a", f()) }\nfn g() { reqwest::get(f()); }') == ["{}a"]


def test_what_follows_a_syntax_error_is_still_read() -> None:
    source = "<?php function broken( { }\nfunction ok() { file_get_contents('http://orders/x'); }"
    assert "http://orders/x" in urls("a.php", source)
    assert "http://orders/x" in urls("a.rs", 'fn broken( { }\nfn ok() { reqwest::get("http://orders/x"); }')


def test_macros_made_plain_keep_their_lines() -> None:
    source = 'lazy_static! {\n    static ref A: String = format!(\n        "x"\n    );\n}\n\nfn f() {}\n'
    assert [fact.span.line for fact in facts("a.rs", source) if isinstance(fact, FunctionDecl)] == [7]
