"""Walks a checkout and yields what is worth parsing: no ignored, vendored, generated, minified or oversized files.

The walk follows no symbolic link, so loops and links out of the checkout cannot occur.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pathspec

from parsed_graph.model import Problem

MAX_FILE_BYTES = 1_000_000
"""tree-sitter needs some hundred times a file's size: 10 MB take 1 GB."""
MAX_DEPTH = 60

_SKIPPED_FOLDERS = frozenset(
    """.git .hg .svn .idea .vscode .gradle .mvn .terraform .venv venv node_modules bower_components vendor
    third_party third-party thirdparty site-packages __pycache__ .mypy_cache .pytest_cache .tox .nox .next .nuxt
    .angular .cache .yarn dist target bin obj Pods wwwroot""".split()
)
_TEST_FOLDERS = frozenset(
    """test tests __tests__ __mocks__ testdata test-data fixtures e2e cypress integration-test integration-tests
    integrationTest androidTest testFixtures""".split()
)
_CODE = r"(java|kts?|scala|groovy|py|[cm]?[jt]sx?|go|cs|php|rb|rs)"
_TEST_FILE = re.compile(
    rf"(Tests?|IT|Spec|TestCase)\.(java|kt|scala|groovy|cs|php)$|(^|[._-])(test|spec|e2e|stories)\.{_CODE}$|_(test|spec)\.(go|py|rb)$"
    r"|^test_.*\.py$|^conftest\.py$"
)
_GENERATED = re.compile(
    r"(\.min\.(js|css)|\.bundle\.js|\.map|\.snap|(_pb2|_pb2_grpc)\.pyi?|\.pb(\.gw)?\.go|_pb\.(js|d\.ts)|_grpc_web_pb\.js"
    r"|_grpc_pb\.(js|d\.ts)|\.designer\.cs|\.g(\.i)?\.cs|\.generated\.\w+|ModelSnapshot\.cs"
    r"|^(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|go\.sum))$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A file worth parsing. `size` in bytes and `modified` in nanoseconds let a later run skip reading it."""

    path: str
    size: int
    modified: int
    siblings: frozenset[str]


@dataclass(slots=True)
class Walk:
    """What a walk found: entries sorted by path, and what it left out for a reason the user should know."""

    root: Path
    entries: list[SourceEntry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def walk_repository(root: Path, wanted: Callable[[str], bool]) -> Walk:
    """Every file below `root` whose relative path is `wanted`; .gitignore files apply as git applies them.

    Of code, tests are left out: they call what production never calls.
    """
    walk = Walk(root)
    _walk_folder(walk, "", (), wanted, 0)
    walk.entries.sort(key=lambda entry: entry.path)
    walk.problems.sort()
    return walk


def _walk_folder(
    walk: Walk,
    folder: str,
    ignores: tuple[tuple[str, pathspec.GitIgnoreSpec], ...],
    wanted: Callable[[str], bool],
    depth: int,
) -> None:
    if depth > MAX_DEPTH:
        walk.problems.append(Problem("walk", folder, 0, "too-deep", f"folders deeper than {MAX_DEPTH} are left out"))
        return
    try:
        with os.scandir(walk.root / folder) as scan:
            found = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        walk.problems.append(Problem("walk", folder, 0, "unreadable", error.strerror or str(error)))
        return
    siblings = frozenset(entry.name for entry in found)
    if ".gitignore" in siblings:
        ignores = (*ignores, (folder, _read_ignore(walk.root / folder / ".gitignore")))
    for entry in found:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if _is_ignored(path, ignores, entry.is_dir(follow_symlinks=False)):
            continue
        _visit(walk, entry, path, siblings, ignores, wanted, depth)


def _visit(
    walk: Walk,
    entry: os.DirEntry[str],
    path: str,
    siblings: frozenset[str],
    ignores: tuple[tuple[str, pathspec.GitIgnoreSpec], ...],
    wanted: Callable[[str], bool],
    depth: int,
) -> None:
    if entry.is_symlink():
        walk.problems.append(Problem("walk", path, 0, "symlink", "symbolic links are not followed"))
    elif entry.is_dir(follow_symlinks=False):
        if entry.name not in _SKIPPED_FOLDERS and entry.name not in _TEST_FOLDERS:
            _walk_folder(walk, path, ignores, wanted, depth + 1)
    elif entry.is_file(follow_symlinks=False) and wanted(path):
        if _TEST_FILE.search(entry.name) or _GENERATED.search(entry.name):
            return
        stat = entry.stat(follow_symlinks=False)
        if stat.st_size > MAX_FILE_BYTES:
            detail = f"{stat.st_size} bytes; files over {MAX_FILE_BYTES} are left out"
            walk.problems.append(Problem("walk", path, 0, "too-large", detail))
        else:
            walk.entries.append(SourceEntry(path, stat.st_size, stat.st_mtime_ns, siblings))


def _read_ignore(path: Path) -> pathspec.GitIgnoreSpec:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    kept = []
    for line in lines[:5000]:
        try:
            pathspec.GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue  # Git, too, passes over a pattern that it cannot read.
        kept.append(line)
    return pathspec.GitIgnoreSpec.from_lines(kept)


def _is_ignored(path: str, ignores: tuple[tuple[str, pathspec.GitIgnoreSpec], ...], is_folder: bool) -> bool:
    for folder, spec in reversed(ignores):
        relative = path[len(folder) + 1 :] if folder else path
        verdict = spec.check_file(relative + "/" if is_folder else relative).include
        if verdict is not None:
            return verdict
    return False
