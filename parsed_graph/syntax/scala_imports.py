"""Scala's names as qualified names: the package of a file, its imports, and what stands in the same package in another file."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.scala_grammar import text_in
from parsed_graph.syntax.typed_scope import member_name

STANDARD = frozenset(
    """String Int Long Double Float Boolean Short Byte Char Unit Any AnyRef Nothing Null Option Some None Either Left Right
    Try Success Failure Future Promise List Seq Set Map Vector Array Iterator Iterable Nil Range Throwable Exception
    RuntimeException IllegalArgumentException IllegalStateException Error Integer Object System Math Thread Runtime
    StringBuilder StringContext BigDecimal BigInt Tuple2 Function1 Ordering Numeric App Product Serializable Class Symbol
    Stream LazyList IndexedSeq Await Duration Predef Console Unit""".split()
)
"""Names that need no import."""


class ImportedNames(dict[str, str]):
    """Imported names. A type's name that no import gives is of the file's own package, or of the only package imported whole."""

    def __init__(self, package: str) -> None:
        super().__init__()
        self.package = package
        self.imported: set[str] = set()
        self.wildcards: list[str] = []

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]  # no other default is asked for
        """What a name stands for."""
        found = super().get(name)
        if found is not None or not name[:1].isupper() or name in STANDARD or not self.package:
            return found if found is not None else default
        return member_name(self.package, name)

    def add(self, qualified: str, alias: str = "") -> None:
        """One imported name; relative ones keep the package that they are seen from through their first word."""
        head, dot, rest = qualified.partition(".")
        seen = super().get(head)
        whole = f"{seen}{dot}{rest}" if seen and dot else qualified
        self.imported.add(whole)
        self[alias or whole.rpartition(".")[2]] = whole

    def add_all(self, package: str) -> None:
        """A wildcard import."""
        self.imported.add(package)
        self.wildcards.append(package)


def package_of(root: Node, source: bytes) -> str:
    """The package: `package com.shop` and then `package orders` is `com.shop.orders`."""
    parts: list[str] = []
    current: Node | None = root
    while current is not None:
        inner = None
        for child in current.named_children:
            if child.type == "package_clause":
                parts.append(text_in(child.child_by_field_name("name"), source))
                inner = child.child_by_field_name("body")
        current = inner if len(parts) < 10 else None
    return ".".join(parts)


def read_import(node: Node, source: bytes, names: ImportedNames) -> None:
    """`import a.b.C`, `a.b.{C, D => E, _}`, `a.b.*`, `a.{B as C}, d.E`."""
    path: list[str] = []
    for index, child in enumerate(node.children):
        if child.type == ",":
            _flush(path, names)
            path = []
        elif node.field_name_for_child(index) == "path" and child.is_named:
            path.append(text_in(child, source).strip("`"))
        elif child.type == "namespace_wildcard":
            names.add_all(".".join(path))
            path = []
        elif child.type == "namespace_selectors":
            _select(child, ".".join(path), source, names)
            path = []
        elif child.type.endswith("renamed_identifier"):
            _rename(child, ".".join(path), source, names)
            path = []
    _flush(path, names)


def _flush(path: list[str], names: ImportedNames) -> None:
    if len(path) > 1:
        names.add(".".join(path))


def _select(selectors: Node, package: str, source: bytes, names: ImportedNames) -> None:
    for child in selectors.named_children:
        if child.type == "namespace_wildcard":
            names.add_all(package)
        elif child.type.endswith("renamed_identifier"):
            _rename(child, package, source, names)
        elif child.type in ("identifier", "type_identifier", "operator_identifier"):
            names.add(f"{package}.{text_in(child, source).strip('`')}")


def _rename(node: Node, package: str, source: bytes, names: ImportedNames) -> None:
    name, alias = node.child_by_field_name("name"), text_in(node.child_by_field_name("alias"), source)
    if name is not None and alias not in ("", "_"):
        names.add(f"{package}.{text_in(name, source)}", alias)
