"""Entity Framework Core: DbSet properties of a DbContext are entities and their repository; migrations change tables; UseNpgsql and its like are uses.

https://learn.microsoft.com/ef/core/
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, TableDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, is_lambda
from parsed_graph.rules.script_arguments import literal_text
from parsed_graph.syntax.csharp_grammar import type_arguments, type_name
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_PROVIDERS = {
    "UseNpgsql": "postgres",
    "UseSqlServer": "sqlserver",
    "UseAzureSql": "sqlserver",
    "UseMySql": "mysql",
    "UseMySQL": "mysql",
    "UseOracle": "oracle",
    "UseCosmos": "cosmosdb",
    "UseMongoDB": "mongo",
    "UseFirebird": "firebird",
}
_CONTEXT = re.compile(r"(DbContext|IdentityDbContext|DbContextBase)$|^DbContext")
_OPERATIONS = {
    "CreateTable": "create",
    "DropTable": "drop",
    "AddColumn": "alter",
    "DropColumn": "alter",
    "RenameTable": "alter",
}
_STORE = "ef-core"


def _contexts(file: SourceFile) -> Iterator[Fact]:
    for declared in file.types:
        if any(_CONTEXT.search(type_name(base)) for base in declared.bases):
            yield from _entities(declared, file)
        for base in declared.bases:
            if type_name(base) == "IEntityTypeConfiguration" and type_arguments(base):
                yield from _configured(declared, type_arguments(base)[0], file)


def _entities(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    tables = _tables(file)
    for name, written in declared.fields.items():
        if type_name(written) == "DbSet" and type_arguments(written):
            entity = type_name(type_arguments(written)[0])
            table = tables.get(entity, "")
            yield EntityDecl(entity, file.span(declared.line), _STORE, table=table)
            yield RepositoryDecl(f"{declared.qualified_name}.{name}", entity, file.span(declared.line), _STORE, table)


def _tables(file: SourceFile) -> dict[str, str]:
    """`modelBuilder.Entity<Order>().ToTable("orders")`, also inside `Entity<Order>(b => b.ToTable("orders"))`."""
    index = call_index(file)
    found: dict[str, str] = {}
    for call in index.named("ToTable"):
        table = literal_text(call.argument("name", position=0), file)
        links = [link for link in index.receivers(call) if link.name == "Entity" and link.type_arguments]
        around = [
            e
            for e in index.named("Entity")
            if e.type_arguments and e.node.start_byte <= call.node.start_byte < e.node.end_byte
        ]
        made = file.origin(call.receiver)
        links += around or ([made] if made is not None and made.name == "Entity" and made.type_arguments else [])
        if table and links:
            found[type_name(links[0].type_arguments[0])] = table
    return found


def _configured(declared: TypeSyntax, entity: str, file: SourceFile) -> Iterator[Fact]:
    """A configuration class that names the table of its entity."""
    for call in call_index(file).named("ToTable"):
        table = literal_text(call.argument("name", position=0), file)
        if call.owner is declared and table and len(call_index(file).receivers(call)) == 1:
            yield EntityDecl(type_name(entity), file.span(call.line), _STORE, table=table)


def _provider(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`options.UseNpgsql(configuration.GetConnectionString("Orders"))`; without a connection string it only configures."""
    node = call.argument("connectionString", position=0)
    if node is None or is_lambda(node) or (call.owner is not None and _is_design_time(call.owner)):
        return
    found = [address for text in addresses(node, call, file) if (address := connection_address(text))]
    database = (
        literal_text(call.argument("databaseName", position=1), file)
        if call.name in ("UseCosmos", "UseMongoDB")
        else ""
    )
    yield from connections(
        found, file, call.line, product=_PROVIDERS[call.name], database=database, function=call.caller
    )


def _is_design_time(owner: TypeSyntax) -> bool:
    return any(type_name(base) == "IDesignTimeDbContextFactory" for base in owner.bases)


def _migrated(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """What a migration's Up does to tables; Down undoes it."""
    if call.function is None or call.function.name != "Up" or call.receiver is None:
        return
    position = 0 if call.name.endswith("Table") else None
    table = literal_text(call.argument("table" if position is None else "name", position=position), file)
    schema = literal_text(call.argument("schema"), file)
    if table:
        yield TableDecl(f"{schema}.{table}" if schema else table, file.span(call.line), _OPERATIONS[call.name])


FRAMEWORK = Framework(
    "ef_core",
    ("csharp",),
    calls=(CallRule(tuple(_PROVIDERS), _provider), CallRule(tuple(_OPERATIONS), _migrated)),
    files=(_contexts,),
)
