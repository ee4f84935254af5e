"""TypeORM and MikroORM: data sources are database uses, entity classes are entities."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import PRODUCTS, connections, host_and_port
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.script_arguments import entry_of, literal_text, object_entries, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("typeorm", "@nestjs/typeorm", "@mikro-orm")
_KEYS = frozenset({"type", "host", "url", "clientUrl", "port", "database", "dbName", "username"})


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new DataSource({ … })`, `TypeOrmModule.forRoot({ … })`, and what `useFactory` of `forRootAsync` returns."""
    for argument in call.arguments[:2]:
        for node in objects_in(file.value(argument.node)):
            found = object_entries(node, file)
            if len(_KEYS & found.keys()) >= 2 or "url" in found:
                yield from _database(node, call, file)
                return


def _database(options: Node, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = literal_text(entry_of(options, file, "type"), file)
    product = PRODUCTS.get(kind, "")
    if kind in ("sqlite", "better-sqlite3", "sqljs", "expo"):
        return
    name = literal_text(entry_of(options, file, "database", "dbName"), file)
    yield from connections(
        _addresses(options, call, file),
        file,
        call.line,
        product=product,
        capability="database",
        database=name,
        function=call.caller,
    )


def _addresses(options: Node, call: CallSyntax, file: SourceFile) -> list[Text]:
    url = entry_of(options, file, "url", "clientUrl")
    if url is not None:
        return texts(url, call, file)
    hosts = texts(entry_of(options, file, "host"), call, file)
    return list(host_and_port(hosts, texts(entry_of(options, file, "port"), call, file)))


def _entity(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    declared = annotation.on_type
    if declared is None or annotation.on_field or annotation.on_function is not None:
        return
    given = annotation.argument(position=0)
    table = literal_text(entry_of(given, file, "name", "tableName", "collection"), file) or literal_text(given, file)
    store = "mongo" if any(a.name in ("ObjectIdColumn", "SerializedPrimaryKey") for a in file.annotations) else "sql"
    yield EntityDecl(declared.name, file.span(annotation.line), store, table=table)
    yield RepositoryDecl(declared.qualified_name, declared.name, file.span(annotation.line), "typeorm", table)


FRAMEWORK = Framework(
    "typeorm",
    languages=SCRIPTS,
    annotations=(AnnotationRule(("Entity", "ViewEntity"), _entity, imports=_PACKAGES),),
    calls=(
        CallRule(
            ("DataSource", "createConnection", "createConnections", "init", "defineConfig"),
            _connected,
            types=("DataSource", "", "typeorm", "MikroORM"),
            imports=_PACKAGES,
        ),
        CallRule(("forRoot", "forRootAsync"), _connected, types=("TypeOrmModule", "MikroOrmModule"), imports=_PACKAGES),
    ),
)
