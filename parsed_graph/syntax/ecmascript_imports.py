"""Imports of JavaScript and TypeScript, ES modules and `require`: what each local name stands for."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Import, SourceSpan
from parsed_graph.syntax.ecmascript_libraries import LIBRARY_SCOPES
from parsed_graph.syntax.module_names import module_name, resolve_path


class Imports:
    """The imports of one file.

    `names`: local name to qualified name; a default import of a file of the estate ends in `.default`, one of a library is
    the library. `imported`: modules and names as written. `modules`: what `names` may stand for as a whole module.
    `foreign`: modules of no estate. `lines`: where each module is imported; `exported`: those whose names are all offered again.
    """

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self._known: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.imported: set[str] = set()
        self.modules: set[str] = set()
        self.foreign: set[str] = set()
        self.lines: dict[str, int] = {}
        self.exported: set[str] = set()
        self._members: dict[str, set[str]] = {}

    def facts(self, path: str, language: str) -> Iterator[Import]:
        """The modules that may be of the estate, in the order of the file."""
        for specifier, line in self.lines.items():
            module = self.module(specifier)
            if specifier and module not in self.foreign:
                names = tuple(sorted(self._members.get(specifier, ())))
                yield Import(specifier, SourceSpan(path, line), language, module, names, specifier in self.exported)

    def run(self, specifier: str) -> None:
        """`import "specifier"`: all of it, for what it does."""
        self.module(specifier)
        self._members.setdefault(specifier, set()).add("*")

    def module(self, specifier: str) -> str:
        """The qualified name of a module: a path in this repository, or the package as written."""
        known = self._known.get(specifier)
        if known is not None:
            return known
        self.imported.add(specifier)
        qualified = self._own(specifier)
        if qualified is None:
            qualified = specifier.removeprefix("node:")
            if not _may_be_own(specifier):
                self.foreign.add(qualified)
        self.modules.add(qualified)
        self._known[specifier] = qualified
        return qualified

    def add_default(self, name: str, specifier: str) -> None:
        """`import name from "specifier"`."""
        qualified = self.module(specifier)
        self._members.setdefault(specifier, set()).add("default")
        self.names[name] = qualified if qualified in self.foreign else f"{qualified}.default"

    def add_whole(self, name: str, specifier: str) -> None:
        """`import * as name`, `const name = require("specifier")`."""
        self.names[name] = self.module(specifier)
        self._members.setdefault(specifier, set()).add("*")

    def add_member(self, name: str, specifier: str, member: str) -> None:
        """`import { member as name }`."""
        if member == "default":
            self.add_default(name, specifier)
            return
        self.names[name] = f"{self.module(specifier)}.{member}"
        self._members.setdefault(specifier, set()).add(member.partition(".")[0])
        self.imported.add(f"{specifier}.{member}")

    def _own(self, specifier: str) -> str | None:
        if specifier.startswith("."):
            return resolve_path(self.directory, specifier) or ""
        folders = self.directory.split("/") if self.directory else []
        if specifier.startswith(("@/", "~/", "#/")):
            return self._aliased(specifier[2:], folders)
        if specifier.startswith(("src/", "app/")) and specifier.partition("/")[0] in folders:
            return ".".join([*_above(folders, specifier.partition("/")[0]), module_name(specifier)])
        if specifier.startswith("src/"):
            return module_name(specifier)
        return self._guessed(specifier, folders) if _is_workspace(specifier) else None

    def _guessed(self, specifier: str, folders: list[str]) -> str | None:
        """`@app/orders/events` is a library of a Nest workspace; other aliases with a longer path mostly name the project's sources."""
        scope, _, rest = specifier.partition("/")
        library, _, inner = rest.partition("/")
        if scope == "@app" and ("apps" in folders or "libs" in folders):
            above = _above(folders, "apps" if "apps" in folders else "libs")
            return ".".join([*above, "libs", library, "src", *([module_name(inner)] if inner else [])])
        if inner and "src" in folders:
            return ".".join([*_above(folders, "src"), "src", module_name(rest)])
        return None

    def _aliased(self, rest: str, folders: list[str]) -> str:
        """By convention `@` is the project's `src` folder."""
        if "src" not in folders:
            return f"@.{module_name(rest)}"
        above = _above(folders, "src")
        return ".".join([*above, module_name(rest)] if rest.startswith("src/") else [*above, "src", module_name(rest)])


def read_import(node: Node, source: bytes, imports: Imports) -> None:
    """Adds the names of an `import` statement."""
    specifier = string_text(node.child_by_field_name("source"), source)
    line = node.start_point[0] + 1
    is_type = any(child.type == "type" for child in node.children)
    for clause in node.named_children:
        if clause.type == "import_require_clause":
            written = string_text(clause.child_by_field_name("source"), source)
            imports.lines.setdefault(written, line)
            imports.add_whole(_text(clause.named_children[0], source), written)
        elif clause.type == "import_clause":
            for part in clause.named_children:
                _read_clause(part, specifier, source, imports)
    if specifier:
        imports.module(specifier)
        if not is_type:  # A type is gone when the program runs.
            imports.lines.setdefault(specifier, line)
        if not any(clause.type == "import_clause" for clause in node.named_children):
            imports.run(specifier)


def _read_clause(part: Node, specifier: str, source: bytes, imports: Imports) -> None:
    if part.type == "identifier":
        imports.add_default(_text(part, source), specifier)
    elif part.type == "namespace_import":
        imports.add_whole(_text(part.named_children[0], source), specifier)
    elif part.type == "named_imports":
        for item in part.named_children:
            name, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
            if name is not None:
                imports.add_member(_text(alias or name, source), specifier, _text(name, source).strip("\"'"))


def required(node: Node | None, source: bytes) -> tuple[str, list[str]] | None:
    """`require("x").y.z` and `await import("x")` as ("x", ["y", "z"]); None for anything else."""
    members: list[str] = []
    for _ in range(6):
        if node is None:
            return None
        if node.type == "member_expression":
            members.append(_text(node.child_by_field_name("property"), source))
            node = node.child_by_field_name("object")
        elif node.type in ("parenthesized_expression", "await_expression", "as_expression", "non_null_expression"):
            node = node.named_children[0] if node.named_child_count else None
        else:
            break
    if node is None or node.type != "call_expression":
        return None
    target, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if target is None or arguments is None or _text(target, source) not in ("require", "import"):
        return None
    first = arguments.named_children[0] if arguments.named_child_count else None
    specifier = string_text(first, source)
    return (specifier, members[::-1]) if specifier else None


def string_text(node: Node | None, source: bytes) -> str:
    """The content of a plain string literal, "" for anything else."""
    if node is None or node.type not in ("string", "template_string"):
        return ""
    return source[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace")


def _above(folders: list[str], name: str) -> list[str]:
    last = len(folders) - 1 - folders[::-1].index(name)
    return folders[:last]


_OWN_FOLDERS = ("apps", "libs", "packages", "shared", "common")


def _may_be_own(specifier: str) -> bool:
    """Whether a package may be the estate's own: one with a scope, an import of the package itself, a path from a base folder."""
    return specifier[:1] in "#~" or specifier.partition("/")[0] in _OWN_FOLDERS or _is_workspace(specifier)


def _is_workspace(specifier: str) -> bool:
    """Whether a package has a scope that is no library's."""
    return specifier.startswith("@") and specifier.partition("/")[0] not in LIBRARY_SCOPES


def _text(node: Node | None, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""
