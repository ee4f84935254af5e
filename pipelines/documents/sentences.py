"""Sentences of plain text, with their offsets; English and Portuguese abbreviations do not end one."""

import re
from dataclasses import dataclass

_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|resp|fig|no|nr|vol|sec|ch|eq|ex|p\.ex|mr|mrs|ms|dr|dra|sr|sra|prof|st|inc|ltd|co|corp|dept|est|min|max|pág|núm"
    r"|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)|\b[A-Za-z]|\d)\.$",
    re.I,
)  # fmt: skip
_END = re.compile(
    r"(?<![.!?…])[.!?…]{1,20}[\"'”\u2019)\]]{0,4}(?=\s)|\n(?=\s*\n)|(?<=:)\n(?=\s*(?:[-*•\u2013]|\d+[.)])\s)|\n(?=\s*[-*•\u2013]\s)"
)

_NAME = re.compile(r"[a-z][a-z\d]+[-_][a-z\d]{2}|[a-z]+[A-Z]")
"""A sentence may begin with a name that is written small: "orders-api", "ordersApi"."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`start:end` in the text that was split."""

    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """The sentences of a text in order; white space around them is left out."""
    sentences: list[Sentence] = []
    start = 0
    for found in _END.finditer(text):
        if found[0][0] == "." and not _ends_sentence(text, start, found):
            continue
        _append(sentences, text, start, found.end())
        start = found.end()
    _append(sentences, text, start, len(text))
    return sentences


def _ends_sentence(text: str, start: int, found: re.Match[str]) -> bool:
    after = text[found.end() : found.end() + 24].lstrip()
    before = text[max(start, found.start() - 12) : found.start() + 1]
    if _ABBREVIATION.search(before):
        short = before[-2:-1]
        # "version 2." or "plan B." may end a sentence: only a capital after a gap then tells.
        return short.isdigit() and after[:1].isupper() and not before.strip().rstrip(".").isdigit()
    return not after[:1].islower() or bool(_NAME.match(after))


def _append(sentences: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        sentences.append(Sentence(start, end))
