"""Rust's paths as qualified names: the folder of the crate, then modules and item.

`crate::clients::stock::load` in `services/orders/src/main.rs` is `services.orders.clients.stock.load`, where
`src/clients/stock.rs` declares it. https://doc.rust-lang.org/reference/paths.html
"""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.typed_scope import member_name

_OWN_FILES = frozenset({"main.rs", "lib.rs", "mod.rs"})
_HEADS = frozenset({"crate", "self", "super"})
_GENERIC = re.compile(
    r"::<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>|<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>"
)


def module_of(path: str) -> tuple[str, str]:
    """(crate, module) of a file: of `orders/src/clients/stock.rs` (`orders`, `orders.clients.stock`)."""
    folders, _, name = path.rpartition("/")
    parts = [part for part in folders.split("/") if part]
    cut = len(parts) - 1 - parts[::-1].index("src") if "src" in parts else len(parts)
    inner = parts[cut + 1 :] if cut < len(parts) else []
    if name not in _OWN_FILES:
        inner = [*inner, name.removesuffix(".rs")]
    crate = ".".join(parts[:cut])
    return crate, ".".join(part for part in (crate, *inner) if part)


class PathNames(dict[str, str]):
    """Imported names; a path that is asked for is resolved by its first segment."""

    def __init__(self, crate: str, module: str) -> None:
        super().__init__()
        self.crate, self.module = crate, module
        self.imported: set[str] = set()
        self.wildcards: list[str] = []

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]  # no other default is asked for
        """What a name or path stands for."""
        found = super().get(name)
        if found is not None or "::" not in name:
            return found if found is not None else default
        resolved = self[name] = self.resolve(name)
        return resolved

    def resolve(self, path: str) -> str:
        """The qualified name of a path; its first segment is a keyword, an import, a module of this one or a crate."""
        steps = [step for step in _GENERIC.sub("", path).split("::") if step]
        if not steps:
            return ""
        head = steps[0]
        if head not in _HEADS:
            start = super().get(head)
            return ".".join([start, *steps[1:]]) if start else ".".join(steps)
        base = self.crate if head == "crate" else self.module
        rest = steps[1:] if head != "super" else steps
        while rest and rest[0] == "super":
            base = base.rpartition(".")[0]
            rest = rest[1:]
        return ".".join(part for part in (base, *rest) if part)

    def add(self, path: str, alias: str = "") -> None:
        """One name of a `use` declaration, or a module of this one."""
        qualified = self.resolve(path)
        self.imported.add(qualified)
        self[alias or path.rpartition("::")[2]] = qualified

    def add_module(self, name: str) -> None:
        """`mod quote;`."""
        self[name] = member_name(self.module, name)


def read_use(node: Node, source: bytes, names: PathNames, prefix: str = "", depth: int = 0) -> None:
    """Adds the names of a `use` declaration's argument."""
    kind = node.type
    if depth > 12:
        return
    if kind == "scoped_use_list":
        path, listed = node.child_by_field_name("path"), node.child_by_field_name("list")
        inner = prefix + (_text(path, source) + "::" if path is not None else "")
        for child in listed.named_children if listed is not None else ():
            read_use(child, source, names, inner, depth + 1)
    elif kind == "use_list":
        for child in node.named_children:
            read_use(child, source, names, prefix, depth + 1)
    elif kind == "use_as_clause":
        names.add(
            prefix + _text(node.child_by_field_name("path"), source), _text(node.child_by_field_name("alias"), source)
        )
    elif kind == "use_wildcard":
        whole = prefix + _text(node, source).removesuffix("*")
        names.wildcards.append(names.resolve(whole.removesuffix("::")))
        names.imported.add(names.wildcards[-1])
    elif kind == "self" and prefix:
        names.add(prefix.removesuffix("::"))
    elif kind in ("identifier", "scoped_identifier"):
        names.add(prefix + _text(node, source))


def _text(node: Node | None, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""
