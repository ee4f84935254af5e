"""Entities of Rust: Diesel's structs by `table_name`, SeaORM's models, with their tables."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.syntax.rust_grammar import string_text
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

_READS = frozenset({"Queryable", "Selectable", "Identifiable", "QueryableByName"})


def _diesel(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`#[derive(Queryable)] #[diesel(table_name = orders)] struct Order`; what is only inserted is no entity."""
    declared = annotation.on_type
    if declared is None or annotation.on_field:
        return
    node = next((a.node for a in annotation.arguments if a.name == "table_name"), None)
    derived = [file.text(a.node) for each in declared.annotations if each.name == "derive" for a in each.arguments]
    if node is None or not _READS.intersection(derived):
        return
    table = string_text(node, file.source) or file.text(node).rpartition("::")[2]
    yield from _entity(declared.name, declared.qualified_name, table, annotation.line, file)


def _sea_orm(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`#[sea_orm(table_name = "orders")] struct Model` in `entity/orders.rs` is Orders."""
    declared = annotation.on_type
    node = next((a.node for a in annotation.arguments if a.name == "table_name"), None)
    if declared is None or annotation.on_field or node is None:
        return
    table = string_text(node, file.source) or ""
    module = file.package.rpartition(".")[2]
    name = "".join(word.capitalize() for word in module.split("_")) if declared.name == "Model" else declared.name
    yield from _entity(name, f"{file.package}.{declared.name}", table, annotation.line, file)


def _entity(name: str, qualified: str, table: str, line: int, file: SourceFile) -> Iterator[Fact]:
    yield EntityDecl(name, file.span(line), "sql", table=table)
    yield RepositoryDecl(qualified, name, file.span(line), "sql", table)


FRAMEWORK = Framework(
    "rust_entities",
    languages=("rust",),
    annotations=(AnnotationRule(("diesel", "table_name"), _diesel), AnnotationRule(("sea_orm",), _sea_orm)),
)
