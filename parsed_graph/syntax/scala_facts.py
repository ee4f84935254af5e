"""What Scala files say by themselves: the programs that they start."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

_APPLICATIONS = frozenset(
    """App IOApp Simple ZIOAppDefault ZIOApp TaskApp ResourceApp Forever CommandIOApp TwitterServer HttpServer
    LagomApplicationLoader ApplicationLoader MainRoutes Main ServerApp StreamApp CatsApp HttpServerApp""".split()
)
_SERVERS = (
    ("spring-boot", ("org.springframework.boot",)),
    ("akka-http", ("akka.http.scaladsl", "akka.http.javadsl")),
    ("pekko-http", ("org.apache.pekko.http",)),
    ("http4s", ("org.http4s",)),
    ("play", ("play.",)),
    ("zio-http", ("zio.http", "zhttp")),
    ("finatra", ("com.twitter",)),
    ("akka", ("akka.actor", "akka.grpc", "akka.kafka")),
    ("pekko", ("org.apache.pekko",)),
    ("grpc", ("io.grpc",)),
)


def scala_facts(text: ScriptText) -> Iterator[Fact]:
    """The program that the file starts."""
    file = text.file
    declared = next((t for t in file.types if t.kind == "object" and _is_program(t)), None)
    main = next((f for f in file.functions if _is_main(f)), None)
    loader = next((t for t in file.types if t.kind == "class" and _is_loader(t)), None)
    line = declared.line if declared else main.line if main else loader.line if loader else 0
    if line:
        found = declared or (main.owner if main else loader)
        # A bare object's name, unlike a qualified one, would count as a name that the program goes by.
        name = found.qualified_name if found is not None and file.package else ""
        yield ApplicationDecl(file.span(line), "scala", _framework(file), name)


def _is_program(declared: TypeSyntax) -> bool:
    return any(base.partition("[")[0].partition("(")[0].rpartition(".")[2] in _APPLICATIONS for base in declared.bases)


def _is_loader(declared: TypeSyntax) -> bool:
    """Play's and Lagom's own way to start."""
    return any(base.rpartition(".")[2].endswith("ApplicationLoader") for base in declared.bases)


def _is_main(function: FunctionSyntax) -> bool:
    if function.name == "main" and function.owner is not None and function.owner.kind == "object":
        return list(function.parameters.values()) in (["Array[String]"], ["Array[ String ]"])
    return function.annotation("main") is not None


def _framework(file: SourceFile) -> str:
    return next((word for word, prefixes in _SERVERS if file.imports_any(prefixes)), "scala")
