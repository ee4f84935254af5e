"""What a file opens and never closes, format by format: what only looks like a bracket or quote opens nothing."""

from textwrap import dedent

import pytest

from parsed_graph.facts import Incomplete
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts


def unclosed(path: str, text: str) -> list[tuple[int, str]]:
    """Line and opening of what the file's rows say."""
    found = artefact_facts(Artefact(path, dedent(text).encode()))
    rows = [fact for fact in found if isinstance(fact, Incomplete)]
    assert {row.reason for row in rows} <= {"unclosed"}
    return [(row.span.line, row.detail.removeprefix("never closed: ")) for row in rows]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("main.tf", 'a { b = "${join("}", [for x in y : "{${x}"])}" }', id="a text in an expression in a text"),
        pytest.param("main.tf", 'a { b = "${\n c ? "}" : "{"\n}" }', id="an expression over lines in a text"),
        pytest.param("main.tf", 'a { b = "$${" }', id="an escaped expression"),
        pytest.param("main.tf", "a { b = <<-EOT\n { EOT is not alone\n EOT\n}", id="a heredoc"),
        pytest.param("main.tf", "a { b = <<EOT\nEOT\n}", id="an empty heredoc"),
        pytest.param("application.conf", 'a { b = """ { "quoted" """" }', id="a text that ends in its own quote"),
        pytest.param("application.conf", 'a { b = "\\"{" // "\n # {\n}', id="an escaped quote and comments"),
        pytest.param("nginx.conf", "a { rewrite ^/[a-z]{2,3}$ /b#c; proxy_pass http://c; }", id="a pattern's repetition"),
        pytest.param("nginx.conf", "a { rewrite \"^/{'\" '\"{'; proxy_pass http://c; }", id="quotes in quotes"),
        pytest.param("nginx.conf", "a { add_header X it's; proxy_pass http://${B}; }", id="a quote within a word"),
        pytest.param(
            "nginx.conf",
            "a { set_by_lua_block $x { -- it's {\n return [[ } { ]] .. '{' }\n proxy_pass http://b; }",
            id="Lua",
        ),
        pytest.param("build.gradle", 'a(~/["({]/, x =~ /\\/{/, $/C:"{\'/$)', id="patterns between slashes and dollars"),
        pytest.param("build.gradle", 'a "${b { "${c("{")}" }}" // it\'s {', id="code in texts in code"),
        pytest.param("build.gradle", "a '''it's {''', \"\"\"\"{\" \\\"\"\" \"\"\"", id="texts in three quotes"),
        pytest.param("build.gradle.kts", 'a("""C:\\""", \'"\', \'\\\'\') /* { /* " */ it\'s */', id="Kotlin's own"),
        pytest.param("build.sbt", 'val a = Seq("${", s"${b("{")}", \'"\', """\\""") /* /* */ " */', id="Scala's own"),
        pytest.param("a.sql", "CREATE TABLE a (b text DEFAULT 'C:\\');\n", id="a backslash that escapes nothing"),
        pytest.param("a.sql", "CREATE TABLE a (b text DEFAULT 'it\\'s (');\n", id="a backslash that escapes"),
        pytest.param("a.sql", "CREATE TABLE a (b text DEFAULT E'it\\'s (', c text DEFAULT '\\');\n", id="both in PostgreSQL"),
        pytest.param("a.sql", "CREATE TABLE a (b int); -- it's (\n/* it's ( */\n# it's (\n", id="comments"),
        pytest.param("a.sql", "DO $x$ BEGIN it's ( $$ $x$; DO $$ ' $$;", id="texts between dollars"),
        pytest.param("a.sql", "DELIMITER $$\nCREATE TABLE a (b int) $$\nDELIMITER ;\n", id="dollars that end a statement"),
        pytest.param("a.sql", "CREATE TABLE [it's (] (a int)\nGO\n", id="names in square brackets"),
        pytest.param("a.sql", "COPY a FROM stdin;\nit's (\n\\.\n\\echo it's\nPROMPT it's\n", id="what is no SQL"),
        pytest.param("a.cql", "CREATE TABLE a (b int); // it's (\n", id="CQL's comments"),
        pytest.param("Caddyfile", "a {\n respond <<HTML\n  {\n  HTML\n respond `{` # {\n header X it's{\n}\n", id="Caddy"),
        pytest.param("schema.prisma", '/// {\nmodel A {\n id String @default("{\\"")\n}\n', id="Prisma"),
        pytest.param("a.proto", 'syntax = "proto3"; // {\noption a = "\\"{"; /* { */\n', id="Protocol Buffers"),
        pytest.param(
            "Gemfile",
            """
            # it's do (
            gem 'a', if: ENV["B"] unless c.end
            if d then gem "#{e {|x| "}" }}" end
            x = case y when /"[(]/ then 1 end
            while z do w end
            f = `git ls-files -- '{bin}/*'`.split("\\x0").reject { |n| n.match(%r{^(test|it's)/}) }
            g = <<~TEXT
              it's do {
            TEXT
            """,
            id="Ruby",
        ),
        pytest.param(".env", "A=it's\nB=\"one\ntwo\"\n", id="a value over lines"),
    ],
)  # fmt: skip
def test_what_is_closed_gives_no_row(path: str, text: str) -> None:
    assert unclosed(path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "row"),
    [
        ("main.tf", 'a {}\nb "c" {\n d = 1', (2, 'b "c" {')),
        ("main.tf", 'a {}\nb {\n c = ["x",\n}', (3, "c = [")),
        ("main.tf", "a {}\nb {\n c = <<EOT\n }", (3, "c = <<EOT")),
        ("main.tf", 'a {}\nb {\n c = "${d(', (3, "d(")),
        ("application.conf", 'a = 1\nb = """c', (2, 'b = """')),
        ("application.conf", "a = 1\nb = ${c", (2, "b = ${")),
        ("nginx.conf", "a { proxy_pass b; }\nserver { c 'd", (2, "c '")),
        ("nginx.conf", "a { proxy_pass b; }\naccess_by_lua_block { if {}", (2, "access_by_lua_block {")),
        ("build.gradle", 'a {}\nb "c\n', (2, 'b "')),
        ("build.gradle", "a {}\n/* b", (2, "/*")),
        ("build.gradle.kts", 'a {}\nb("""c"\n', (2, 'b("""')),
        ("Gemfile", "gem 'a'\ngroup :b do\n if c\n  gem 'd'\n end\n", (2, "group :b do")),
        ("Gemfile", "gem 'a'\nx = [\n 'y'\n", (2, "x = [")),
        ("a.sql", "CREATE TABLE a (b int);\n/* c", (2, "/*")),
        ("a.sql", "CREATE TABLE a (b int);\nCOPY a FROM stdin;\n1\n", (2, "COPY a FROM stdin;")),
        ("a.sql", "CREATE TABLE `a` (b text DEFAULT 'it\\'s',\nc int", (1, "CREATE TABLE `a` (")),
        ("Caddyfile", 'a {\n}\nb {\n respond "c', (4, 'respond "')),
    ],
)
def test_what_stays_open_is_named_with_its_line(path: str, text: str, row: tuple[int, str]) -> None:
    assert unclosed(path, text) == [row]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".env", "A=1\nPASSWORD='secret\n"),
        ("main.tf", 'a {\n password = "secret\n}'),
        ("application.conf", 'a { password: "secret", b {'),
        ("a.sql", "CREATE TABLE a (b int);\nINSERT INTO a VALUES ('secret"),
    ],
)
def test_a_row_never_holds_a_value(path: str, text: str) -> None:
    assert [opening for _, opening in unclosed(path, text) if "secret" in opening] == []
    assert len(unclosed(path, text)) == 1


def test_a_deeply_nested_or_repetitive_file_takes_one_pass() -> None:
    for path, sign in (
        ("nginx.conf", "x_by_lua_block _pass "),
        ("build.gradle", "$/ "),
        ("main.tf", '"${'),
        ("a.sql", "$a$ $b$ "),
    ):
        assert len(artefact_facts(Artefact(path, (sign * 20_000).encode()))) < 100
