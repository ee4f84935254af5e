"""Fills the values of Helm charts into what their templates say, and drops what the values switch off.

A parser sees one file, so a template's facts hold `${helm.<key>[:default]}`; here the chart's values.yaml is at hand, and
those of the charts around it, and its name. Other values files (one for each environment) are alternatives that nothing chooses from.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from parsed_graph.facts import ConfigValue, EnvValue, Fact, Literal, ServiceDecl
from parsed_graph.syntax.helm_expression import CHART

_CHART_NAME = "helm-chart:name"
_PLACEHOLDER = re.compile(r"\$\{helm\.([\w.-]+)(?::([^${}]*))?\}")
_CONDITION = re.compile(r"helm-(if|unless):(\d+)-(\d+)$")
_TERM = re.compile(r'\(|\)|"[^"]*"|[^\s()"]+')
_FALSE = frozenset({"", "false", "0", "null", "~"})
_UNKNOWN = None
MAX_ROUNDS = 3


class _Branch(NamedTuple):
    first: int
    last: int
    holds: bool
    expression: str


class ChartValues:
    """The values of one chart: its own defaults, over which the charts around it have their say. `name` is the chart's."""

    def __init__(self, tables: list[tuple[str, dict[str, str]]], name: str = "") -> None:
        self._tables, self.name = tables, name

    def get(self, key: str) -> str | None:
        """The value of a dotted key; None where no values.yaml has it."""
        return next((table[prefix + key] for prefix, table in self._tables if prefix + key in table), None)

    def has_below(self, key: str) -> bool:
        """Whether the key is a mapping or list that is not empty."""
        return any(
            name.startswith((f"{prefix}{key}.", f"{prefix}{key}[")) for prefix, table in self._tables for name in table
        )


def fill_helm_values(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository without placeholders of values; those that lose their name or a condition go."""
    known = list(facts)
    values = _values(known)
    branches = _branches(known)
    names = {_chart_folder(f.span.path): f.value for f in known if isinstance(f, ConfigValue) and f.key == _CHART_NAME}
    charts: dict[str, ChartValues] = {}
    for fact in known:
        if isinstance(fact, ConfigValue) and (_CONDITION.match(fact.key) or fact.key == _CHART_NAME):
            continue
        is_dependency = isinstance(fact, ServiceDecl) and "condition" in fact.properties
        is_described = isinstance(fact, (ServiceDecl, EnvValue)) and CHART in _unit_of(fact)
        if not is_dependency and not is_described and "/templates/" not in f"/{fact.span.path}":
            yield fact
            continue
        folder = _chart_folder(fact.span.path)
        if folder not in charts:
            charts[folder] = _chart_values(folder, values, names)
        if is_dependency:
            if _is_wanted(fact, charts[folder]):
                yield fact
        elif _is_on(fact, branches.get(fact.span.path, []), charts[folder]):
            filled = _filled(fact, charts[folder])
            if filled is not None:
                yield filled


def _unit_of(fact: ServiceDecl | EnvValue) -> str:
    return fact.name if isinstance(fact, ServiceDecl) else fact.service


def _chart_folder(path: str) -> str:
    """The folder of Chart.yaml, for it and for a template."""
    return f"/{path}".partition("/templates/")[0].strip("/") if "/templates/" in f"/{path}" else path.rpartition("/")[0]


def _is_wanted(fact: Fact, values: ChartValues) -> bool:
    """A dependency whose condition no value gives is installed; of several conditions the first that is given counts."""
    conditions = fact.properties["condition"].split(",") if isinstance(fact, ServiceDecl) else []
    given = (values.get(condition.strip()) for condition in conditions)
    return next((value.lower() not in _FALSE for value in given if value is not None), True)


def _values(facts: list[Fact]) -> dict[str, dict[str, str]]:
    """Values by the folder of their values.yaml."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for fact in facts:
        if isinstance(fact, ConfigValue) and fact.key.startswith("helm:"):
            folder, _, name = fact.span.path.rpartition("/")
            if name in ("values.yaml", "values.yml"):
                found[folder][fact.key.removeprefix("helm:")] = fact.value
    return dict(found)


def _branches(facts: list[Fact]) -> dict[str, list[_Branch]]:
    found: defaultdict[str, list[_Branch]] = defaultdict(list)
    for fact in facts:
        match = _CONDITION.match(fact.key) if isinstance(fact, ConfigValue) else None
        if match and isinstance(fact, ConfigValue):
            branch = _Branch(int(match[2]), int(match[3]), match[1] == "if", fact.value)
            found[fact.span.path].append(branch)
    return {path: sorted(branches) for path, branches in found.items()}


def _chart_values(folder: str, values: dict[str, dict[str, str]], names: dict[str, str]) -> ChartValues:
    """`shop/charts/orders` reads `orders.port` and `global.port` of `shop/values.yaml` before its own `port`."""
    tables: list[tuple[str, dict[str, str]]] = []
    inner, prefix = folder, ""
    while "/charts/" in f"/{inner}":
        outer, _, name = (
            inner.rpartition("/charts/") if "/charts/" in inner else ("", "", inner.removeprefix("charts/"))
        )
        prefix = f"{name}.{prefix}"
        tables.insert(0, (prefix, values.get(outer, {})))
        inner = outer
    name = names.get(folder, folder.rpartition("/")[2])
    return ChartValues([*tables, ("", values.get(folder, {})), *((("", table)) for _, table in tables)], name)


def _is_on(fact: Fact, branches: list[_Branch], values: ChartValues) -> bool:
    line = fact.span.line
    end = bisect_right(branches, line, key=lambda branch: branch.first)
    return all(
        condition_holds(branch.expression, values) in (branch.holds, _UNKNOWN)
        for branch in branches[:end]
        if line <= branch.last
    )


def condition_holds(expression: str, values: ChartValues) -> bool | None:
    """`and .Values.a (not .Values.b)`, `eq .Values.kind "x"`; None where it takes more than values to tell."""
    terms = _TERM.findall(expression[:2000])
    return _evaluate(terms, values, 0)[0] if "|" not in terms else _UNKNOWN


def _evaluate(terms: list[str], values: ChartValues, depth: int) -> tuple[bool | None, list[str]]:
    """One call with its arguments, and the terms after its closing parenthesis."""
    if depth > 20:
        return _UNKNOWN, []
    arguments: list[str | bool | None] = []
    while terms:
        term, terms = terms[0], terms[1:]
        if term == ")":
            break
        if term == "(":
            inner, terms = _evaluate(terms, values, depth + 1)
            arguments.append(inner)
        else:
            arguments.append(term)
    return _call(arguments, values), terms


def _call(arguments: list[str | bool | None], values: ChartValues) -> bool | None:
    if not arguments:
        return _UNKNOWN
    word, rest = arguments[0], arguments[1:]
    if not rest:
        return _truth(word, values)
    truths = [_truth(argument, values) for argument in rest]
    if word == "not":
        return None if truths[0] is None else not truths[0]
    if word == "and":
        return False if False in truths else None if None in truths else True
    if word == "or":
        return True if True in truths else None if None in truths else False
    if word in ("eq", "ne") and len(rest) == 2:
        texts = [_text(argument, values) for argument in rest]
        return None if None in texts else (texts[0] == texts[1]) == (word == "eq")
    return _UNKNOWN


def _truth(argument: str | bool | None, values: ChartValues) -> bool | None:
    if not isinstance(argument, str):
        return argument
    text = _text(argument, values)
    if text is None:
        return _UNKNOWN
    return text.lower() not in _FALSE or values.has_below(_key(argument))


def _text(argument: str | bool | None, values: ChartValues) -> str | None:
    """The text of a literal or a value; a value that no file gives is empty, as it is for Helm."""
    if not isinstance(argument, str):
        return None
    if argument.startswith('"'):
        return argument.strip('"')
    if argument in ("true", "false") or argument.isdigit():
        return argument
    return (values.get(_key(argument)) or "") if _key(argument) else None


def _key(argument: str) -> str:
    return argument.partition(".Values.")[2] if re.match(r"\$?\.Values\.", argument) else ""


def _filled(fact: Fact, values: ChartValues) -> Fact | None:
    """None where a name or address is empty once it is filled in."""
    changed = {name: new for name in fact.__struct_fields__ if (new := _fill(getattr(fact, name), values)) is not None}
    if not changed:
        return fact
    for name in ("name", "service", "alias", "target", "key"):
        text = changed.get(name)
        if isinstance(text, str):
            changed[name] = text.strip("-.")
            if not changed[name]:
                return None
    if isinstance(fact, (EnvValue, ConfigValue)) and changed.get("value") == "":
        return None
    if isinstance(changed.get("image"), str):
        changed["image"] = str(changed["image"]).rstrip(":")
    return msgspec.structs.replace(fact, **changed)


def _fill(value: object, values: ChartValues) -> object | None:
    """The value with its placeholders filled in, None where it has none."""
    if isinstance(value, str):
        return fill_text(value, values) if _is_open(value) else None
    if isinstance(value, tuple) and any(_is_open(item) for item in value):
        return tuple(_fill_item(item, values) for item in value)
    if isinstance(value, dict) and any(_is_open(item) for item in value.values()):
        return {key: fill_text(item, values) for key, item in value.items()}
    return None


def _is_open(value: object) -> bool:
    text = str(value)
    return "${helm." in text or CHART in text


def _fill_item(item: object, values: ChartValues) -> object:
    if isinstance(item, Literal):
        return Literal(fill_text(item.text, values))
    return fill_text(item, values) if isinstance(item, str) else item


def fill_text(text: str, values: ChartValues) -> str:
    """Placeholders replaced by value, else default, else nothing; a value may hold placeholders of `tpl` itself."""
    text = text.replace(CHART, values.name)
    for _ in range(MAX_ROUNDS):
        if "${helm." not in text:
            break
        text = _PLACEHOLDER.sub(lambda match: values.get(match[1]) or match[2] or "", text)
    return text
