"""CODEOWNERS of GitHub and GitLab: each line is an OwnerRule, in order; one without owners clears them."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Incomplete, OwnerRule, SourceSpan
from parsed_graph.parser import Artefact, Parser

_PLACES = ("CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
# https://docs.gitlab.com/user/project/codeowners/reference/#sections: `^` is optional, `[2]` the approvals, then default owners.
_SECTION = re.compile(r"\^?\[([^\]\[]+)\](?:\[\d+\])?(?:\s+(.*))?$")
_WORD = re.compile(r"(?:\\.|[^\s\\])+")
_OWNER = re.compile(r"@{1,2}[\w.-]+(?:/[\w.-]+)*|[^\s@]+@[^\s@]+\.[^\s@]+")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Patterns are kept as written, but for the backslash before a space or a first `#`."""
    if artefact.path not in _PLACES:
        return
    lines = [(number, line.strip()) for number, line in enumerate(artefact.text.split("\n"), 1)]
    is_gitlab = artefact.path.startswith(".gitlab/") or any(_SECTION.match(line) for _, line in lines)
    section, order = "", 0
    defaults: tuple[str, ...] = ()
    names: dict[str, str] = {}
    for number, line in lines:
        span = SourceSpan(artefact.path, number)
        heading = _SECTION.match(line) if is_gitlab else None
        if heading:
            # Sections of one name are one section, whatever the case of its letters.
            section = names.setdefault(heading[1].lower(), heading[1])
            defaults = _owners(_words(heading[2] or ""))
            continue
        pattern, *words = _words(line) or [""]
        if not pattern:
            continue
        problem = _problem(pattern, words, is_gitlab=is_gitlab)
        if problem:
            yield Incomplete("malformed-owner-rule", problem, span)
            continue
        yield OwnerRule(_unescaped(pattern), _owners(words) or defaults, span, order, section)
        order += 1


def _words(line: str) -> list[str]:
    """The words before a comment."""
    words: list[str] = []
    for word in _WORD.findall(line):
        if word.startswith("#"):
            break
        words.append(word)
    return words


def _owners(words: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if _OWNER.fullmatch(word)))


def _problem(pattern: str, words: list[str], *, is_gitlab: bool) -> str:
    """Why the host skips a line: https://docs.github.com/en/repositories/…/about-code-owners#codeowners-syntax."""
    if words and not _owners(words):
        return f"no owner among {' '.join(words)[:80]!r}"
    if not is_gitlab and (pattern.startswith("!") or "[" in pattern):
        return f"GitHub knows no negation and no character ranges: {pattern[:80]!r}"
    if "***" in pattern or len(pattern) > 500:
        return f"not a pattern: {pattern[:80]!r}"
    return ""


def _unescaped(pattern: str) -> str:
    return re.sub(r"^\\#", "#", pattern).replace("\\ ", " ")


PARSER = Parser("codeowners", patterns=_PLACES, parse=parse)
