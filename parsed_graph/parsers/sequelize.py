"""Sequelize, with its TypeScript decorators: connections are database uses, models are entities."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import PRODUCTS, connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, literal_text, object_entries, option, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("sequelize", "sequelize-typescript", "@nestjs/sequelize", "@sequelize")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new Sequelize(url)`, `new Sequelize(database, user, password, { host, dialect })`, `new Sequelize({ … })`."""
    dialect = literal_text(option(call, file, "dialect"), file)
    if dialect == "sqlite":
        return
    hosts = texts(option(call, file, "host"), call, file)
    addresses: list[Text] = list(host_and_port(hosts, texts(option(call, file, "port"), call, file)))
    first = call.argument(position=0)
    is_object = bool(object_entries(first, file))
    if not addresses and first is not None and not is_object and len(call.arguments) < 3:
        addresses = texts(first, call, file)
    name = literal_text(option(call, file, "database"), file) if is_object else ""
    if first is not None and len(call.arguments) >= 3:
        name = literal_text(first, file)
    yield from connections(
        addresses,
        file,
        call.line,
        product=PRODUCTS.get(dialect, ""),
        capability="database",
        database=name,
        function=call.caller,
    )


def _defined(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sequelize.define("order", { … }, { tableName })`."""
    name = literal_text(call.argument(position=0), file)
    is_sequelize = call.receiver is not None and "sequelize" in file.text(call.receiver).lower()
    if name and is_sequelize and len(call.arguments) >= 2:
        yield from _model(
            name, literal_text(entry_of(call.argument(position=2), file, "tableName"), file), call.line, file
        )


def _initialised(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Order.init({ … }, { sequelize, modelName, tableName })`."""
    options = call.argument(position=1)
    if call.receiver is None or entry_of(options, file, "sequelize", "modelName", "tableName") is None:
        return
    receiver = file.text(call.receiver)
    name = receiver if receiver[:1].isupper() else literal_text(entry_of(options, file, "modelName"), file)
    if name:
        yield from _model(name, literal_text(entry_of(options, file, "tableName"), file), call.line, file)


def _table(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    declared = annotation.on_type
    if declared is not None and annotation.on_function is None and not annotation.on_field:
        table = literal_text(entry_of(annotation.argument(position=0), file, "tableName"), file)
        yield from _model(declared.name, table, annotation.line, file)


def _model(name: str, table: str, line: int, file: SourceFile) -> Iterator[Fact]:
    yield EntityDecl(name, file.span(line), "sql", table=table)
    yield RepositoryDecl(f"{file.package}.{name}", name, file.span(line), "sequelize", table)


FRAMEWORK = Framework(
    "sequelize",
    languages=SCRIPTS,
    annotations=(AnnotationRule(("Table",), _table, imports=("sequelize-typescript",)),),
    calls=(
        CallRule(("Sequelize",), _connected, imports=_PACKAGES),
        CallRule(("forRoot",), _connected, types=("SequelizeModule",), imports=_PACKAGES),
        # A model's module gets the connection as a parameter: `(sequelize, DataTypes) => sequelize.define(…)`.
        CallRule(("define",), _defined),
        CallRule(("init",), _initialised, imports=_PACKAGES),
    ),
)
