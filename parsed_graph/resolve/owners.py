"""Who owns a file or folder, by the OwnerRules of its repository: the last rule that matches wins, in each section of GitLab's."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsed_graph.facts import OwnerRule

# https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
_GITHUB_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
# https://docs.gitlab.com/user/project/codeowners/#codeowners-file
_GITLAB_PLACES = ("CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
_ANY_FILE = "\0"
"""A file name that only a rule for every file of a folder matches."""


@dataclass(frozen=True, slots=True)
class Ownership:
    """Owners as written, and the rules that gave them (one for each section); both empty where nobody owns."""

    owners: tuple[str, ...] = ()
    rules: tuple[OwnerRule, ...] = ()


def rules_in_force(rules: Iterable[OwnerRule]) -> list[OwnerRule]:
    """The rules of the one CODEOWNERS file that the host reads, in its order; the others of the repository count for nothing."""
    by_file: dict[str, list[OwnerRule]] = {}
    for rule in rules:
        by_file.setdefault(rule.span.path, []).append(rule)
    places = _GITLAB_PLACES if any(map(_is_gitlab, by_file.values())) else _GITHUB_PLACES
    chosen = next((by_file[place] for place in places if place in by_file), [])
    return sorted(chosen, key=lambda rule: rule.order)


def owners_of_file(path: str, rules: Sequence[OwnerRule]) -> Ownership:
    """Who owns a file, by rules in force. `path` is relative to the repository."""
    is_gitlab = _is_gitlab(rules)
    last: dict[str, OwnerRule] = {}
    excluded: set[str] = set()
    for rule in rules:
        if is_gitlab and rule.pattern.startswith("!"):
            # An exclusion holds for its section, whatever follows it.
            if matches(rule.pattern[1:], path, is_gitlab=True):
                excluded.add(rule.section)
        elif matches(rule.pattern, path, is_gitlab=is_gitlab):
            last[rule.section] = rule
    winners = [rule for section, rule in last.items() if section not in excluded and rule.owners]
    owners = dict.fromkeys(owner for rule in winners for owner in rule.owners)
    return Ownership(tuple(owners), tuple(winners))


def owners_of_folder(folder: str, rules: Sequence[OwnerRule]) -> Ownership:
    """Who owns whatever file is put directly into a folder ("" for the root)."""
    return owners_of_file(f"{folder}/{_ANY_FILE}" if folder else _ANY_FILE, rules)


def matches(pattern: str, path: str, *, is_gitlab: bool = False) -> bool:
    """Whether a CODEOWNERS pattern matches a file; GitHub and GitLab differ in what a pattern without a leading `/` means."""
    return bool(_compiled(pattern, is_gitlab).match(path))


def _is_gitlab(rules: Iterable[OwnerRule]) -> bool:
    return any(rule.section or rule.span.path.startswith(".gitlab/") for rule in rules)


@lru_cache(maxsize=4096)
def _compiled(pattern: str, is_gitlab: bool) -> re.Pattern[str]:
    segments = [segment for segment in pattern.split("/") if segment]
    if not segments:
        return re.compile("" if is_gitlab and pattern else r"(?!)")
    if not pattern.startswith("/") and (is_gitlab or len(segments) == 1):
        segments = ["**", *segments]
    is_deep = pattern.endswith("/")
    while segments and segments[-1] == "**":
        is_deep = True
        segments.pop()
    # `docs/*` is no rule for what lies deeper, and to GitLab no pattern without a final `/` is.
    is_flat = is_gitlab or segments[-1:] == ["*"]
    tail = ("/.+" if segments else ".+") if is_deep else "" if is_flat else "(?:/.*)?"
    try:
        return re.compile(_path_regex(segments, is_gitlab) + tail + r"\Z", re.S)
    except re.error:
        return re.compile(r"(?!)")


def _path_regex(segments: list[str], is_gitlab: bool) -> str:
    """Atomic groups keep many `**` linear: what stands between two of them may always take its first place."""
    runs: list[list[str]] = [[]]
    for segment in segments:
        if segment == "**":
            runs.append([])
        else:
            runs[-1].append(_segment_regex(segment, is_gitlab))
    first, *others = ["/".join(run) for run in runs]
    if not others:
        return first
    middle = "".join(f"(?>(?:[^/]+/)*?{run}/)" for run in others[:-1] if run)
    return (f"{first}/" if first else "") + middle + "(?:[^/]+/)*" + others[-1]


def _segment_regex(segment: str, is_gitlab: bool) -> str:
    pieces = [_piece_regex(piece, is_gitlab) for piece in re.split(r"\*+", segment)]
    first, *middle = pieces
    if not middle:
        return first
    regex = first + "".join(f"(?>[^/]*?{piece})" for piece in middle[:-1] if piece) + "[^/]*" + middle[-1]
    return f"(?=[^/]){regex}"


def _piece_regex(piece: str, is_gitlab: bool) -> str:
    """Fixed text, `?` for one character, and in GitLab's patterns character ranges."""
    regex = ""
    for match in re.finditer(r"\\(.)|(\?)|\[([!^]?)([^\]\\\[]+)\]|(.)", piece, re.S):
        escaped, single, negation, characters, plain = match.groups()
        if single:
            regex += "[^/]"
        elif characters and is_gitlab:
            regex += f"(?!/)[{'^' if negation else ''}{re.escape(characters).replace(re.escape('-'), '-')}]"
        else:
            regex += re.escape(escaped or plain or match[0])
    return regex
