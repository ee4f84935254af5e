"""What of a checkout is nobody's own source: vendored, generated and test files, and what .gitignore names."""

import re
from collections.abc import Sequence
from pathlib import Path

import pathspec

_SKIPPED_FOLDERS = frozenset(
    """.git .hg .svn .idea .vscode .gradle .mvn .terraform .venv venv node_modules bower_components vendor
    third_party third-party thirdparty site-packages __pycache__ .mypy_cache .pytest_cache .tox .nox .next .nuxt
    .angular .cache .yarn dist target bin obj Pods wwwroot""".split()
)
_TEST_FOLDERS = frozenset(
    """test tests __tests__ __mocks__ testdata test-data fixtures e2e cypress androidTest testFixtures""".split()
)
_TEST_LEVELS = (
    "integration|integ|int|contract|component|functional|acceptance|end-?to-?end|e2e|system|smoke|performance"
)
_TEST_LEVEL = re.compile(rf"^({_TEST_LEVELS})[-_]?tests?$", re.I)
"""Gradle's source sets and modules that hold tests of one level: `src/contractTest`, `end-to-end-tests`."""
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

Ignores = Sequence[tuple[str, pathspec.GitIgnoreSpec]]
"""Folders with the patterns of their .gitignore, from the root down."""


def is_left_out_folder(name: str) -> bool:
    """Whether a folder of this name holds no source of its own."""
    return name in _SKIPPED_FOLDERS or name in _TEST_FOLDERS or bool(_TEST_LEVEL.match(name))


def is_left_out_file(name: str) -> bool:
    """Whether a file of this name is a test or generated."""
    return bool(_TEST_FILE.search(name) or _GENERATED.search(name))


def read_ignore(path: Path) -> pathspec.GitIgnoreSpec:
    """The patterns of a .gitignore file that git can read."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
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


def is_ignored(path: str, ignores: Ignores, is_folder: bool) -> bool:
    """Whether the deepest pattern that says anything of a path leaves it out."""
    for folder, spec in reversed(ignores):
        relative = path[len(folder) + 1 :] if folder else path
        verdict = spec.check_file(relative + "/" if is_folder else relative).include
        if verdict is not None:
            return verdict
    return False
