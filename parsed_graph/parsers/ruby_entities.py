"""Entities of Ruby: Active Record models with their tables, Mongoid documents, Sequel models; tables that migrations create."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, EntityDecl, Fact, Literal, RepositoryDecl, TableDecl
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.script_arguments import literal_text
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_MIGRATION = re.compile(r"(?:^|/)db/(?:migrate/.*|schema)\.rb$")
_TABLES = {"create_table": "create", "drop_table": "drop", "change_table": "alter", "add_column": "alter"}


def _model(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`class Order < ApplicationRecord; self.table_name = "shop_orders"`."""
    if declared.name in ("ApplicationRecord", "ApplicationModel") or _is_abstract(declared, file):
        return
    is_base = any(base.lstrip(":") in ("ApplicationRecord", "ActiveRecord::Base") for base in declared.bases)
    is_sequel = any(base.lstrip(":").startswith("Sequel::Model") for base in declared.bases)
    if not (is_base or is_sequel):
        return
    table = next(
        (
            fact
            for fact in file.facts
            if isinstance(fact, ConstDecl) and fact.name == f"{declared.qualified_name}.table_name"
        ),
        None,
    )
    part = table.value[0] if table is not None and len(table.value) == 1 else None
    yield from _entity(declared, file, "sql", part.text if isinstance(part, Literal) else "")


def _is_abstract(declared: TypeSyntax, file: SourceFile) -> bool:
    node = declared.node
    return node is not None and b"self.abstract_class = true" in file.source[node.start_byte : node.end_byte]


def _document(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`include Mongoid::Document`, `store_in collection: "orders"`."""
    if not any(base.lstrip(":") == "Mongoid::Document" for base in declared.bases):
        return
    stored = next((c for c in file.calls if c.name == "store_in" and c.owner is declared), None)
    embedded = any(c.name == "embedded_in" and c.owner is declared for c in file.calls)
    if embedded:
        yield EntityDecl(declared.name, file.span(declared.line), "mongo", "value")
        return
    yield from _entity(declared, file, "mongo", literal_text(stored.argument("collection"), file) if stored else "")


def _entity(declared: TypeSyntax, file: SourceFile, store: str, table: str) -> Iterator[Fact]:
    yield EntityDecl(declared.name, file.span(declared.line), store, table=table)
    yield RepositoryDecl(declared.qualified_name, declared.name, file.span(declared.line), store, table)


def _table(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    name = literal_text(call.argument(position=0), file)
    is_down = call.function is not None and call.function.name in ("down", "self.down")
    if name and _MIGRATION.search(file.path) and not is_down:
        yield TableDecl(name, file.span(call.line), _TABLES[call.name])


FRAMEWORK = Framework(
    "ruby_entities",
    languages=("ruby",),
    calls=(CallRule(tuple(_TABLES), _table),),
    types=(TypeRule(("ApplicationRecord", "Base", "Model"), _model), TypeRule(("Document",), _document)),
)
