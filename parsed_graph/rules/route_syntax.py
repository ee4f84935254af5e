"""How frameworks of scripting languages write path parameters, all read as `{name}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from parsed_graph.facts import Literal, Text
from parsed_graph.syntax.placeholders import merge_literals

MAX_REGEX = 400
"""Characters: a longer expression is no route that anybody calls."""

_ANGLE = re.compile(r"<(?:[\w.]+(?:\([^()<>]*\))?:)?(\w+)>")
_NAMED_ANGLE = re.compile(r"<(\w+)(:[^<>]*)?>")
_COLON = re.compile(r":(\w+)(?:\((?:[^()\\]|\\.)*\))?[?*+]?")
_BRACE = re.compile(r"\{(\w+)(?:[:*?][^{}]*)?\}")
_BRACKET = re.compile(r"\[\[?(\.\.\.)?(\w+)\]?\]")
_SIMPLE = re.compile(r"[\w/.{}-]*")


def angle_path(text: Text) -> Text:
    """Flask, Django `path`: `/orders/<int:id>` -> `/orders/{id}`; `<path:rest>` -> `**`."""
    return _in_literals(text, lambda part: _ANGLE.sub(_angle, part))


def named_angle_path(text: Text) -> Text:
    """Bottle, Sanic: `/orders/<id:int>` -> `/orders/{id}`; `<rest:path>` -> `**`."""
    return _in_literals(text, lambda part: _NAMED_ANGLE.sub(_named_angle, part))


def colon_path(text: Text) -> Text:
    r"""Express, Koa, Fastify, NestJS, Hono: `/orders/:id(\d+)?` -> `/orders/{id}`."""
    return _in_literals(text, lambda part: _COLON.sub(r"{\1}", part) if ":" in part else part)


def brace_path(text: Text) -> Text:
    """FastAPI, Starlette, aiohttp, hapi: `/orders/{id:int}` -> `/orders/{id}`; `{rest:path}`, `{rest*}` -> `**`."""
    return _in_literals(text, lambda part: _BRACE.sub(_brace, part))


def bracket_path(path: str) -> str:
    """Next.js folders: `orders/[id]` -> `orders/{id}`, `[...rest]` -> `**`."""
    return _BRACKET.sub(lambda match: "**" if match.group(1) else f"{{{match.group(2)}}}", path)


def regex_path(text: Text) -> Text:
    r"""Django `re_path` and Tornado: `^orders/(?P<id>\d+)/$` -> `orders/{id}/`."""
    return _in_literals(text, _unregex)


def _in_literals(text: Text, change: Callable[[str], str]) -> Text:
    return merge_literals([Literal(change(part.text)) if isinstance(part, Literal) else part for part in text])


def _angle(match: re.Match[str]) -> str:
    return "**" if match.group().startswith("<path:") else f"{{{match.group(1)}}}"


def _named_angle(match: re.Match[str]) -> str:
    return "**" if match.group(2) == ":path" else f"{{{match.group(1)}}}"


def _brace(match: re.Match[str]) -> str:
    is_rest = match.group().endswith((":path}", "*}")) or ":.*" in match.group()
    return "**" if is_rest else f"{{{match.group(1)}}}"


def _unregex(pattern: str) -> str:
    """A regular expression as a path template; what is no plain path becomes `{}`."""
    pattern = pattern[:MAX_REGEX].removeprefix("^").removeprefix("\\A").removesuffix("$").removesuffix("\\Z")
    out: list[str] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == "(":
            end = _closing(pattern, position)
            out.append(_group(pattern[position + 1 : end]))
            position = _after_quantifier(pattern, end + 1)
        elif character == "[":
            end = pattern.find("]", position + 2)
            out.append("{}")
            position = _after_quantifier(pattern, len(pattern) if end < 0 else end + 1)
        elif character == "\\":
            following = pattern[position + 1 : position + 2]
            out.append("{}" if following in "dwsDWS" else following)
            position = _after_quantifier(pattern, position + 2) if following in "dwsDWS" else position + 2
        elif character == ".":
            position = _after_quantifier(pattern, position + 1)
            out.append("**" if pattern[position - 1] in "*+" else "{}")
        else:
            out.append("" if character in "?*+" else character)
            position += 1
    return "".join(out)


def _group(inner: str) -> str:
    name = re.match(r"\?P?<(\w+)>", inner)
    if name:
        return f"{{{name.group(1)}}}"
    if inner in (".*", ".+", ".*?"):
        return "**"
    return inner[2:] if inner.startswith("?:") and _SIMPLE.fullmatch(inner[2:]) else "{}"


def _closing(pattern: str, start: int) -> int:
    depth = 0
    position = start
    while position < len(pattern):
        if pattern[position] == "\\":
            position += 1
        elif pattern[position] == "(":
            depth += 1
        elif pattern[position] == ")":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return len(pattern)


def _after_quantifier(pattern: str, position: int) -> int:
    if pattern[position : position + 1] == "{":
        end = pattern.find("}", position)
        return len(pattern) if end < 0 else end + 1
    while pattern[position : position + 1] in ("?", "*", "+"):
        position += 1
    return position


def each(texts: Iterable[Text], read: Callable[[Text], Text]) -> list[Text]:
    """Every text read as a path, without repetition."""
    return list(dict.fromkeys(read(text) for text in texts))
