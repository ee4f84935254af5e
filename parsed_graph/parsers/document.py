"""Documents beside the code: READMEs, runbooks, RFCs and what lies in a docs folder are DocDecls, called as their first heading."""

import re
from collections.abc import Iterator

from parsed_graph.facts import DocDecl, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser

MAX_LINES = 200
MAX_LINE = 1000
"""Characters: patterns over a longer line could take long."""
_README = re.compile(r"readme(?:[._-][a-z]{2}(?:[-_][a-z]{2})?)?$", re.I)
_RUNBOOK = re.compile(r"(?:^|/)(?:[\w.-]*[-_])?(?:run|play)[-_ ]?books?(?:[-_/.]|$)", re.I)
_RFC = re.compile(r"(?:^|/)(?:rfcs?|proposals?|design[-_ ]?docs?)/|(?:^|/)rfc[-_ ]?\d", re.I)
_DOC = re.compile(r"(?:^|/)(?:docs?|documentation)/|(?:^|/)(?:architecture|design|overview)$", re.I)
# Decision records and postmortems are documents of their own kind, read elsewhere.
_RECORD = re.compile(
    r"(?:^|/)(?:[\w.-]*[-_])?(?:adrs?|madr|decisions?|decision[-_ ](?:records?|log)|architectur\w+[-_ ]decisions?(?:[-_ ]records?)?"
    r"|post[-_ ]?mortems?|incidents?|incident[-_ ](?:reports?|reviews?)|outages?|rcas?|retrospectives?)/"
    r"|(?:^|/)(?:adr[-_ ]?\d|[^/]*post[-_ ]?mortem|[^/]*incident[-_ ]report)",
    re.I,
)
_NO_DOCUMENT = re.compile(
    r"(?:^|/)(?:\.github|node_modules)/|(?:^|/)(?:changelog|change_log|changes|licen[cs]e|contributing|code_of_conduct|security"
    r"|summary|_?index|toc|template|.*[-_.]template)$",
    re.I,
)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A document without a heading is called as its file."""
    stem = re.sub(r"\.\w+$", "", artefact.path)
    kind = _kind(stem)
    if kind:
        title, line = _title(artefact.text)
        yield DocDecl(kind, title or stem.rpartition("/")[2], SourceSpan(artefact.path, line))


def _kind(stem: str) -> str:
    """The kind that folder and name give, "" for what is no document of ours."""
    if _README.match(stem.rpartition("/")[2]):
        return "README"
    if _RECORD.search(stem) or _NO_DOCUMENT.search(stem):
        return ""
    if _RUNBOOK.search(stem):
        return "runbook"
    if _RFC.search(stem):
        return "RFC"
    return "doc" if _DOC.search(stem) else ""


def _title(text: str) -> tuple[str, int]:
    """The front matter's title, else the first heading (Markdown, HTML, AsciiDoc, reStructuredText), and its line."""
    lines = [line[:MAX_LINE] for line in text[:200_000].split("\n")[:MAX_LINES]]
    start = 0
    if lines[0].rstrip() == "---":
        start = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
        for number, line in enumerate(lines[1:start], 2):
            named = re.match(r"title:\s*(.+)", line, re.I)
            if named and named[1].strip("\"' "):
                return named[1].strip("\"' "), number
    is_code = False
    for number, line in enumerate(lines[start:], start + 1):
        if re.match(r"\s*(?:```|~~~|----$|\.\.\. )", line) and not _is_underline(lines, number):
            is_code = not is_code
        elif not is_code:
            title = _heading(lines, number)
            if title:
                return title, number
    return "", 1


def _heading(lines: list[str], number: int) -> str:
    line = lines[number - 1].strip()
    marked = re.match(r"(?:#{1,3}(?=\w)|(?:#{1,3}|={1,3})\s)(.+)", line) or re.match(r"<h[1-3][^>]*>(.+)", line, re.I)
    if marked:
        return _plain(marked[1].rstrip("#= \t"))
    return _plain(line) if line and _is_underline(lines, number + 1) else ""


def _is_underline(lines: list[str], number: int) -> bool:
    """Whether a line makes the text above it a heading."""
    if not 2 <= number <= len(lines):
        return False
    above, line = lines[number - 2].strip(), lines[number - 1].strip()
    return (
        bool(re.fullmatch(r"=+|-+|~+", line)) and len(line) >= max(3, len(above) * 0.6) and bool(re.match(r"\w", above))
    )


def _plain(text: str) -> str:
    """A heading without images, links, tags and emphasis."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|!\[[^\]]*\]\[[^\]]*\]|<[^>]*>", " ", text)
    text = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    return " ".join(re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)|\{#[^}]*\}", "", text).split())[:200]


PARSER = Parser("document", patterns=("*.md", "*.markdown", "*.adoc", "*.asciidoc", "*.rst"), parse=parse)
