"""Alembic and Django migrations: created, renamed and dropped tables."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, TableDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import literal_text
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_OPERATIONS = {"create_table": "create", "drop_table": "drop", "add_column": "alter", "rename_table": "alter"}


def _operation(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """What `upgrade` does; `downgrade` takes it back."""
    if call.function is not None and call.function.name == "downgrade":
        return
    name = literal_text(call.argument("table_name", "name", position=0), file)
    if name:
        yield TableDecl(name, file.span(call.line), _OPERATIONS[call.name])


FRAMEWORK = Framework(
    "alembic",
    languages=("python",),
    calls=(CallRule(tuple(_OPERATIONS), _operation, types=("op", "Operations", "batch_op"), imports=("alembic",)),),
)
