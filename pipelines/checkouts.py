"""What the user asks to index becomes checkouts: local folders as they are, git URLs as shallow clones in a cache."""

import hashlib
import os
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.errors import SettingsError

_URL = re.compile(r"^(https?|ssh|git|file)://|^[\w.-]+@[\w.-]+:")
_CLONE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Checkout:
    """A repository on disk. `name` is unique in the run: the folder's own, with its parent's where two are alike.

    `like` are other folders with much the same files: what was read there before need not be read again here.
    """

    name: str
    root: Path
    like: tuple[Path, ...] = ()


def find_checkouts(paths: Sequence[str], cache: Path) -> list[Checkout]:
    """A checkout for each path or git URL, in the order given.

    Raises SettingsError for a path that is no folder, or a URL that git cannot clone. Nothing but a URL reaches the network.
    """
    roots = [_clone(path, cache) if _URL.match(path) else _folder(path) for path in paths]
    roots = [_clone(root.as_uri(), cache) if _is_bare(root) else root for root in dict.fromkeys(roots)]
    nested = [(a, b) for a in roots for b in roots if a != b and b.is_relative_to(a)]
    if nested:
        outer, inner = nested[0]
        raise SettingsError(f"{inner} lies inside {outer}: name only one of them")
    short = Counter(root.name for root in roots)
    return [Checkout(root.name if short[root.name] == 1 else f"{root.parent.name}/{root.name}", root) for root in roots]


def _folder(path: str) -> Path:
    if not path:
        raise SettingsError("an empty path: name a checkout, or `.` for this folder")
    root = Path(path).expanduser().resolve()
    if root.exists() and not root.is_dir():
        raise SettingsError(f"{path}: a file, not a folder. Name the checkout that it lies in")
    if not root.is_dir():
        raise SettingsError(f"{path}: no such folder. Name a checkout, or a git URL to clone")
    return root


def _is_bare(root: Path) -> bool:
    """Whether a folder is a repository without a work tree, as servers keep them."""
    return all((root / name).is_dir() for name in ("objects", "refs")) and (root / "HEAD").is_file()


def _clone(url: str, cache: Path) -> Path:
    """A shallow clone in the cache, brought up to date if it is there. git asks no questions and runs no hooks."""
    name = (
        re.sub(r"[^\w.-]", "-", url.rstrip("/").removesuffix(".git").rpartition("/")[2].rpartition(":")[2])
        or "repository"
    )
    folder = cache / "clones" / hashlib.sha256(url.encode()).hexdigest()[:12] / name
    if (folder / ".git").is_dir():
        _git(url, "-C", str(folder), "fetch", "--depth", "1", "--no-tags", "origin", "HEAD")
        _git(url, "-C", str(folder), "reset", "--hard", "--quiet", "FETCH_HEAD")
    else:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _git(url, "clone", "--depth", "1", "--no-tags", "--single-branch", "--quiet", "--", url, str(folder))
    return folder.resolve()


def _git(url: str, *arguments: str) -> None:
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1"}
    command = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false", *arguments]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, env=environment, timeout=_CLONE_SECONDS)
    except FileNotFoundError as error:
        raise SettingsError("git is not installed: it is needed to clone a URL") from error
    except subprocess.TimeoutExpired as error:
        raise SettingsError(f"{url}: git took longer than {_CLONE_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or ["git failed"]
        # What went wrong comes first; advice such as "and the repository exists." may follow it.
        told = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1])
        raise SettingsError(f"{url}: {told}") from error
