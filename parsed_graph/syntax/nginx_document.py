"""nginx configuration as directives, each with the blocks around it. http://nginx.org/en/docs/beginners_guide.html#conf_structure"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parsed_graph.syntax.unclosed import layout

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<string>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(?P<mark>[{};])|(?P<space>\s+)
    |(?P<word>(?:\\.|\$\{[^}\s]*\}?|[^\s{};"'\\])+)|.""",
    re.S | re.X,
)
MAX_DEPTH = 40
LAYOUT = layout(
    code=r"""\#[^\n]* | (?P<lua>\w+_by_lua_block\b[^;{}\n]{0,200}\{) | (?P<double>") | (?P<single>') | (?P<open>\{) | (?P<close>\})
        | (?:\\. | \$\{ | \{\d+(?:,\d*)?\} | [^\s;{}"'\\])(?:\\. | \$\{ | \{\d+(?:,\d*)?\} | [^\s;{\\])*+""",
    double=r"""\\. | (?P<close>")""",
    single=r"""\\. | (?P<close>')""",
    lua=r"""(?P<long>(?:--)?\[\[) | --[^\n]* | "(?:\\.|[^"\\\n])*+" | '(?:\\.|[^'\\\n])*+' | (?P<lua>\{) | (?P<close>\})""",
    long=r"(?P<close>\]\])",
)
"""As nginx's own lexer has it, `#` and quotes mean something only where a word may begin, and `}` too."""


@dataclass(frozen=True, slots=True, eq=False)
class Directive:
    """A directive; two are the same only if they stand at the same place."""

    name: str
    arguments: tuple[str, ...]
    line: int


def nginx_directives(text: str) -> Iterator[tuple[tuple[Directive, ...], Directive]]:
    """(blocks around it, outermost first; the directive), in file order; a block comes before what it holds. Lua blocks are left out."""
    blocks: list[Directive] = []
    words: list[str] = []
    line = start = 1
    lua_depth = 0
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind in ("word", "string") and not lua_depth:
            start = start if words else line
            words.append(token[1:-1] if kind == "string" and len(token) > 1 and token[0] == token[-1] else token)
        elif kind == "mark" and lua_depth:
            lua_depth += (token == "{") - (token == "}")
        elif kind == "mark":
            found = Directive(words[0], tuple(words[1:]), start) if words else None
            if token == "{" and found and found.name.endswith("_by_lua_block"):
                lua_depth = 1
            elif found:
                yield tuple(blocks), found
            if token == "{" and not lua_depth and len(blocks) < MAX_DEPTH:
                blocks.append(found or Directive("", (), line))
            elif token == "}" and blocks:
                blocks.pop()
            words = []
        line += token.count("\n")
