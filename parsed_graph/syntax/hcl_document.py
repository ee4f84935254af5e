"""HCL (Terraform) as nested mappings with lines: blocks, attributes, objects and lists; other expressions as their source.

A string is its text with `${…}` as written, and any other expression stands as `${expression}`. Syntax:
https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md. A reader of one pass that takes half-written files.
"""

import re
from dataclasses import dataclass, field

from parsed_graph.syntax.unclosed import ENDLESS, layout
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

_TOKEN = re.compile(
    r"""(?P<comment>(?:\#|//)[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<heredoc><<[-~]?(?P<word>[A-Za-z_][\w-]*)(?=\n).*?(?:\n[ \t]*(?P=word)[ \t]*(?=\n|\Z)|\Z))
    |(?P<quote>")
    |(?P<name>[A-Za-z_][\w-]*(?:\.(?:[\w-]+|\*))*)
    |(?P<number>-?\d[\w.]*)
    |(?P<mark>[{}\[\](),]|=>|==|!=|<=|>=|&&|\|\||=|:|\n|[?!+*/%<>.-])
    |[^\S\n]+|.""",
    re.S | re.X,
)
_TRANSPARENT = frozenset({"jsonencode", "toset", "tolist", "concat", "merge", "tomap"})
_OPENING = {"(": ")", "[": "]", "{": "}"}
MAX_DEPTH = 40
MAX_LABELS = 4
LAYOUT = layout(
    code=r"""<<-?([A-Za-z_][\w-]*)\n(?:.*?\n)??[ \t]*\1[ \t]*$ | (?P<heredoc><<-?[A-Za-z_][\w-]*$)
        | (?:\#|//)[^\n]* | (?P<comment>/\*) | (?P<string>") | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    heredoc=ENDLESS,
    comment=r"(?P<close>\*/)",
    string=r"""\\. | [$%][$%]\{ | (?P<open>[$%]\{) | (?P<close>") | (?P<broken>\n)""",
)
"""A string ends with its line, but for what stands in `${…}`."""


@dataclass(slots=True)
class HclBlock:
    """`resource "aws_sqs_queue" "orders" { … }`: its kind, labels and body; nested blocks are lists in the body."""

    kind: str
    labels: tuple[str, ...]
    line: int
    body: YamlMapping = field(default_factory=YamlMapping)


@dataclass(slots=True)
class _Token:
    kind: str
    text: str
    line: int
    start: int
    end: int


def hcl_blocks(text: str) -> list[HclBlock]:
    """The top-level blocks of a file, in order."""
    reader = _Reader(text)
    blocks: list[HclBlock] = []
    while reader.position < len(reader.tokens):
        block = reader.block(0)
        if block is not None:
            blocks.append(block)
    return blocks


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[_Token] = []
        self.position = 0
        line, position = 1, 0
        while match := _TOKEN.match(text, position):
            kind, start, position = match.lastgroup or "", position, match.end()
            if kind == "quote":
                kind, position = "string", _string_end(text, start)
            kind = "heredoc" if kind == "word" else kind
            if kind and kind != "comment":
                self.tokens.append(_Token(kind, text[start:position], line, start, position))
            line += text.count("\n", start, position)

    def block(self, depth: int) -> HclBlock | None:
        """A block where one starts here; else one token is passed over."""
        start = self.position
        if self._peek() is None or self.tokens[start].kind != "name":
            self.position += 1
            return None
        labels: list[str] = []
        self.position += 1
        while (token := self._peek()) and token.kind in ("string", "name") and len(labels) < MAX_LABELS:
            labels.append(token.text.strip('"'))
            self.position += 1
        if token is None or token.text != "{" or depth > MAX_DEPTH:
            self.position = start + 1
            return None
        self.position += 1
        found = HclBlock(self.tokens[start].text, tuple(labels), self.tokens[start].line)
        found.body = self._body(found.line, depth + 1)
        return found

    def _body(self, line: int, depth: int) -> YamlMapping:
        """Attributes and nested blocks up to the closing brace."""
        body = _mapping(line)
        while (token := self._peek()) is not None:
            if token.text == "}":
                self.position += 1
                break
            following = self.tokens[self.position + 1] if self.position + 1 < len(self.tokens) else None
            if token.kind in ("name", "string") and following and following.text in ("=", ":"):
                self.position += 2
                body.lines.setdefault(token.text.strip('"'), token.line)
                body[token.text.strip('"')] = self._expression(depth)
                if (after := self._peek()) and after.text in (")", "]"):
                    self.position += 1  # Left over where brackets do not match.
                continue
            block = self.block(depth)
            if block is not None:
                self._nest(body, block)
        return body

    def _nest(self, body: YamlMapping, block: HclBlock) -> None:
        """A `dynamic "env"` block is one `env` block with its content."""
        name, content = block.kind, block.body
        if block.kind == "dynamic" and block.labels:
            name, content = block.labels[0], next(block.body.items_of("content").mappings(), content)
        items = body.get(name)
        if not isinstance(items, YamlList):
            items = YamlList()
            items.line, items.lines = block.line, []
            body[name], body.lines[name] = items, block.line
        items.append(content)
        items.lines.append(block.line)

    def _expression(self, depth: int) -> YamlValue:
        token = self._peek()
        if token is None:
            return None
        if token.text == "{" and depth < MAX_DEPTH:
            self.position += 1
            return self._body(token.line, depth + 1)
        if token.text == "[" and depth < MAX_DEPTH:
            return self._list(depth + 1)
        if token.text in _TRANSPARENT and self._next_is("(") and depth < MAX_DEPTH:
            self.position += 2
            return self._call(depth + 1)
        return self._scalar()

    def _call(self, depth: int) -> YamlValue:
        """The first argument; of several objects (`merge`) all entries."""
        value: YamlValue = None
        while (token := self._peek()) is not None and token.text != ")":
            if token.kind == "mark" and token.text in ",\n]}":
                self.position += 1
                continue
            argument = self._expression(depth)
            if isinstance(value, YamlMapping) and isinstance(argument, YamlMapping):
                value.update(argument)
                value.lines.update(argument.lines)
            elif value is None or (isinstance(argument, YamlMapping) and isinstance(value, str)):
                value = argument
        self.position += 1
        return value

    def _list(self, depth: int) -> YamlList:
        items = YamlList()
        items.line, items.lines = self.tokens[self.position].line, []
        self.position += 1
        while (token := self._peek()) is not None and token.text != "]":
            if token.text in (",", "\n") or token.text in ")}":
                self.position += 1
                continue
            items.lines.append(token.line)
            items.append(self._expression(depth))
        self.position += 1
        return items

    def _scalar(self) -> YamlValue:
        """A literal, or the source of any other expression up to the end of its line, list item or object entry."""
        first = self.tokens[self.position]
        last = self._skip_to_end()
        if last is first:
            if first.kind == "string":
                return first.text.strip('"').replace('\\"', '"')
            if first.kind == "heredoc":
                return first.text.partition("\n")[2].rpartition("\n")[0]
            if first.kind == "number" or first.text in ("true", "false"):
                return first.text
        if first.text == "null":
            return None
        return "${" + self.text[first.start : last.end].strip() + "}" if last.end > first.start else None

    def _skip_to_end(self) -> _Token:
        depth: list[str] = []
        last = self.tokens[min(self.position, len(self.tokens) - 1)]
        while (token := self._peek()) is not None:
            if not depth and token.kind == "mark" and token.text in ("\n", ",", "}", "]", ")"):
                break
            if token.kind == "mark" and token.text in _OPENING:
                depth.append(_OPENING[token.text])
            elif depth and token.text == depth[-1]:
                depth.pop()
            last = token if token.text != "\n" else last
            self.position += 1
        return last

    def _peek(self) -> _Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def _next_is(self, text: str) -> bool:
        return self.position + 1 < len(self.tokens) and self.tokens[self.position + 1].text == text


def _string_end(text: str, start: int) -> int:
    """Past the closing quote, or at the end of the line. Within `${…}` quotes are those of the expression."""
    depth, position = 0, start + 1
    while position < len(text):
        character = text[position]
        if character == "\\":
            position += 1
        elif character == "\n" or (character == '"' and depth == 0):
            return position + (character == '"')
        elif character == "{" and text[position - 1] in "$%{":
            depth += 1
        elif character == "}" and depth:
            depth -= 1
        position += 1
    return position


def _mapping(line: int) -> YamlMapping:
    mapping = YamlMapping()
    mapping.line, mapping.lines = line, {}
    return mapping
