"""Python's imports: what each local name stands for, relative and neighbouring modules as their path in the repository."""

from __future__ import annotations

from collections.abc import Set

from tree_sitter import Node

from parsed_graph.syntax.module_names import resolve_path
from parsed_graph.syntax.python_libraries import LIBRARIES, STANDARD_LIBRARY


class Imports:
    """The imports of one file. `imported`: modules and names as written; `modules`: those that `names` may stand for as a
    whole; `foreign`: modules of no estate.
    """

    def __init__(self, directory: str, siblings: Set[str]) -> None:
        self.directory, self.siblings = directory, siblings
        self.names: dict[str, str] = {}
        self.imported: set[str] = set()
        self.modules: set[str] = set()
        self.foreign: set[str] = set()

    def resolve(self, module: str) -> str:
        """A module's qualified name in this repository, as far as the file's own place tells; else as written.

        Scripts import modules beside them, packages import from the folder that the package lies in.
        """
        top = module.partition(".")[0]
        if top in STANDARD_LIBRARY or top in LIBRARIES:
            self.foreign.add(top)
            return module
        folders = self.directory.split("/") if self.directory else []
        if f"{top}.py" in self.siblings or (top in self.siblings and top not in folders):
            return ".".join([*folders, module])
        if top in folders:
            last = len(folders) - 1 - folders[::-1].index(top)
            return ".".join([*folders[:last], module])
        return module


def read_import(node: Node, source: bytes, imports: Imports) -> None:
    """Adds the names of an `import` or `from … import` statement."""
    if node.type == "import_statement":
        for child in node.named_children:
            _read_module(child, source, imports)
        return
    module_node = node.child_by_field_name("module_name")
    if module_node is None:
        return
    written = _text(module_node, source)
    qualified = _relative(written, imports) if written.startswith(".") else imports.resolve(written)
    imports.imported.add(written)
    imports.modules.add(qualified)
    for child in node.children_by_field_name("name"):
        name_node = child.child_by_field_name("name") if child.type == "aliased_import" else child
        alias = child.child_by_field_name("alias") if child.type == "aliased_import" else child
        name = _text(name_node, source)
        target = f"{qualified}.{name}" if qualified else name
        imports.names[_text(alias, source)] = target
        imports.imported.add(f"{written}.{name}")


def _read_module(node: Node, source: bytes, imports: Imports) -> None:
    if node.type == "aliased_import":
        written = _text(node.child_by_field_name("name"), source)
        qualified = imports.resolve(written)
        imports.names[_text(node.child_by_field_name("alias"), source)] = qualified
    else:
        written = _text(node, source)
        qualified = imports.resolve(written)
        top = written.partition(".")[0]
        # `import a.b` binds `a`; uses spell out the rest.
        imports.names[top] = qualified[: len(qualified) - len(written)] + top
        imports.modules.add(imports.names[top])
    imports.imported.add(written)
    imports.modules.add(qualified)


def _relative(written: str, imports: Imports) -> str:
    rest = written.lstrip(".")
    steps = len(written) - len(rest)
    path = "/".join(["."] + [".."] * (steps - 1) + rest.split("."))
    return resolve_path(imports.directory, path) or rest


def _text(node: Node | None, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""
