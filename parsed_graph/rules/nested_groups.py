"""Prefixes of routes that stand inside closures: `$app->group('/v1', function …)`, `namespace :admin do … end`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.facts import Text
from parsed_graph.rules.http_paths import joined_path

MAX_PREFIXES = 20
"""How many prefixes of one route are followed; a route under more is written nowhere."""
MAX_GROUPS = 1_000
"""How many groups of one file are looked at."""


class Group(NamedTuple):
    """A stretch of source whose routes have one of these prefixes before them."""

    start: int
    end: int
    prefixes: tuple[Text, ...]


def sorted_groups(groups: Iterable[Group]) -> list[Group]:
    """Groups as `prefixes_around` takes them: outer ones before those inside."""
    return sorted(groups, key=lambda group: (group.start, -group.end))[:MAX_GROUPS]


def prefixes_around(node: Node, groups: list[Group]) -> list[Text]:
    """The prefixes that groups around a node put before it, outermost first joined; one empty prefix where there are none."""
    found: list[Text] = [()]
    start, end = node.start_byte, node.end_byte
    for group in groups:
        if group.start > start:
            break
        if end <= group.end:
            found = [joined_path(outer, inner) for outer in found for inner in group.prefixes or ((),)][:MAX_PREFIXES]
    return found
