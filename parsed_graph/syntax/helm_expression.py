"""Helm expressions as text: values become `${helm.<key>[:default]}`, which `parsed_graph/join/helm_values.py` fills in.

The chart's name, which stands in another file, is CHART until then. The release's name, which only an installation knows, is RELEASE: `without_release`
leaves it out, so that `<release>-orders` is `orders`.
Functions: https://helm.sh/docs/chart_template_guide/function_list/
"""

import re
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

_TOKEN = re.compile(r'\s*(?:"((?:\\.|[^"\\])*)"|`([^`]*)`|([()|])|([^\s()|"`]+))')
_VALUES = re.compile(r"\$?\.Values\.([\w.-]+)$")
_ASSIGNMENT = re.compile(r"\$(\w+)\s*:?=\s*(.*)")
_OPEN_VALUE = re.compile(r"\$\{helm\.[\w.-]+\}")
MAX_LENGTH = 2_000
MAX_DEPTH = 20
RELEASE = "\ue000"
CHART = "«chart»"


def without_release(text: str) -> str:
    """Text that HelmExpressions filled, without the release's name; where that stood alone, the chart's."""
    return text.replace(f"{RELEASE}-", "").replace(f"-{RELEASE}", "").replace(RELEASE, CHART)


class _Term(NamedTuple):
    """A word to be looked up, or text that is known already."""

    text: str
    is_word: bool = False


class HelmExpressions:
    """Evaluates the actions of one template, top to bottom; remembers its variables."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}

    def __call__(self, expression: str) -> str:
        """The text that an action stands for, "" where nothing is known of it. An assignment stands for nothing."""
        assigned = _ASSIGNMENT.match(expression)
        source = assigned[2] if assigned else expression
        tokens = deque(_TOKEN.findall(source[:MAX_LENGTH]))
        value = self._pipeline(tokens, 0)
        if assigned:
            self._variables[assigned[1]] = value
            return ""
        return value

    def _pipeline(self, tokens: "deque[tuple[str, str, str, str]]", depth: int) -> str:
        """`a b | c d` up to the closing parenthesis: each command gets the value before it as its last argument."""
        value = self._command(tokens, [], depth)
        while tokens and tokens[0][2] == "|":
            tokens.popleft()
            value = self._command(tokens, [_Term(value)], depth)
        return value

    def _command(self, tokens: "deque[tuple[str, str, str, str]]", piped: list[_Term], depth: int) -> str:
        terms: list[_Term] = []
        while tokens and tokens[0][2] not in ("|", ")"):
            quoted, raw, mark, word = tokens.popleft()
            if mark == "(" and depth < MAX_DEPTH:
                terms.append(_Term(self._pipeline(tokens, depth + 1)))
                if tokens and tokens[0][2] == ")":
                    tokens.popleft()
            elif mark != "(":
                terms.append(_Term(word, True) if word else _Term(quoted or raw))
        return self._apply([*terms, *piped])

    def _apply(self, terms: list[_Term]) -> str:
        if not terms:
            return ""
        name, arguments = terms[0].text, terms[1:]
        if not terms[0].is_word or not arguments:
            return self._value(terms[0])
        if name == "index" and arguments[0].text.endswith(".Values"):
            return "${helm." + ".".join(argument.text for argument in arguments[1:]) + "}"
        values = [self._value(argument) for argument in arguments]
        if name in ("include", "template"):
            return self._named_template(values[0])
        function = _FUNCTIONS.get(name)
        return function(values) if function else ""

    def _named_template(self, name: str) -> str:
        """What the helpers that `helm create` writes give; `shop.cart.fullname` is the component cart."""
        parts = name.split(".")
        if "labels" in parts[-1].lower():
            return f"app.kubernetes.io/name: {CHART}"  # Of the usual labels the one that selectors use.
        if parts[-1].lower() in ("fullname", "name"):
            component = parts[1] if len(parts) > 2 and parts[0] != "common" else ""
            return f"{CHART}-{component}" if component else f"${{helm.{parts[-1].lower()}Override:{CHART}}}"
        return ""

    def _value(self, term: _Term) -> str:
        if not term.is_word:
            return term.text
        values = _VALUES.match(term.text)
        if values:
            return f"${{helm.{values[1]}}}"
        plain = term.text.removeprefix("$")
        if term.text.startswith("$") and plain in self._variables:
            return self._variables[plain]
        if plain in (".Chart.Name", ".Release.Namespace"):
            return CHART if plain == ".Chart.Name" else "default"
        return RELEASE if plain == ".Release.Name" else plain if plain.isdigit() else ""


def _default(values: list[str]) -> str:
    fallback, value = values[0], values[-1]
    if len(values) > 1 and _OPEN_VALUE.fullmatch(value) and "}" not in fallback:
        return f"{value[:-1]}:{fallback}}}"
    return value or fallback


def _printf(values: list[str]) -> str:
    given = iter(values[1:])
    return re.sub(r"%[-+.\d]*[svdq]", lambda _: next(given, ""), values[0])


def _last(values: list[str]) -> str:
    return values[-1]


_FUNCTIONS: dict[str, Callable[[list[str]], str]] = {
    "default": _default,
    "coalesce": lambda values: next((value for value in values if value), ""),
    "ternary": lambda values: values[0],
    "tpl": lambda values: values[0],
    "printf": _printf,
    "quote": lambda values: '"' + values[-1].replace('"', "") + '"',
    "squote": lambda values: '"' + values[-1].replace('"', "") + '"',
    "lower": lambda values: values[-1] if "$" in values[-1] else values[-1].lower(),
    "trimSuffix": lambda values: values[-1].removesuffix(values[0]),
    "trimPrefix": lambda values: values[-1].removeprefix(values[0]),
    "replace": lambda values: values[2].replace(values[0], values[1]) if len(values) > 2 and values[0] else values[-1],
    "print": "".join,
}
_FUNCTIONS |= dict.fromkeys(
    "required trunc trim toString int int64 float64 nindent indent upper title kebabcase abbrev nospace".split(), _last
)
