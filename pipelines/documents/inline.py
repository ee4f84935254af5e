"""Inline markup folded to plain text: links, code, emphasis, tags; and how two texts compare when markup is folded."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<code>`{1,3}(?P<code_text>[^`]{1,2000})`{1,3})"
    r"|(?P<image>!\[[^\[\]]{0,300}\](?:\([^()\s]{0,500}(?:\s\"[^\"\n]{0,200}\")?\)|\[[^\[\]]{0,100}\])?)"
    r"|(?P<link>\[(?P<link_text>(?:[^\[\]]|\[[^\[\]]{0,100}\]){0,300})\]"
    r"(?:\((?P<href>[^()\s]{0,600}(?:\([^()\s]{0,100}\)[^()\s]{0,200})?)(?:\s+[\"'(][^\"\n]{0,200}[\"')])?\s?\)"
    r"|\[(?P<label>[^\[\]]{0,200})\])?)"
    r"|(?P<auto><(?P<auto_href>(?:https?|mailto):[^<>\s]{1,600})>)"
    r"|(?P<url>https?://[^\s<>\"'`|]{1,600})"
    r"|(?P<struck>~~(?P<struck_text>[^~]{1,2000})~~)"
    r"|(?P<tag></?[A-Za-z][^<>]{0,300}>|<!--[^>]{0,500}-->)"
    r"|(?P<emphasis>\*{1,3}|(?<![A-Za-z0-9])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![A-Za-z0-9]))"
    r"|(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<entity>&(?:[a-zA-Z]{2,10}|#\d{1,6});)"
)
_MARKUP = re.compile(r"[*_`#>|~\[\](){}<>\"'“”‘’«»\\!]+")
_SPACE = re.compile(r"\s+")
_ANY_MARKUP = re.compile(r"[`\[<~*_\\&]|://")


@dataclass(frozen=True, slots=True)
class Link:
    """A link whose text stands at `start:end` of the plain text."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Inline:
    """Plain text with what its markup said: links, `code` spans, and URL spans."""

    text: str
    links: tuple[Link, ...] = ()
    code: tuple[tuple[int, int], ...] = ()
    urls: tuple[tuple[int, int], ...] = ()


def plain(markup: str, definitions: Mapping[str, str]) -> Inline:
    """The text a reader sees; line ends stay where they were, struck-out text and images are gone."""
    if not _ANY_MARKUP.search(markup):
        return Inline(markup)
    out: list[str] = []
    links: list[Link] = []
    code: list[tuple[int, int]] = []
    urls: list[tuple[int, int]] = []
    length = position = 0

    def put(text: str) -> None:
        nonlocal length
        out.append(text)
        length += len(text)

    for found in _TOKEN.finditer(markup):
        put(markup[position : found.start()])
        position = found.end()
        kind = found.lastgroup
        start = length
        if found["code"] is not None:
            put(found["code_text"])
            code.append((start, length))
        elif found["link"] is not None:
            _put_link(found, definitions, put, links, start)
        elif found["auto"] is not None or found["url"] is not None:
            target = found["auto_href"] or found["url"].rstrip(".,;:!?)")
            put(target)
            urls.append((start, length))
            links.append(Link(start, length, target))
            if found["url"] is not None:
                put(found["url"][len(target) :])
        elif found["entity"] is not None:
            put(html.unescape(found["entity"]))
        elif kind == "escape":
            put(found["escape"][1:])
        elif found["tag"] is not None:
            put(" " if "br" in found["tag"].lower()[:4] else "")
        elif found["emphasis"] is None:
            put("\n" * found[0].count("\n"))
    put(markup[position:])
    return Inline("".join(out), tuple(links), tuple(code), tuple(urls))


def _put_link(found: re.Match[str], definitions: Mapping[str, str], put: object, links: list[Link], start: int) -> None:
    text = found["link_text"]
    if text[:1] == "^" and not found["href"]:
        return
    target = found["href"]
    if target is None:
        label = _SPACE.sub(" ", found["label"] or text).strip().lower()
        target = definitions.get(label)
    assert callable(put)
    if target is None:
        put(f"[{text}]" if text.strip() not in ("x", "X", " ", "") else "")
        return
    inner = plain(text, {}).text if any(mark in text for mark in "`*_<\\") else text
    put(inner)
    links.append(Link(start, start + len(inner), target))


def fold(text: str) -> str:
    """The form in which a quotation is compared with its source: no markup, one space, straight quotes, no case change."""
    return _SPACE.sub(" ", _MARKUP.sub(" ", text)).strip()
