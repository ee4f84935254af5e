import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsed_graph.facts import OwnerRule, SourceSpan
from parsed_graph.resolve.owners import (
    matches,
    owners_of_file,
    owners_of_folder,
    rules_in_force,
)

SEGMENTS = st.lists(
    st.sampled_from(["a", "b", "ab", "a.js", "docs", "*", "**", "*.js", "a*b", "?"]), min_size=1, max_size=4
)
PATTERNS = st.builds(
    lambda head, segments, tail: head + "/".join(segments) + tail,
    st.sampled_from(["", "/"]),
    SEGMENTS,
    st.sampled_from(["", "/"]),
)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "aab", "a.js", "docs", "x"]), min_size=1, max_size=5).map("/".join)
RULES = st.lists(st.tuples(PATTERNS, st.sampled_from([(), ("@one",), ("@two", "@three")])), max_size=6)

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""


def rules(*lines: tuple[str, tuple[str, ...]], path: str = "CODEOWNERS", section: str = "") -> list[OwnerRule]:
    return [
        OwnerRule(pattern, owners, SourceSpan(path, number), number, section)
        for number, (pattern, owners) in enumerate(lines)
    ]


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*", "any/where.txt", True),
        ("*.js", "web/src/app.js", True),
        ("*.js", "app.json", False),
        ("/build/logs/", "build/logs/deep/er.log", True),
        ("/build/logs/", "other/build/logs/x", False),
        ("/build/logs/", "build/logs", False),
        ("docs/*", "docs/start.md", True),
        ("docs/*", "docs/build/trouble.md", False),
        ("apps/", "x/apps/y/z.c", True),
        ("/docs/", "x/docs/y", False),
        ("/apps/github", "apps/github/z.c", True),
        ("apps/github", "x/apps/github", False),
        ("**/logs", "deep/logs/x", True),
        ("**/logs", "logs", True),
        ("/src/**/test/*.py", "src/test/a.py", True),
        ("/src/**/test/*.py", "src/a/b/test/a.py", True),
        ("/src/**", "src", False),
        ("/", "a", False),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("[ab].c", "a.c", False),
        ("with space/x", "with space/x", True),
    ],
)
def test_github_patterns(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("README.md", "deep/README.md", True),
        ("internal/README.md", "deep/internal/README.md", True),
        ("/docs/", "docs/a/b.md", True),
        ("/docs", "docs/a.md", False),
        ("/docs/*", "docs/a/b.md", False),
        ("/docs/**/*.md", "docs/a/b.md", True),
        ("/docs/**/*.md", "docs/b.md", True),
        ("[ab].c", "x/a.c", True),
        ("[!ab].c", "a.c", False),
        ("[z-a].c", "b.c", False),
        ("/", "anything", True),
    ],
)
def test_gitlab_patterns(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path, is_gitlab=True) is expected


@CALM
@given(lines=RULES, path=PATHS)
def test_the_last_matching_rule_wins(lines: list[tuple[str, tuple[str, ...]]], path: str) -> None:
    last = next((owners for pattern, owners in reversed(lines) if matches(pattern, path)), ())
    assert owners_of_file(path, rules(*lines)).owners == last


@CALM
@given(lines=RULES, path=PATHS, pattern=PATTERNS)
def test_one_more_rule_decides_for_what_it_matches_and_for_nothing_else(
    lines: list[tuple[str, tuple[str, ...]]], path: str, pattern: str
) -> None:
    before = owners_of_file(path, rules(*lines)).owners
    after = owners_of_file(path, rules(*lines, (pattern, ("@new",)))).owners
    assert after == (("@new",) if matches(pattern, path) else before)


@CALM
@given(lines=RULES, folder=PATHS)
def test_whoever_owns_a_folder_owns_a_new_file_in_it_unless_its_name_says_otherwise(
    lines: list[tuple[str, tuple[str, ...]]], folder: str
) -> None:
    assert owners_of_folder(folder, rules(*lines)) == owners_of_file(f"{folder}/\1", rules(*lines))


def expand(segments: list[str], path: list[str], *, is_deep: bool) -> bool:
    """GitHub's rules by plain recursion, to check the regular expressions against."""
    if not segments:
        return not path or is_deep
    if segments[0] == "**":
        rest = segments[1:]
        return bool(path) if not rest else any(expand(rest, path[n:], is_deep=is_deep) for n in range(len(path) + 1))
    if not path:
        return False
    regex = "".join("[^/]*" if c == "*" else "[^/]" if c == "?" else re.escape(c) for c in segments[0])
    return bool(re.fullmatch(regex, path[0])) and expand(segments[1:], path[1:], is_deep=is_deep)


@CALM
@given(pattern=PATTERNS, path=PATHS)
def test_patterns_match_as_plain_recursion_says(pattern: str, path: str) -> None:
    segments = [segment for segment in pattern.split("/") if segment]
    if not pattern.startswith("/") and len(segments) == 1:
        segments = ["**", *segments]
    if pattern.endswith("/"):
        segments = [*segments, "**"]
    is_deep = segments[-1] not in ("*", "**")
    assert matches(pattern, path) == expand(segments, path.split("/"), is_deep=is_deep)


def test_a_pattern_of_many_wildcards_takes_no_time() -> None:
    assert not matches("/" + "**/a*a*a*a/" * 40 + "b", "/".join(["aaaaaaaaaaaaaaaa"] * 200))


def test_a_rule_without_owners_clears_them() -> None:
    found = rules(("*", ("@all",)), ("/apps/", ("@apps",)), ("/apps/github", ()))
    assert owners_of_file("apps/github/x.c", found).owners == ()
    assert owners_of_file("apps/other.c", found).owners == ("@apps",)


def test_each_section_of_gitlab_has_its_own_last_match() -> None:
    found = [
        *rules(("*", ("@all",)), path=".gitlab/CODEOWNERS"),
        *rules(("*.md", ("@docs",)), ("README.md", ("@readers",)), path=".gitlab/CODEOWNERS", section="Docs"),
        *rules(("/src/", ("@dev",)), path=".gitlab/CODEOWNERS", section="Code"),
    ]
    assert owners_of_file("src/README.md", found).owners == ("@all", "@readers", "@dev")


def test_an_exclusion_of_gitlab_cannot_be_taken_back() -> None:
    lines = (("*", ("@all",)), ("!*.lock", ()), ("package.lock", ("@all",)))
    assert owners_of_file("package.lock", rules(*lines, path=".gitlab/CODEOWNERS")).owners == ()


def test_only_one_file_is_in_force() -> None:
    found = [*rules(("*", ("@root",))), *rules(("*", ("@github",)), path=".github/CODEOWNERS")]
    assert [rule.owners for rule in rules_in_force(found)] == [("@github",)]


def test_the_owner_of_a_folder_comes_from_a_rule_for_all_of_it() -> None:
    found = rules(("*", ("@all",)), ("/orders/", ("@orders",)), ("/orders/*.sql", ("@dba",)))
    assert owners_of_folder("orders", found).owners == ("@orders",)
    assert owners_of_folder("", found).owners == ("@all",)
    assert [rule.span.line for rule in owners_of_folder("orders", found).rules] == [1]
