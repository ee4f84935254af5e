"""SQLAlchemy and SQLModel: engines are database uses, mapped classes and tables are entities."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, TableDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import PRODUCTS, connections, host_and_port
from parsed_graph.rules.python_class_body import assigned_in
from parsed_graph.rules.script_arguments import literal_text, option, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_PACKAGES = ("sqlalchemy", "sqlmodel", "flask_sqlalchemy", "databases", "asyncpg")
_BASES = frozenset({"Base", "DeclarativeBase", "Model", "SQLModel"})
_SCHEMAS = ("sqlalchemy", "sqlmodel", "flask_sqlalchemy")


def _engine(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    target = call.argument("url", "name_or_url", position=0)
    made = file.origin(target)
    if made is not None and made.name in ("create", "URL") and made.argument("host") is not None:
        product = PRODUCTS.get(literal_text(made.argument("drivername", position=0), file).partition("+")[0], "")
        hosts = texts(made.argument("host"), made, file)
        address = host_and_port(hosts, texts(option(made, file, "port"), made, file))
        name = literal_text(option(made, file, "database"), file)
        yield from connections(
            address, file, call.line, function=call.caller, product=product, capability="database", database=name
        )
        return
    yield from connections(texts(target, call, file), file, call.line, function=call.caller, capability="database")


def _models(file: SourceFile) -> Iterator[Fact]:
    if not file.imports_any(_SCHEMAS) and not any(base.endswith("db.Model") for t in file.types for base in t.bases):
        return
    for declared in file.types:
        table = _table_name(declared, file)
        if not table and not _is_mapped(declared, file):
            continue
        yield EntityDecl(declared.name, file.span(declared.line), "sql", table=table)
        yield RepositoryDecl(declared.qualified_name, declared.name, file.span(declared.line), "sqlalchemy", table)


def _table_name(declared: TypeSyntax, file: SourceFile) -> str:
    return literal_text(assigned_in(declared, file).get("__tablename__"), file)


def _is_mapped(declared: TypeSyntax, file: SourceFile) -> bool:
    """A class without a table name of its own: it has columns, or says `table=True`."""
    if not any(base.rpartition(".")[2] in _BASES for base in declared.bases):
        return False
    header = file.text(declared.node).partition(":\n")[0] if declared.node is not None else ""
    is_table = "table=True" in header.replace(" ", "")
    return is_table or any(call.owner is declared and call.name in ("Column", "mapped_column") for call in file.calls)


def _table(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Table("orders", metadata, Column(…))` outside of a model."""
    name = literal_text(call.argument("name", position=0), file)
    has_columns = any(
        file.text(a.node).startswith(("Column(", "db.Column(", "sa.Column(", "sqlalchemy.Column("))
        for a in call.arguments
    )
    if name and has_columns:
        yield TableDecl(name, file.span(call.line))
        yield EntityDecl(name, file.span(call.line), "sql", table=name)


FRAMEWORK = Framework(
    "sqlalchemy",
    languages=("python",),
    calls=(
        CallRule(("create_engine", "create_async_engine"), _engine, imports=_PACKAGES),
        CallRule(("Database",), _engine, imports=("databases",)),
        CallRule(("Table",), _table, imports=_SCHEMAS),
    ),
    files=(_models,),
)
