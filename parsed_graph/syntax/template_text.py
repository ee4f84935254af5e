"""Go, Jinja and Terraform templates over YAML: actions filled in, control flow dropped, line numbers kept.

Of a choice within a line the first alternative stays, of a choice over lines all of them, of a loop one turn. That is no
evaluation: it gives text that is YAML again, says what the template says literally, and notes under which condition.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

# `${{ … }}` belongs to GitHub workflows and is plain text to YAML; `"{{ … }}"` is quoted.
_STARTS_VALUE = re.compile(r"""^[ \t]*(?:-[ \t]+)?(?:[\w./"'-]+:[ \t]+)?(?:\{\{|\{%)|^[ \t]*%\{""", re.M)
_OPENING = re.compile(r"\{\{|\{%|\{#|%\{")
_CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}", "%{": "}"}
_OPENS = frozenset("if range with define block for macro raw unless each filter call".split())
_ALTERNATIVES = frozenset("else elif elseif".split())
_HIDDEN = frozenset("define macro".split())
_STATEMENTS = frozenset("set import extends include from break continue".split())
_RELATIVE = re.compile(r"(?<![\w$.)\"])\.(?=[\w])")
LOOP = ".[]"
"""What the context is within a loop over something that only runs tell."""


class Condition(NamedTuple):
    """Lines `first` to `last` hold only if `expression` does (or does not, where `holds` is False)."""

    expression: str
    holds: bool
    first: int
    last: int


class Rendered(NamedTuple):
    """The text without actions, line by line that of the template."""

    text: str
    conditions: list[Condition]


def is_templated(text: str) -> bool:
    """Whether a value or a line opens with `{{` or `{%`, or a line with `%{`, which no YAML means as it stands."""
    return ("{{" in text or "{%" in text or "%{" in text) and _STARTS_VALUE.search(text) is not None


def render_template(text: str, fill: Callable[[str], str]) -> Rendered:
    """Replaces each action by `fill(expression)`; assignments are filled in, too, and leave nothing behind.

    Within `with` and `range` the expression is prefixed by its context: `.port` in `{{ with .Values.web }}` is
    asked for as `.Values.web.port`, and in a loop as `.[].port`.
    """
    renderer = _Renderer(fill)
    for literal, opening, action in _pieces(text):
        renderer.keep(literal)
        if opening:
            renderer.act(action, is_statement=opening in ("{%", "%{"))
    return Rendered("".join(renderer.out), sorted(renderer.conditions, key=lambda c: (c.first, c.last)))


def _pieces(text: str) -> Iterator[tuple[str, str, str]]:
    """Text, then the action after it with what opens it; the last piece has no action. Comments are empty actions."""
    position = 0
    while match := _OPENING.search(text, position):
        start = match.end()
        is_comment = match.group() == "{#" or text.startswith(("/*", "- /*"), start)
        closing = "*/" if is_comment and match.group() == "{{" else _CLOSING[match.group()]
        end = text.find(closing, start)
        end = text.find("}}", end) if closing == "*/" and end >= 0 else end
        if end < 0:
            break
        action = text[start:end]
        yield text[position : match.start()], match.group(), "\n" * action.count("\n") if is_comment else action
        position = end + (1 if match.group() == "%{" else 2)
    yield text[position:], "", ""


@dataclass(slots=True)
class _Frame:
    word: str
    context: str
    hidden: bool
    expression: str
    line: int
    holds: bool = True


@dataclass(slots=True)
class _Renderer:
    fill: Callable[[str], str]
    out: list[str] = field(default_factory=list)
    frames: list[_Frame] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    line: int = 1

    @property
    def hidden(self) -> bool:
        return bool(self.frames) and self.frames[-1].hidden

    @property
    def context(self) -> str:
        return self.frames[-1].context if self.frames else ""

    def keep(self, literal: str) -> None:
        breaks = literal.count("\n")
        self.out.append("\n" * breaks if self.hidden else literal)
        self.line += breaks

    def act(self, raw: str, *, is_statement: bool) -> None:
        """What an action leaves behind: its value, and its line breaks."""
        breaks = raw.count("\n")
        self.line += breaks
        action = " ".join(raw.strip("-~ \t\n\r").split())
        word, _, rest = action.lstrip("#/").partition(" ")
        filled = ""
        if word in _OPENS:
            self._open(word, rest.strip())
        elif word.startswith("end") or (action.startswith("/") and len(action) > 1):
            self._close()
        elif word in _ALTERNATIVES:
            self._alternate(rest.strip())
        elif action and not (is_statement and word in _STATEMENTS):
            is_assignment = re.match(r"\$\w*\s*:?=[^=]", action) is not None
            filled = self.fill(_qualify(action, self.context))
            filled = "" if is_assignment or self.hidden else filled
        self.out.append(filled + "\n" * breaks)

    def _open(self, word: str, rest: str) -> None:
        context = self.context
        if word == "with" and re.fullmatch(r"\$?\.[\w.]*", rest):
            context = _qualify(rest, context).rstrip(".")
        elif word in ("with", "range"):
            context = LOOP
        expression = _qualify(rest, self.context) if word in ("if", "with", "unless") else ""
        self.frames.append(
            _Frame(word, context, self.hidden or word in _HIDDEN, expression, self.line, word != "unless")
        )

    def _close(self) -> None:
        if self.frames:
            self._end_branch(self.frames.pop())

    def _alternate(self, rest: str) -> None:
        if not self.frames:
            return
        frame = self.frames[-1]
        self._end_branch(frame)
        is_inline = frame.line == self.line
        frame.hidden = frame.hidden or is_inline
        frame.holds, frame.line = not frame.holds, self.line
        if rest:  # `else if …`: only that the first did not hold is certain, and not worth a note.
            frame.expression = ""

    def _end_branch(self, frame: _Frame) -> None:
        if frame.expression and frame.line != self.line and not frame.hidden:
            self.conditions.append(Condition(frame.expression, frame.holds, frame.line, self.line))


def _qualify(action: str, context: str) -> str:
    if not context:
        return action
    return _RELATIVE.sub(lambda _: f"{context}.", action) if action != "." else context
