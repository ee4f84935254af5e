"""Git as far as a comparison needs it: what a revision is, where a repository lies, a tree written into a folder."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.errors import SettingsError

_SECONDS = 600
# Neither hooks nor filters of a configuration run, and nothing is fetched: what a commit holds is written as it is.
_QUIET = (
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.autocrlf=false", "-c", "core.attributesFile=/dev/null",
    "-c", "filter.lfs.smudge=", "-c", "filter.lfs.process=", "-c", "filter.lfs.required=false", "-c", "core.symlinks=true",
)  # fmt: skip


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


def write_tree(repository: GitRepository, commit: str, subfolder: str, folder: Path) -> Path:
    """Makes `folder/tree` hold a folder of a commit; files that it holds already, and only these, are left untouched.

    An index of our own says what is there: neither the working tree nor the index of the repository is touched.
    """
    tree, index = folder / "tree", folder / "index"
    if not tree.is_dir() or not index.exists():
        shutil.rmtree(folder, ignore_errors=True)
        tree.mkdir(parents=True)
    try:
        run_git(
            "--git-dir", str(repository.git), "--work-tree", str(tree), "read-tree", "--reset", "-u", f"{commit}:{subfolder}",
            index=index,
        )  # fmt: skip
    except GitError as error:
        if f"{error}".startswith("Not a valid object") or "valid object name" in f"{error}":
            # The folder does not exist at that commit: all of it is new, or gone.
            shutil.rmtree(folder, ignore_errors=True)
            tree.mkdir(parents=True)
            return tree
        raise SettingsError(f"{repository.git}: cannot read {commit[:12]}: {error}") from error
    return tree


class GitError(Exception):
    """Git said no; the message is its own."""


def run_git(*arguments: str, index: Path | None = None, cwd: Path | None = None) -> str:
    """The output of git without its last line break. Raises GitError."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index.resolve())
    if cwd is not None:
        environment["GIT_CEILING_DIRECTORIES"] = str(cwd.resolve().parent)
    command = ["git", *_QUIET, *arguments]
    try:
        done = subprocess.run(command, check=True, capture_output=True, env=environment, timeout=_SECONDS, cwd=cwd)
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
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
