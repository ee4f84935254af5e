"""HOCON, as far as configuration files use it: nested and dotted keys, `=` or `:`, substitutions, lists of scalars.

`${?NAME}` and `${NAME}` become `${NAME}`; a later optional substitution keeps the earlier value as its default.
Specification: https://github.com/lightbend/config/blob/main/HOCON.md. Includes and concatenated objects are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from parsed_graph.syntax.unclosed import layout

_TOKEN = re.compile(
    r'(?P<comment>(?:#|//)[^\n]*)|(?P<string>"""(?:.*?)(?:"""|\Z)|"(?:\\.|[^"\\\n])*"?)|(?P<mark>[{}\[\],\n]|\+?=|:)'
    r"|(?P<reference>\$\{\??[^}\n]*\}?)|(?P<space>[ \t]+)|(?P<word>(?:(?!//)[^\s\"{}\[\],=:#$])+)|.",
    re.S,
)
MAX_DEPTH = 60
LAYOUT = layout(
    code=r"""(?:\#|//)[^\n]* | (?P<text>\"{3}) | (?P<string>") | (?P<reference>\$\{) | (?P<open>[{\[]) | (?P<close>[}\]])""",
    text=r"""(?P<close>"{3,})""",
    string=r"""\\. | (?P<close>") | (?P<broken>\n)""",
    reference=r"""(?P<close>\}) | (?P<broken>\n)""",
)


def hocon_entries(text: str) -> Iterator[tuple[str, str, int]]:
    """(dotted key, value, line) of every leaf in file order; items of lists are `key[0]`."""
    reader, line = _Reader(), 1
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind == "mark" and token in "{}[],\n":
            yield from reader.delimit(token, line)
        elif kind == "mark" and not reader.in_value:
            reader.assign(line)
        elif kind == "string":
            reader.parts.append(token.strip('"'))
        elif kind == "reference":
            reader.parts.append("${" + token.strip("${}?") + "}")
        elif kind in ("word", "space", "mark"):
            reader.parts.append(token)
        line += token.count("\n")
    yield from reader.delimit("\n", line)


@dataclass(slots=True)
class _Reader:
    """Where we are: the objects around, the key whose value is being read, and the list item (-1 outside of lists)."""

    path: list[str] = field(default_factory=list)
    outer: list[tuple[int, str, int]] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    key: str = ""
    key_line: int = 1
    item: int = -1
    in_value: bool = False

    def assign(self, line: int) -> None:
        """`=` or `:` after a key."""
        self.key, self.parts, self.in_value, self.key_line = "".join(self.parts).strip(), [], True, line

    def delimit(self, mark: str, line: int) -> Iterator[tuple[str, str, int]]:
        """A bracket, comma or line end: closes the value before it."""
        value = "".join(self.parts).strip()
        if self.in_value and value and mark in ",}]\n":
            yield self._leaf(value, line)
        if mark == "{":
            self._open(value)
        elif mark == "}":
            self._close()
        elif mark == "[" and self.in_value:
            self.item = 0
        elif mark == "]":
            self.item, self.in_value = -1, False
        elif self.item < 0 and (value or mark == ","):
            self.in_value = False
        self.parts = []

    def _leaf(self, value: str, line: int) -> tuple[str, str, int]:
        name = ".".join([*self.path, self.key]) + (f"[{self.item}]" if self.item >= 0 else "")
        at = self.key_line if self.item < 0 else line
        before, self.known[name] = self.known.get(name), value
        self.item += self.item >= 0
        return name, _optional(value, before), at

    def _open(self, bare_key: str) -> None:
        name = self.key if self.in_value else bare_key
        if len(self.outer) < MAX_DEPTH:
            self.outer.append((len(self.path), self.key, self.item))
            self.path += [f"{name}[{self.item}]" if self.item >= 0 else name] if name else []
        self.key, self.in_value, self.item = "", False, -1

    def _close(self) -> None:
        self.in_value, self.item = False, -1
        if self.outer:
            length, key, item = self.outer.pop()
            del self.path[length:]
            if item >= 0:
                self.key, self.item, self.in_value = key, item + 1, True


def _optional(value: str, before: str | None) -> str:
    """`host = a` and then `host = ${?HOST}` is `${HOST:a}`."""
    match = re.fullmatch(r"\$\{(\w+)\}", value)
    return f"${{{match[1]}:{before}}}" if match and before is not None and "${" not in before else value
