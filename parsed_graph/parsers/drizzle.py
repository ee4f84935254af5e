"""Drizzle ORM: table definitions are entities, `drizzle(url)` is a database use."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, TableDecl, Text, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, literal_text, object_entries, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("drizzle-orm", "drizzle-kit")
_TABLES = ("pgTable", "mysqlTable", "sqliteTable")


def _table(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    name = literal_text(call.argument(position=0), file)
    if name and len(call.arguments) >= 2:
        span = file.span(call.line)
        yield TableDecl(name, span)
        yield EntityDecl(name, span, "sql", table=name)
        yield RepositoryDecl(f"{file.package}.{name}", name, span, "drizzle", name)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    connection = entry_of(first, file, "connection", "dbCredentials")
    target = entry_of(connection, file, "connectionString", "url", "uri") or connection
    addresses: list[Text] = texts(target, call, file) if object_entries(first, file) else texts(first, call, file)
    found = [text for text in addresses if text and not _is_open(text)]
    if found:
        yield from connections(found, file, call.line, capability="database", function=call.caller)


def _is_open(text: Text) -> bool:
    """Whether a client object was passed, not an address."""
    return all(isinstance(part, Unknown) for part in text)


FRAMEWORK = Framework(
    "drizzle",
    languages=SCRIPTS,
    calls=(
        CallRule(_TABLES, _table, imports=_PACKAGES),
        CallRule(("drizzle", "defineConfig"), _connected, imports=_PACKAGES),
    ),
)
