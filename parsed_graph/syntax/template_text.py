"""Go and Jinja templates over YAML: actions filled in, control flow dropped, line numbers kept.

Of a branch the first alternative stays, of a loop one turn. That is no evaluation: it gives text that
is YAML again and says what the template says literally.
"""

import re
from collections.abc import Callable, Iterator

# `${{ … }}` belongs to GitHub workflows and is plain text to YAML; `"{{ … }}"` is quoted.
_STARTS_VALUE = re.compile(r"""^[ \t]*(?:-[ \t]+)?(?:[\w./"'-]+:[ \t]+)?(?:\{\{|\{%)""", re.M)
_OPENING = re.compile(r"\{\{|\{%|\{#")
_CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}"}
_ASSIGNMENT = re.compile(r"\$\w*\s*:?=[^=]")
_OPENS = frozenset("if range with define block for macro raw unless each filter call".split())
_ALTERNATIVES = frozenset("else elif elseif".split())
_HIDDEN = frozenset("define macro".split())
_STATEMENTS = frozenset("set import extends include from break continue".split())


def is_templated(text: str) -> bool:
    """Whether a value or a line opens with `{{` or `{%`, which no YAML means as it stands."""
    return ("{{" in text or "{%" in text) and _STARTS_VALUE.search(text) is not None


def render_template(text: str, fill: Callable[[str], str]) -> str:
    """Replaces each action by `fill(expression)`; the result has the lines of the template.

    Within `with` and `range` the expression is prefixed by its context: `.port` in `{{ with .Values.web }}` is
    asked for as `.Values.web.port`, and in a loop as `.[].port`.
    """
    out: list[str] = []
    frames: list[_Frame] = []
    for literal, opening, action in _pieces(text):
        hidden = bool(frames) and frames[-1].hidden
        out.append("\n" * literal.count("\n") if hidden else literal)
        filled = _act(action, opening == "{%", frames, fill) if opening and opening != "{#" else ""
        out.append("\n" * action.count("\n") if hidden or not filled else filled)
    return "".join(out)


def _pieces(text: str) -> Iterator[tuple[str, str, str]]:
    """Text, then the action after it with what opens it; the last piece has no action."""
    position = 0
    while match := _OPENING.search(text, position):
        start = match.end()
        closing = "*/" if text.startswith("/*", start) or text.startswith("- /*", start) else _CLOSING[match.group()]
        end = text.find(closing, start)
        if end < 0:
            break
        action = text[start:end]
        yield text[position : match.start()], match.group(), _bare(action) if closing != "*/" else _comment(action)
        position = end + 2 if closing != "*/" else text.find("}}", end) + 2
        if position < 2:
            return
    yield text[position:], "", ""


def _bare(action: str) -> str:
    return action.removeprefix("-").removesuffix("-").strip(" \t\r") if "\n" not in action else action.strip("- \t")


def _comment(action: str) -> str:
    return "/*" + "\n" * action.count("\n")


class _Frame:
    def __init__(self, context: str, hidden: bool) -> None:
        self.context, self.hidden = context, hidden


def _act(action: str, is_statement: bool, frames: list[_Frame], fill: Callable[[str], str]) -> str:
    action = " ".join(action.split())
    word, _, rest = action.lstrip("#/").partition(" ")
    if action.startswith("/*"):
        return ""
    if word in _OPENS:
        hidden = word in _HIDDEN or bool(frames and frames[-1].hidden)
        frames.append(_Frame(_context(word, rest.strip(), frames), hidden))
    elif word.startswith("end") or (action.startswith("/") and len(action) > 1):
        if frames:
            frames.pop()
    elif word in _ALTERNATIVES:
        if frames:
            frames[-1].hidden = True
    elif not (is_statement and word in _STATEMENTS) and not _ASSIGNMENT.match(action):
        return fill(_qualify(action, frames[-1].context if frames else ""))
    return ""


def _context(word: str, rest: str, frames: list[_Frame]) -> str:
    outer = frames[-1].context if frames else ""
    if word == "with" and re.fullmatch(r"\$?\.[\w.]*", rest):
        return _qualify(rest, outer).rstrip(".")
    return ".[]" if word in ("range", "with") else outer


def _qualify(action: str, context: str) -> str:
    if not context:
        return action
    return re.sub(r"(?<![\w$.)\"])\.(?=[\w])", lambda _: f"{context}.", action) if action != "." else context
