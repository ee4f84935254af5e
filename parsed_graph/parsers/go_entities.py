"""Persistent structs of Go: gorm models and ent schemas are EntityDecls, and so are structs with a Mongo `_id`.

https://gorm.io/docs/models.html, https://entgo.io/docs/schema-def
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact
from parsed_graph.framework import Framework
from parsed_graph.syntax.go_grammar import returned
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax

_MARKS = (b"gorm", b"ent.Schema", b"_id")
_GORM_TAG = re.compile(r'gorm:"')
_MONGO_TAG = re.compile(r'bson:"_id')
_TABLE = re.compile(r"^\W*\"([\w.]+)\"\W*$")


def _entities(file: SourceFile) -> Iterator[Fact]:
    if not any(mark in file.source for mark in _MARKS):
        return
    for declared in file.types:
        store = _store(declared, file) if declared.kind == "struct" and declared.node is not None else ""
        if store:
            yield EntityDecl(declared.qualified_name, file.span(declared.line), store, table=_table(declared, file))


def _store(declared: TypeSyntax, file: SourceFile) -> str:
    if "gorm.Model" in declared.bases:
        return "gorm"
    if "ent.Schema" in declared.bases:
        return "ent"
    text = file.text(declared.node)
    if _GORM_TAG.search(text):
        return "gorm"
    return "mongo" if _MONGO_TAG.search(text) else ""


def _table(declared: TypeSyntax, file: SourceFile) -> str:
    """What `func (Order) TableName() string { return "orders" }` gives."""
    for function in file.functions:
        if function.owner is declared and function.name == "TableName":
            for node in returned(function.node):
                match = _TABLE.match(file.text(node))
                if match:
                    return match.group(1)
    return ""


FRAMEWORK = Framework("go_entities", ("go",), files=(_entities,))
