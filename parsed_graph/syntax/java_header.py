"""The header of a Java file: its package and imports. Read by pattern, so that tree-sitter need only parse what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Range

from parsed_graph.syntax.jvm_libraries import is_library

_HEADER = re.compile(
    rb"""(?: \s++ | ; | //[^\n]*+ | /\*.*?\*/ | import\b[^;{}"]*+;
      | (?:@[\w.]+\s*(?:\([^()]*\)\s*)?)*+ package\b[^;{}"]*+; )*+""",
    re.DOTALL | re.VERBOSE,
)
_STATEMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\b(package|import)\s+(static\s+)?([^;]*);", re.DOTALL)
_LAST_BYTE = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class JavaHeader:
    """What a file imports: by local name; all of it (wildcards as their package); packages and types imported whole.

    `end` is the byte at which the declarations begin.
    """

    end: int
    package: str
    names: dict[str, str]
    all: frozenset[str]
    wildcards: tuple[str, ...]
    static_wildcards: tuple[str, ...]


def read_header(source: bytes) -> JavaHeader:
    """Package and imports. Library packages imported whole are in `all` alone: nothing of an estate is found in them."""
    matched = _HEADER.match(source)
    end = matched.end() if matched is not None else 0
    package = ""
    names: dict[str, str] = {}
    imported: list[str] = []
    wildcards: list[str] = []
    static_wildcards: list[str] = []
    for word, static, path in _STATEMENT.findall(source[:end].decode("utf-8", "replace")):
        name = path if " " not in path and "\n" not in path else "".join(path.split())
        if word == "import":
            if name[-2:] != ".*":
                names[name[name.rfind(".") + 1 :]] = name
            else:
                is_known, name = is_library(name), name[:-2]
                if static:
                    static_wildcards.append(name)
                elif not is_known:
                    wildcards.append(name)
            imported.append(name)
        elif word:
            package = name
    return JavaHeader(end, package, names, frozenset(imported), tuple(wildcards), tuple(static_wildcards))


def body_range(source: bytes, start: int) -> Range:
    """Everything from a byte on, for `Parser.included_ranges`: offsets and lines stay those of the file."""
    row, column = source.count(b"\n", 0, start), start - source.rfind(b"\n", 0, start) - 1
    return Range((row, column), (_LAST_BYTE, _LAST_BYTE), start, _LAST_BYTE)
