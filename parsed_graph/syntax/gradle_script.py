"""Gradle scripts, Groovy and Kotlin alike, as flat statements with the blocks that they stand in.

A build script is a program; what is read here is the part that people write declaratively. One linear pass over
tokens serves both dialects and any half-written file, which two grammars would not.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.syntax.unclosed import layout

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<string>\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)
    |(?P<word>[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)*)
    |(?P<line>\n|;)
    |(?P<mark>[{}()\[\],:=])
    |(?P<other>[^\s\w])
    |\d[\w.]*
    """,
    re.S | re.X,
)
_REFERENCE = re.compile(r"\$\{([\w.]+)\}|\$(\w[\w.]*\w|\w)")
_CLOSING = {")": "(", "]": "["}
MAX_BLOCKS = 50
GROOVY = layout(
    code=r"""//[^\n]* | (?P<comment>/\*) | (?P<texts>\"{3}) | (?P<quoted>'{3}) | (?P<text>") | (?P<quote>')
        | (?P<dollars>\$/) | (?:(?<=[=~(,\[{:]) | (?<=[=~(,\[{:]\ ))/(?![/*])(?:\\. | [^/\\\n])*+/
        | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    comment=r"(?P<close>\*/)",
    texts=r"""\\. | (?P<open>\$\{) | (?P<close>\"{3})""",
    dollars=r"""(?P<close>/\$)""",
    quoted=r"""\\. | (?P<close>'{3})""",
    text=r"""\\. | (?P<open>\$\{) | (?P<close>") | (?P<broken>\n)""",
    quote=r"""\\. | (?P<close>') | (?P<broken>\n)""",
)
"""Slashes delimit a pattern where a value may begin, if it ends on the same line."""
KOTLIN = layout(
    code=r"""//[^\n]* | (?P<comment>/\*) | (?P<texts>\"{3}) | (?P<text>") | '(?:\\[^\n]+? | [^'\\\n])' | `[^`\n]*`
        | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    comment=r"(?P<comment>/\*) | (?P<close>\*/)",
    texts=r"""(?P<open>\$\{) | (?P<close>"{3,})""",
    text=r"""\\. | (?P<open>\$\{) | (?P<close>") | (?P<broken>\n)""",
)


class Token(NamedTuple):
    """`kind` is word, string (text without its quotes, references filled in) or mark."""

    kind: str
    text: str
    line: int


class Statement(NamedTuple):
    """One statement; `blocks` are the heads of the blocks around it, outermost first: `("subprojects", "dependencies")`."""

    blocks: tuple[str, ...]
    tokens: tuple[Token, ...]

    @property
    def head(self) -> str:
        """The first word or string: the name of what is called or assigned."""
        return self.tokens[0].text

    @property
    def line(self) -> int:
        """Where it starts."""
        return self.tokens[0].line

    def strings(self) -> list[Token]:
        """All string literals, in order."""
        return [token for token in self.tokens if token.kind == "string"]

    def value(self) -> str:
        """The string that is assigned to or passed for the head, "" where it is no literal."""
        found = self.strings()
        return found[-1].text if found else ""


def gradle_statements(text: str) -> Iterator[Statement]:
    """Every statement, with `$version` filled in from variables that the script itself set to a string before."""
    variables: dict[str, str] = {}
    blocks: list[str] = []
    pending: list[Token] = []
    depth = 0
    for token in _tokens(text, variables):
        if token.text in ("(", "[") and token.kind == "mark":
            depth += 1
        elif token.text in _CLOSING and token.kind == "mark":
            depth = max(0, depth - 1)
        elif token.kind == "line" and (depth > 0 or (pending and pending[-1].text in (",", "="))):
            continue
        ends = token.kind == "line" or (token.kind == "mark" and token.text in "{}")
        if not ends:
            pending.append(token)
            continue
        if pending:
            statement = Statement(tuple(blocks), tuple(pending))
            _remember(statement, variables)
            yield statement
        if token.text == "{":
            depth = 0
            if len(blocks) < MAX_BLOCKS:
                blocks.append(_block_name(pending))
        elif token.text == "}":
            depth = 0
            if blocks:
                blocks.pop()
        pending = []
    if pending:
        yield Statement(tuple(blocks), tuple(pending))


def _tokens(text: str, variables: dict[str, str]) -> Iterator[Token]:
    line, before = 1, ""
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "number", match[0]
        if kind == "string":
            yield Token(kind, _fill(found.strip(found[0]), variables), line)
        elif kind == "word" and before in (":", ",") and found in variables:
            yield Token("string", variables[found], line)
        elif kind in ("word", "mark", "line"):
            yield Token(kind, found, line)
        line, before = line + found.count("\n"), found if found.strip() and kind != "comment" else before


def _fill(text: str, variables: dict[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return variables.get(name) or variables.get(name.rpartition(".")[2]) or f"${{{name}}}"

    return _REFERENCE.sub(value, text) if "$" in text else text


def _remember(statement: Statement, variables: dict[str, str]) -> None:
    """`def v = '1'`, `ext.v = '1'`, `val v by extra("1")`, `set('v', '1')`, `extra["v"] = "1"`."""
    words, strings = [t.text for t in statement.tokens], statement.strings()
    if len(words) > 12 or not strings or len(strings[-1].text) > 200:  # Values that hold one another would grow.
        return
    if words[0] in ("set", "ext.set", "extra", "ext") and len(strings) == 2:
        variables[strings[0].text] = strings[1].text
    elif words[0] in ("def", "val", "var", "String", "const") and len(words) > 2 and len(strings) == 1:
        name = words[2] if words[1] == "val" else words[1]
        variables[name] = strings[0].text
    elif len(words) == 3 and words[1] == "=":
        variables[words[0].removeprefix("ext.").removeprefix("project.ext.")] = strings[0].text


def _block_name(tokens: list[Token]) -> str:
    """The head, with its argument for `project(':orders')`; of `tasks.named("bootJar")` the task."""
    if not tokens:
        return ""
    argument = next((token.text for token in tokens[1:] if token.kind == "string"), "")
    if argument and tokens[0].text in ("tasks.named", "tasks.register", "named", "register"):
        return argument
    return f"{tokens[0].text}({argument})" if tokens[0].text == "project" and argument else tokens[0].text
