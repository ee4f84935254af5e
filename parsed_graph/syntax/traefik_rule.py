"""Traefik's router rules and middlewares: which paths a router takes and what happens to them on the way.

Rules: https://doc.traefik.io/traefik/routing/routers/#rule, and the matchers of version 1 (`PathPrefixStrip:/api`).
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from parsed_graph.syntax.route_path import prefix_path, regex_prefix, regex_rewrite, segment_count

_MATCHER = re.compile(r"\b(PathPrefixStrip|PathPrefix|PathStrip|PathRegexp|Path)\(([^)]*)\)")
_MATCHER_V1 = re.compile(r"\b(PathPrefixStrip|PathPrefix|PathStrip|Path):([^;\s]+)")
_QUOTED = re.compile(r"[`\"']([^`\"']*)[`\"']")


class RulePath(NamedTuple):
    """A path that a rule takes; `strip` leading segments are dropped by the matcher itself."""

    path: str
    strip: int = 0


class PathChange(NamedTuple):
    """What the middlewares of a router do: `prefixes` that are dropped, or a `rewrite` of the whole prefix."""

    prefixes: tuple[str, ...] = ()
    rewrite: str | None = None


def rule_paths(rule: str) -> list[RulePath]:
    """`/**` for a rule that looks at hosts only."""
    found = [
        _path(matcher, path) for matcher, arguments in _MATCHER.findall(rule) for path in _QUOTED.findall(arguments)
    ]
    found += [_path(matcher, path) for matcher, paths in _MATCHER_V1.findall(rule) for path in paths.split(",")]
    return found or [RulePath("/**")]


def path_change(middlewares: Iterable[Mapping[str, object]]) -> PathChange:
    """Joins `stripPrefix`, `replacePath`, `replacePathRegex` and `addPrefix` of these middlewares."""
    prefixes: list[str] = []
    rewrite: str | None = None
    for middleware in middlewares:
        names = {name.lower(): value for name, value in middleware.items()}
        strip = names.get("stripprefix")
        if isinstance(strip, Mapping):
            given = _folded(strip).get("prefixes")
            prefixes += [given] if isinstance(given, str) else [p for p in given or () if isinstance(p, str)]
        for key, field in (("replacepath", "path"), ("replacepathregex", "replacement"), ("addprefix", "prefix")):
            value = names.get(key)
            text = _folded(value).get(field) if isinstance(value, Mapping) else None
            if isinstance(text, str):
                rewrite = regex_rewrite(text)
    return PathChange(tuple(prefixes), rewrite)


def strip_of(path: RulePath, change: PathChange) -> int:
    """How many leading segments are gone behind the router."""
    fixed = path.path.removesuffix("/**")
    matching = [prefix for prefix in change.prefixes if f"{fixed}/".startswith(prefix.rstrip("/") + "/")]
    return max([path.strip, *(segment_count(prefix) for prefix in matching)])


def _folded(mapping: Mapping[str, object]) -> dict[str, "str | Iterable[object] | None"]:
    return {key.lower(): value for key, value in mapping.items() if isinstance(value, (str, list))}


def _path(matcher: str, path: str) -> RulePath:
    if matcher == "PathRegexp":
        return RulePath(prefix_path(regex_prefix(path)))
    plain = re.split(r"\{", path, maxsplit=1)[0] if ":" in path else path
    shown = prefix_path(plain) if "Prefix" in matcher else plain
    return RulePath(shown, segment_count(plain) if matcher.endswith("Strip") else 0)
