"""Entities of PHP: Doctrine's by attribute or comment, Eloquent's models with their tables, Doctrine's MongoDB documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl
from parsed_graph.framework import Framework, TypeRule
from parsed_graph.rules.php_docblock import doc_annotations
from parsed_graph.rules.script_arguments import literal_text
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax

_MARKS = {"Entity": "sql", "Document": "mongo"}
_FIELD = rb"\$%s\s*=\s*['\"]([\w.-]+)['\"]"
_MODEL_BASES = ("Model", "Authenticatable", "Pivot", "MongoModel", "Eloquent")


def _doctrine(file: SourceFile) -> Iterator[Fact]:
    r"""`#[ORM\Entity] #[ORM\Table(name: 'orders')]`, `@ORM\Entity @ORM\Table(name="orders")`."""
    if not file.imports_any(("Doctrine.",)):
        return
    for declared in file.types:
        mark = declared.annotation(*_MARKS)
        if mark is not None:
            table = declared.annotation("Table", "Document")
            name = literal_text(table.argument("name", "collection"), file) if table is not None else ""
            yield from _entity(declared, file, _MARKS[mark.name], name, mark.line)
            continue
        found = {a.name: a for a in doc_annotations(declared, file, "Entity", "Document", "Table")}
        store = next((_MARKS[name] for name in found if name in _MARKS), "")
        if store:
            name = next((n for a in found.values() if (n := a.first("name", "collection"))), "")
            yield from _entity(declared, file, store, name, declared.line)


def _model(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`class Order extends Model { protected $table = 'orders'; }`."""
    is_mongo = file.imports_any(("MongoDB.Laravel", "Jenssegers.Mongodb"))
    is_eloquent = is_mongo or file.imports_any(("Illuminate.Database.Eloquent", "Illuminate.Foundation.Auth"))
    is_in_models = "/Models/" in file.path or file.path.rpartition("/")[0].endswith("app/Models")
    if declared.kind == "class" and (is_eloquent or is_in_models):
        name = _field(declared, file, b"collection" if is_mongo else b"table") or _field(declared, file, b"table")
        yield from _entity(declared, file, "mongo" if is_mongo else "sql", name, declared.line)


def _field(declared: TypeSyntax, file: SourceFile, name: bytes) -> str:
    node = declared.node
    body = file.source[node.start_byte : node.end_byte] if node is not None else b""
    match = re.search(_FIELD % name, body)
    return match.group(1).decode() if match else ""


def _entity(declared: TypeSyntax, file: SourceFile, store: str, table: str, line: int) -> Iterator[Fact]:
    yield EntityDecl(declared.name, file.span(line), store, table=table)
    yield RepositoryDecl(declared.qualified_name, declared.name, file.span(line), store, table)


FRAMEWORK = Framework("php_entities", languages=("php",), types=(TypeRule(_MODEL_BASES, _model),), files=(_doctrine,))
