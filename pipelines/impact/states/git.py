"""Git as far as a comparison needs it: where a repository lies, and what a revision is."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.errors import SettingsError

_SECONDS = 600
# What a repository's configuration would start is left out, and nothing is fetched.
_QUIET = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.autocrlf=false")


@dataclass(frozen=True, slots=True)
class GitRepository:
    """A repository on disk. `top` is the root of its working tree, None for a bare one."""

    git: Path
    top: Path | None

    @property
    def name(self) -> str:
        """What its folder is called."""
        return self.top.name if self.top else self.git.name.removesuffix(".git") or self.git.parent.name


def find_repository(folder: Path) -> GitRepository:
    """The repository that a folder lies in or is. Raises SettingsError where there is none."""
    if not folder.is_dir():
        raise SettingsError(f"{folder}: no such folder. Name a git repository with --repo")
    try:
        git = Path(run_git("-C", str(folder), "rev-parse", "--absolute-git-dir"))
        is_bare = run_git("-C", str(folder), "rev-parse", "--is-bare-repository") == "true"
        top = None if is_bare else Path(run_git("-C", str(folder), "rev-parse", "--show-toplevel")).resolve()
    except GitError as error:
        problem = f"{folder}: no git repository ({error}). Name one with --repo, or compare two folders"
        raise SettingsError(problem) from error
    return GitRepository(git.resolve(), top)


def find_commit(repository: GitRepository, revision: str) -> str:
    """The commit that a revision means. Raises SettingsError for one that is not there."""
    try:
        return run_git(
            "--git-dir", str(repository.git), "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
        )  # fmt: skip
    except GitError as error:
        hint = f"In a shallow clone: git fetch --depth=1 origin {revision}"
        raise SettingsError(f"{revision}: no such commit in {repository.git}. {hint}") from error


def merge_base(repository: GitRepository, one: str, other: str) -> str:
    """The commit from which two others parted. Raises SettingsError where there is none."""
    try:
        return run_git("--git-dir", str(repository.git), "merge-base", one, other)
    except GitError as error:
        problem = f"{one[:12]} and {other[:12]} have no commit in common here; a shallow clone lacks it: git fetch --unshallow"
        raise SettingsError(problem) from error


class GitError(Exception):
    """Git said no; the message is its own."""


def run_git(*arguments: str, cwd: Path | None = None) -> str:
    """The output of git without its last line break. Raises GitError."""
    return git_output(*arguments, cwd=cwd).decode("utf-8", "surrogateescape").removesuffix("\n")


def git_output(*arguments: str, cwd: Path | None = None, given: bytes = b"") -> bytes:
    """The output of git as it is; `given` is its standard input. Raises GitError."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }
    if cwd is not None:
        environment["GIT_CEILING_DIRECTORIES"] = str(cwd.resolve().parent)
    command = ["git", *_QUIET, *arguments]
    try:
        done = subprocess.run(
            command, check=True, capture_output=True, input=given, env=environment, timeout=_SECONDS, cwd=cwd
        )
    except FileNotFoundError as error:
        raise SettingsError("git is not installed: it is needed to compare revisions") from error
    except subprocess.TimeoutExpired as error:
        raise SettingsError(f"git {arguments[-1]}: took longer than {_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.decode("utf-8", "replace").strip().splitlines()
        told = next(
            (line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "it failed"
        )
        raise GitError(told.partition(": ")[2] or told) from error
    return done.stdout
