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
_MARKUP = re.compile(r"[*_`#>|~\[\](){}<>\"'“”\u2018\u2019«»\\!]+")
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
    folding = _Folding(definitions)
    position = 0
    for found in _TOKEN.finditer(markup):
        folding.put(markup[position : found.start()])
        folding.token(found)
        position = found.end()
    folding.put(markup[position:])
    return Inline("".join(folding.out), tuple(folding.links), tuple(folding.code), tuple(folding.urls))


class _Folding:
    """The plain text so far, and where links, code and URLs stand in it."""

    def __init__(self, definitions: Mapping[str, str]) -> None:
        self.definitions = definitions
        self.out: list[str] = []
        self.length = 0
        self.links: list[Link] = []
        self.code: list[tuple[int, int]] = []
        self.urls: list[tuple[int, int]] = []

    def put(self, text: str) -> None:
        self.out.append(text)
        self.length += len(text)

    def token(self, found: re.Match[str]) -> None:
        start = self.length
        if found["code"] is not None:
            self.put(found["code_text"])
            self.code.append((start, self.length))
        elif found["link"] is not None:
            self._link(found)
        elif found["auto"] is not None or found["url"] is not None:
            target = found["auto_href"] or found["url"].rstrip(".,;:!?)")
            self.put(target)
            self.urls.append((start, self.length))
            self.links.append(Link(start, self.length, target))
            self.put(found["url"][len(target) :] if found["url"] is not None else "")
        elif found["entity"] is not None:
            self.put(html.unescape(found["entity"]))
        elif found["escape"] is not None:
            self.put(found["escape"][1:])
        elif found["tag"] is not None:
            self.put(" " if found["tag"].lower().startswith("<br") else "")
        elif found["emphasis"] is None:
            self.put("\n" * found[0].count("\n"))

    def _link(self, found: re.Match[str]) -> None:
        text, target = found["link_text"], found["href"]
        if text.startswith("^") and not target:
            return
        if target is None:
            label = _SPACE.sub(" ", found["label"] or text).strip().lower()
            target = self.definitions.get(label)
        if target is None:
            # A task's box, or words in brackets.
            self.put(f"[{text}]" if text.strip() not in ("x", "X", "") else "")
            return
        start = self.length
        self.put(plain(text, {}).text if any(mark in text for mark in "`*_<\\") else text)
        self.links.append(Link(start, self.length, target))


def fold(text: str) -> str:
    """The form in which a quotation is compared with its source: no markup, one space, straight quotes, no case change."""
    return _SPACE.sub(" ", _MARKUP.sub(" ", text)).strip()
