"""Caddy: each reverse_proxy of a Caddyfile is a ProxyRoute. https://caddyserver.com/docs/caddyfile/directives/reverse_proxy"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Env, Fact, Literal, Part, ProxyRoute, SourceSpan, Text
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.route_path import prefix_path, segment_count
from parsed_graph.syntax.unclosed import ENDLESS, TEMPLATED, layout, unclosed

_ENVIRONMENT = re.compile(r"\{(?:\$|env\.)(\w+)(?::([^}]*))?\}")
_PATH_BLOCKS = frozenset({"handle", "handle_path", "route"})
MAX_DEPTH = 30
_LAYOUT = layout(
    code=r"""\#[^\n]* | <<([A-Za-z]\w*)\n(?:.*?\n)??[ \t]*\1(?!\w) | (?P<heredoc><<[A-Za-z]\w*$) | (?P<text>") | (?P<raw>`)
        | (?P<open>\{)(?=[ \t]*(?:\#|$)) | (?P<close>\})(?!\S) | \S+""",
    heredoc=ENDLESS,
    text=r"""\\. | (?P<close>")""",
    raw="(?P<close>`)",
)
"""Quotes and comments begin a word; the brace that opens a block ends its line."""

Block = tuple[str, tuple[str, ...]]


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`handle_path` and `uri strip_prefix` drop what they match; `@name` matchers of paths are filled in."""
    lines = list(_lines(artefact.text))
    matchers = {
        words[0]: words[2]
        for _, words, _ in lines
        if words[0].startswith("@") and words[1:2] == ("path",) and len(words) > 2
    }
    strips = {blocks: words[-1] for blocks, words, _ in lines if words[:2] == ("uri", "strip_prefix")}
    for blocks, words, line in lines:
        inside = blocks[-1] if blocks else ("", ())
        if words[0] == "reverse_proxy":
            yield from _routes(artefact, line, blocks, words[1:], matchers, strips)
        elif words[0] == "to" and inside[0] == "reverse_proxy":
            yield from _routes(artefact, line, blocks[:-1], (*inside[1][:1], *words[1:]), matchers, strips)
    if not TEMPLATED.search(artefact.text):
        yield from unclosed(artefact.path, artefact.text, _LAYOUT)


def _lines(text: str) -> Iterator[tuple[tuple[Block, ...], tuple[str, ...], int]]:
    """(blocks around it, words, line) of every directive."""
    blocks: list[Block] = []
    for number, raw in enumerate(text.split("\n"), 1):
        words = tuple(word.strip('"`') for word in raw.split(" #")[0].split() if not raw.lstrip().startswith("#"))
        if not words:
            continue
        if words == ("}",):
            blocks = blocks[:-1]
            continue
        opens = words[-1] == "{"
        words = words[:-1] if opens else words
        if words:
            yield tuple(blocks), words, number
        if opens and len(blocks) < MAX_DEPTH:
            blocks.append((words[0] if words else "", words[1:]))


def _routes(
    artefact: Artefact,
    line: int,
    blocks: tuple[Block, ...],
    words: tuple[str, ...],
    matchers: dict[str, str],
    strips: dict[tuple[Block, ...], str],
) -> Iterator[Fact]:
    has_matcher = bool(words) and words[0].startswith(("/", "@", "*"))
    matcher = (
        words[0] if has_matcher else next((b[1][0] for b in reversed(blocks) if b[0] in _PATH_BLOCKS and b[1]), "*")
    )
    pattern = matchers.get(matcher, "/*" if matcher.startswith(("*", "@")) else matcher)
    is_stripped = not has_matcher and any(name == "handle_path" for name, _ in blocks)
    strip = segment_count(pattern.rstrip("*")) if is_stripped else segment_count(strips.get(blocks, ""))
    path = prefix_path(pattern.removesuffix("*")) if pattern.endswith("*") else pattern
    for upstream in words[1:] if has_matcher else words:
        if not upstream.startswith(("unix/", "{")) or upstream.startswith(("{$", "{env.")):
            yield ProxyRoute(path, _target(upstream), SourceSpan(artefact.path, line), "caddy", strip)


def _target(upstream: str) -> Text:
    text = upstream if "://" in upstream else f"http://{upstream}"
    parts: list[Part] = []
    position = 0
    for match in _ENVIRONMENT.finditer(text):
        parts += [Literal(text[position : match.start()])] if match.start() > position else []
        parts.append(Env(match[1], match[2]))
        position = match.end()
    return (*parts, Literal(text[position:])) if position < len(text) else tuple(parts)


PARSER = Parser("caddy", patterns=("Caddyfile", "Caddyfile.*", "*.Caddyfile", "*.caddy"), parse=parse)
