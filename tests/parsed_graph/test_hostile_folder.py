"""A folder of files made to hurt: no crash, no hang, and each unusable one is a problem with its reason.

The second half changes bytes of the fixtures of every parser at random: whatever comes out, it is facts.
"""

import json
import os
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsed_graph.build import build_graph
from parsed_graph.built_graph import BuiltGraph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ConfigValue, Incomplete, SourceSpan
from parsed_graph.model import Problem
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts, is_wanted, parsers_for, read_facts
from parsed_graph.registry import all_entries
from parsed_graph.repository import walk_repository

DEEP = 10_000
OPENINGS = {"php": b"<?php ", "scala": b"object Deep { val x = ", "go": b"package deep\n"}
CODE = ("java", "kt", "scala", "py", "js", "mjs", "ts", "tsx", "go", "cs", "php", "rb", "rs")
BROKEN_CODE = {
    "java": b'class Orders { void place( { @Get("/x',
    "kt": b"class Orders { fun place(",
    "scala": b"object Orders { def place( = ",
    "py": b"def place(:\n  return (",
    "js": b"const a = {{{ `",
    "ts": b"const a: = {{{ `",
    "tsx": b"const a = <a><b></a>",
    "go": b"package orders\nfunc (",
    "cs": b"class Orders { void Place(",
    "php": b"<?php function place(",
    "rb": b"def place(",
    "rs": b"fn place( {",
}
"""Blocks in blocks: what opens one, of formats that are read by their brackets."""
BLOCKS = {
    "main.tf": b"a {\n",
    "application.conf": b"a {\n",
    "nginx.conf": b"server {\n",
    "Caddyfile": b"a {\n",
    "build.gradle": b"f {\n",
    "build.sbt": b"f {\n",
    "a.proto": b"message A {\n",
}
YAML_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(12)
)
XML_BOMB = (
    '<!DOCTYPE project [<!ENTITY a "x">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(12))
    + ']><project xmlns="http://maven.apache.org/POM/4.0.0"><artifactId>&m;</artifactId></project>'
)
XML_FILE = '<!DOCTYPE project [<!ENTITY a SYSTEM "file:///etc/passwd">]><project><artifactId>&a;</artifactId></project>'
NAMES = 'services:\n  "<script>alert(1)</script>":\n    image: x\n  "\\e[31mred\\e]0;title\\a":\n    image: y\n'
# File -> its content, and the reason that `problems` must give for it ("" where the file is usable).
FILES: dict[str, tuple[bytes, str]] = {
    "deep.json": (b'{"openapi": "3.0.0", "paths": ' + b"[" * DEEP + b"]" * DEEP + b"}", "too-deep"),
    "deep.yaml": (b"openapi: 3.0.0\npaths: " + b"[" * DEEP + b"]" * DEEP, "unparseable"),
    "bomb/application.yml": (YAML_BOMB.encode(), "too-large"),
    "bomb/pom.xml": (XML_BOMB.encode(), "unparseable"),
    "entity/pom.xml": (XML_FILE.encode(), ""),
    "nul/Nul.java": (b"class Nul {\0}", "binary"),
    "nul/application.yml": (b"a: \0", "binary"),
    "nul/package.json": (b'{"name": "\0"}', "binary"),
    "broken.json/package.json": (b'{"name": "a", ', "unparseable"),
    "broken.yaml/docker-compose.yml": (b"services: [", "unparseable"),
    "broken.xml/pom.xml": (b"<project><a>", "unparseable"),
    "broken.toml/Cargo.toml": (b"[package\n", "unparseable"),
    "huge/Huge.java": (b"// " + b"x" * 5_000_000, "too-large"),
    "latin/application.properties": ("spring.application.name=caf\u00e9\n".encode("latin-1"), "encoding"),
    "utf16/application.yml": ("spring: {application: {name: wide}}\n".encode("utf-16"), ""),
    "bom/application.yml": (b"\xef\xbb\xbfspring:\r\n  application:\r\n    name: marked\r\n", ""),
    "names/docker-compose.yml": (NAMES.encode(), ""),
    "bomb/docker-compose.yml": (f"{YAML_BOMB}services: *m\n".encode(), "too-large"),
    "bomb/values.yaml": (YAML_BOMB.encode(), "too-large"),
    "address/gateway.yaml": (
        b"swagger: '2.0'\nx-google-backend: {address: 'http://h//[/a'}\npaths: {/a: {get: {responses: {}}}}\n",
        "",
    ),
    "empty/haproxy.cfg": (b"frontend a\n use_backend b if { }\nbackend b\n server s orders:80\n", ""),
    "minified/app.js": (b"var a=1;" * 5_000, "minified"),
    "utf16/Orders.java": ("class Orders { }".encode("utf-16"), ""),
    "utf16/pom.xml": ("<project><artifactId>wide</artifactId></project>".encode("utf-16"), ""),
    "unmarked/Orders.java": ("class Orders { }".encode("utf-16-le"), "binary"),
    "latin/Orders.java": ('class Orders { String a = "caf\u00e9"; }'.encode("latin-1"), "encoding"),
    "latin/package.json": ('{"name": "caf\u00e9"}'.encode("latin-1"), "encoding"),
    "crlf/Orders.java": (b"class Orders {\r\n  void place() { }\r\n}\r\n", ""),
    "deep/pom.xml": (b"<project>" + b"<a>" * DEEP + b"</a>" * DEEP + b"</project>", "unparseable"),
    "deep/Cargo.toml": (b"a = " + b"[" * DEEP + b"]" * DEEP, "unparseable"),
    "deep/package.json": (b'{"name": ' + b"[" * DEEP + b"]" * DEEP + b"}", "too-deep"),
    "deep/schema.avsc": (b'{"type": "record", "name": "A", "fields": ' + b"[" * DEEP + b"]" * DEEP + b"}", "too-deep"),
    "deep/schema.graphql": (b"type Query { a: " + b"[" * DEEP + b"A" + b"]" * DEEP + b"}", "unparseable"),
    "broken.proto/a.proto": (b'syntax = "proto3";\nservice A { rpc B(C returns (D) {', "malformed-contract"),
    "broken.graphql/schema.graphql": (b"type Query { a: ", "unparseable"),
    "broken.avro/a.avsc": (b'{"type": "record", ', "unparseable"),
    "broken.openapi/openapi.json": (b'{"openapi": "3.0.0", ', "unparseable"),
    "broken.openapi/openapi.yaml": (b"openapi: 3.0.0\npaths: [", "unparseable"),
    "broken.toml/pyproject.toml": (b"[project\n", "unparseable"),
    "broken.net/app.csproj": (b"<Project><a", "unparseable"),
    "broken.php/composer.json": (b'{"name": ', "unparseable"),
    "broken.trace/a.otlp.json": (b'{"resourceSpans": [', "unparseable"),
    "broken.trace/a.otlp.pb": (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "unparseable"),
}
FILES |= {f"broken.code/orders.{suffix}": (content, "syntax-error") for suffix, content in BROKEN_CODE.items()}
FILES |= {f"deep/{name}": (opening * DEEP + b"}\n" * DEEP, "too-deep") for name, opening in BLOCKS.items()}
FILES |= {
    f"deep/Deep.{suffix}": (OPENINGS.get(suffix, b"") + b"f(\n" * DEEP + b")" * DEEP, "too-deep") for suffix in CODE
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    for name, (content, _) in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "passwd.yaml").symlink_to("/etc/passwd")
    os.mkfifo(root / "pipe.yaml")
    os.mkfifo(root / "unwanted.pipe")
    (root / "piped").mkdir()
    os.mkfifo(root / "piped" / ".gitignore")
    folder = root
    for _ in range(70):
        folder = folder / "d"
        folder.mkdir()
    (folder / "application.yml").write_text("a: b\n")
    (root / os.fsdecode(b"caf\xe9.yaml")).write_text("a: [\n")
    return root


@pytest.fixture(scope="module")
def found(hostile: Path) -> tuple[BuiltGraph, list[Problem], float]:
    started = time.process_time()
    walk = walk_repository(hostile, is_wanted)
    built = build_graph(EstateFacts([("hostile", read_facts(hostile))]))
    problems = [*walk.problems, *(p._replace(path=p.path.removeprefix("hostile:")) for p in built.problems)]
    return built, problems, time.process_time() - started


@pytest.mark.parametrize("name", sorted(name for name, (_, reason) in FILES.items() if reason))
def test_each_unusable_file_is_a_problem_with_its_reason(
    name: str, found: tuple[BuiltGraph, list[Problem], float]
) -> None:
    assert FILES[name][1] in {problem.reason for problem in found[1] if problem.path == name}


def test_links_and_folders_too_deep_are_problems_and_not_followed(
    found: tuple[BuiltGraph, list[Problem], float],
) -> None:
    walked = {(problem.path[:8], problem.reason) for problem in found[1] if problem.stage == "walk"}
    assert {("loop", "symlink"), ("passwd.y", "symlink"), ("d/d/d/d/", "too-deep")} <= walked


def test_pipes_are_problems_and_never_opened(found: tuple[BuiltGraph, list[Problem], float]) -> None:
    special = [problem.path for problem in found[1] if problem.reason == "special-file"]
    assert special == ["pipe.yaml", "piped/.gitignore", "unwanted.pipe"]


def test_latin_1_is_read_and_named_with_the_line_of_its_first_letter() -> None:
    content = "a: 1\r\nspring.application.name: caf\u00e9\n".encode("latin-1")
    facts = artefact_facts(Artefact("application.yml", content))
    detail = "read as Latin-1, as byte 0xE9 is not UTF-8; save the file as UTF-8"
    assert [fact for fact in facts if isinstance(fact, Incomplete)] == [
        Incomplete("encoding", detail, SourceSpan("application.yml", 2))
    ]
    assert "caf\u00e9" in [fact.value for fact in facts if isinstance(fact, ConfigValue)]


def test_a_file_whose_text_no_parser_asks_for_has_no_encoding() -> None:
    assert artefact_facts(Artefact("docs/adr/0001-cafe.md", b"caf\xe9")) == []


def test_a_file_name_that_is_no_utf8_is_a_problem_like_any_other(
    found: tuple[BuiltGraph, list[Problem], float],
) -> None:
    assert any(p.path.startswith("caf") and p.reason == "unparseable" for p in found[1])


def test_nothing_crashes_and_the_whole_folder_takes_seconds(found: tuple[BuiltGraph, list[Problem], float]) -> None:
    assert [problem for problem in found[1] if problem.reason == "crashed"] == []
    assert found[2] < 20


def test_usable_encodings_are_read_and_entities_are_not(found: tuple[BuiltGraph, list[Problem], float]) -> None:
    text = " ".join(json.dumps([node.name, dict(node.properties)]) for node in found[0].graph.nodes())
    assert "root:" not in text
    problems = {problem.path.partition("/")[0]: problem.reason for problem in found[1]}
    assert [problems.get(folder) for folder in ("latin", "utf16", "bom", "crlf")] == ["encoding", None, None, None]


FIXTURES = Path(__file__).parents[1] / "fixtures" / "parsers"
PIECES = (
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b"(",
        b")",
        b'"',
        b"'",
        b"`",
        b"${",
        b"{{",
        b"\\",
        b"\n",
        b"\t",
        b": ",
        b"- ",
        b"#",
        b"/",
    ),
    *(b"&a ", b"*a", b"<<: *a", b"null", b"-1", b"1e999", b"9" * 30, b"2024-99-99", b"!!binary x", b"!Ref a", b"? "),
    *(
        b"\xff\xfe",
        b"\x80",
        b"\xed\xa0\x80",
        b"\\ud800",
        b"\x1b[31m",
        b"\0",
        b"<",
        b"]]>",
        b"&a;",
        b"../../..",
        b"http://[",
    ),
)
TOKEN = re.compile(rb'[\w.-]+|"[^"\n]*"')


def samples() -> dict[str, list[Artefact]]:
    """The fixture files of each parser, chosen by its patterns."""
    by_parser: dict[str, list[Artefact]] = {}
    for path in sorted(FIXTURES.glob("*/*/repo/**/*")):
        name = path.as_posix().partition("/repo/")[2]
        if path.is_file():
            siblings = frozenset(file.name for file in path.parent.iterdir())
            for parser in parsers_for(name):
                by_parser.setdefault(parser.name, []).append(Artefact(name, path.read_bytes(), siblings))
    return by_parser


SAMPLES = samples()


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The content after one to four cuts, insertions, repetitions or replaced tokens."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(content) + 1)
        end = min(len(content), start + chance.choice((1, 2, 5, 20, 100)))
        piece = chance.choice(PIECES)
        tokens = list(TOKEN.finditer(content))
        token = chance.choice(tokens).span() if tokens else (start, end)
        content = chance.choice(
            (
                content[:start] + content[end:],
                content[:start] + piece + content[start:],
                content[:start] + content[start:end] * 30 + content[end:],
                content[: token[0]] + piece + content[token[1] :],
                content[:start],
            )
        )
    return content


def test_there_is_a_sample_for_every_parser() -> None:
    assert {entry.name for entry in all_entries()} == set(SAMPLES)


@pytest.mark.parametrize("parser", sorted(SAMPLES))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_no_mutation_of_a_fixture_crashes_a_parser(parser: str, seed: int) -> None:
    chance = random.Random(seed)
    sample = chance.choice(SAMPLES[parser])
    started = time.process_time()
    facts = artefact_facts(Artefact(sample.path, mutated(sample.content, chance), sample.siblings))
    assert [fact.detail for fact in facts if isinstance(fact, Incomplete) and fact.reason == "crashed"] == []
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "parser",
    ("csharp", "go", "java", "javascript", "kotlin", "php", "python", "ruby", "rust", "scala", "typescript"),
)
def test_the_same_file_always_gives_the_same_facts_in_the_same_order(parser: str) -> None:
    for sample in SAMPLES[parser]:
        first = artefact_facts(sample)
        assert all(artefact_facts(sample) == first for _ in range(3)), sample.path
