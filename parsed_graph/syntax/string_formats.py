"""Format strings filled in: C's `%s` with positions and names, as PHP and Ruby have it, and Rust's `{}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, joined, literal, plain

_PERCENT = re.compile(r"%(?:(\d+)\$|<(\w+)>|(?=\{(\w+)\}))?[-+ 0#]*(?:'.)?\d*(?:\.\d+)?(?:\{\w+\}|([a-zA-Z%]))")
_BRACES = re.compile(r"\{\{|\}\}|\{([\w.]*)(?::[^{}]*)?\}")
MAX_PATTERN = 2_000
"""Longer patterns are documents."""


def fill_percent(
    patterns: Alternatives, given: Sequence[Alternatives], named: Mapping[str, Alternatives] | None = None
) -> Alternatives:
    """`%s/orders/%2$d` with its arguments; `%<name>s` and `%{name}` from `named`."""
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None or len(pattern) > MAX_PATTERN:
        return UNKNOWN
    parts: list[Alternatives] = []
    position = counter = 0
    for match in _PERCENT.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        place, name, braced, verb = match.groups()
        if verb == "%":
            parts.append(literal("%"))
            continue
        if name or braced:
            parts.append((named or {}).get(name or braced) or UNKNOWN)
            continue
        index = int(place[:4]) - 1 if place else counter
        counter += 0 if place else 1
        parts.append((given[index] or UNKNOWN) if 0 <= index < len(given) else UNKNOWN)
    return joined([*parts, literal(pattern[position:])])


def fill_braces(
    patterns: Alternatives, given: Sequence[Alternatives], named: Mapping[str, Alternatives] | None = None
) -> Alternatives:
    """`{}/orders/{1}` and `{id:?}` with their arguments; doubled braces are literal."""
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None or len(pattern) > MAX_PATTERN:
        return UNKNOWN
    parts: list[Alternatives] = []
    position = counter = 0
    for match in _BRACES.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group() in ("{{", "}}"):
            parts.append(literal(match.group()[0]))
            continue
        key = match.group(1)
        if not key:
            key, counter = str(counter), counter + 1
        if key.isdigit():
            parts.append((given[int(key[:4])] or UNKNOWN) if int(key[:4]) < len(given) else UNKNOWN)
        else:
            parts.append((named or {}).get(key) or UNKNOWN)
    return joined([*parts, literal(pattern[position:])])
