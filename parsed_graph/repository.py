"""Walks a checkout and yields what is worth reading: no ignored, vendored, generated, minified or oversized files.

The walk follows no symbolic link, so loops and links out of the checkout cannot occur.
"""

import os
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from parsed_graph.model import Problem

if TYPE_CHECKING:
    import pathspec

MAX_FILE_BYTES = 1_000_000
"""tree-sitter needs some hundred times a file's size: 10 MB take 1 GB."""
MAX_DEPTH = 60
_SETTLED_NANOSECONDS = 2_000_000_000
"""What changed this shortly before it was looked at may change again within one tick of the file system's clock."""

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A file worth reading; `modified` in nanoseconds. `uses` has a bit for each predicate of the walk that wants it.

    `stamp` tells a later run that the file is the same without reading it; "" where it is too fresh to be trusted.
    """

    path: str
    size: int
    modified: int
    stamp: str
    siblings: frozenset[str]
    uses: int = 1


class FolderListing(NamedTuple):
    """What a walk chose in one folder: enough to pass over it next time, while `stamp` stays the same.

    `files` are names with their uses (none for a pipe, socket or device), `folders` those to go into, `links` the symbolic links, `siblings` all names.
    """

    stamp: str
    files: tuple[tuple[str, int], ...]
    folders: tuple[str, ...]
    links: tuple[str, ...]
    siblings: frozenset[str]


@dataclass(slots=True)
class Walk:
    """What a walk found: entries sorted by path, and what it left out for a reason the user should know."""

    root: Path
    entries: list[SourceEntry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    large: list[SourceEntry] = field(default_factory=list)
    """Files that are left out for their size; `problems` names them, too."""
    listings: dict[str, FolderListing] = field(default_factory=dict)
    """By folder, for the next walk."""

    def wanted_by(self, place: int) -> "Walk":
        """The walk as it would be with the predicate of this place alone."""
        others = {entry.path for entry in self.large if not entry.uses & 1 << place}
        return Walk(
            self.root,
            [entry for entry in self.entries if entry.uses & 1 << place],
            [problem for problem in self.problems if problem.path not in others],
        )


def walk_repository(root: Path, *wanted: Wanted, known: Mapping[str, FolderListing] | None = None) -> Walk:
    """Every file below `root` whose relative path one of `wanted` asks for; .gitignore files apply as git applies them.

    Of code, tests are left out: they call what production never calls. `known` are the listings of an earlier walk
    with the same predicates: folders that did not change since are not listed again.
    """
    walk = Walk(root)
    _Walker(walk, wanted, known or {}, time.time_ns()).visit("", (), "", 0)
    walk.entries.sort(key=lambda entry: entry.path)
    walk.problems.sort()
    return walk


@dataclass(slots=True)
class _Walker:
    walk: Walk
    wanted: Sequence[Wanted]
    known: Mapping[str, FolderListing]
    now: int
    ignores: "dict[str, pathspec.GitIgnoreSpec]" = field(default_factory=dict)

    def visit(self, folder: str, ignoring: tuple[str, ...], rules: str | None, depth: int) -> None:
        """Goes through a folder. `ignoring` are those above with a .gitignore, `rules` its stamps, None where one is fresh."""
        if depth > MAX_DEPTH:
            self._problem(folder, "too-deep", f"folders deeper than {MAX_DEPTH} are left out")
            return
        place = f"{self.walk.root}/{folder}"
        try:
            stamp = _stamp(os.stat(place), self.now)  # noqa: PTH116  # of thousands of folders: pathlib is slower
            stamp = f"{stamp} {rules}" if stamp and rules is not None else ""
            listing = self.known.get(folder)
            if listing is None or not stamp or listing.stamp != stamp:
                listing = self._list(place, folder, ignoring, stamp)
        except OSError as error:
            self._problem(folder, "unreadable", error.strerror or str(error))
            return
        if _is_output(place, listing.siblings):
            return
        self.walk.listings[folder] = listing
        if ".gitignore" in listing.siblings:
            ignoring, rules = (*ignoring, folder), self._rules(f"{place}/.gitignore", rules)
        prefix = f"{folder}/" if folder else ""
        for name in listing.links:
            self._problem(f"{prefix}{name}", "symlink", "symbolic links are not followed")
        for name, uses in listing.files:
            self._add_file(f"{place}/{name}", f"{prefix}{name}", listing.siblings, uses)
        for name in listing.folders:
            self.visit(f"{prefix}{name}", ignoring, rules, depth + 1)

    def _add_file(self, place: str, path: str, siblings: frozenset[str], uses: int) -> None:
        try:
            found = os.lstat(place)
        except OSError:
            return  # Gone since its folder was listed.
        if not stat.S_ISREG(found.st_mode):
            self._problem(path, "special-file", "a pipe, socket or device is never opened")
            return
        if not uses:
            return  # It was a special file when its folder was listed.
        entry = SourceEntry(path, found.st_size, found.st_mtime_ns, _stamp(found, self.now), siblings, uses)
        if found.st_size > MAX_FILE_BYTES:
            self.walk.large.append(entry)
            self._problem(path, "too-large", f"{found.st_size} bytes; files over {MAX_FILE_BYTES} are left out")
        else:
            self.walk.entries.append(entry)

    def _list(self, place: str, folder: str, ignoring: tuple[str, ...], stamp: str) -> FolderListing:
        from parsed_graph.left_out import is_ignored, is_left_out_file, is_left_out_folder

        with os.scandir(place) as scan:
            found = sorted(scan, key=lambda entry: entry.name)
        siblings = frozenset(entry.name for entry in found)
        if ".gitignore" in siblings:
            ignoring = (*ignoring, folder)
        specs = [(above, self._spec(above)) for above in ignoring]
        files: list[tuple[str, int]] = []
        folders: list[str] = []
        links: list[str] = []
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.is_symlink():
                chosen = links
            elif is_folder and not is_left_out_folder(entry.name):
                chosen = folders
            elif not is_folder:
                is_special = not entry.is_file(follow_symlinks=False)
                uses = 0 if is_special or is_left_out_file(entry.name) else self._uses(path)
                if (uses or is_special) and not is_ignored(path, specs, is_folder=False):
                    files.append((entry.name, uses))
                continue
            else:
                continue
            if not is_ignored(path, specs, is_folder):
                chosen.append(entry.name)
        return FolderListing(stamp, tuple(files), tuple(folders), tuple(links), siblings)

    def _uses(self, path: str) -> int:
        return sum(1 << place for place, wanted in enumerate(self.wanted) if wanted(path))

    def _spec(self, folder: str) -> "pathspec.GitIgnoreSpec":
        from parsed_graph.left_out import read_ignore

        if folder not in self.ignores:
            self.ignores[folder] = read_ignore(self.walk.root / folder / ".gitignore")
        return self.ignores[folder]

    def _rules(self, place: str, rules: str | None) -> str | None:
        try:
            stamp = _stamp(os.stat(place), self.now)  # noqa: PTH116  # as above
        except OSError:
            return None
        return f"{rules} {stamp}" if stamp and rules is not None else None

    def _problem(self, path: str, reason: str, detail: str) -> None:
        self.walk.problems.append(Problem("walk", path, 0, reason, detail))


def _is_output(place: str, names: frozenset[str]) -> bool:
    """Whether a folder is one that a run of ours writes to: what it holds was made from the sources beside it."""
    return {".lock", "cache"} <= names and os.path.exists(f"{place}/cache/facts.db")  # noqa: PTH110  # as above


def _stamp(found: os.stat_result, now: int) -> str:
    """Size, times and inode: the time of change, too, as the kernel sets it whatever a program makes of the other."""
    if now - max(found.st_mtime_ns, found.st_ctime_ns) <= _SETTLED_NANOSECONDS:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}:{found.st_ctime_ns}:{found.st_ino}"
