"""A patch as two states: the working tree as it is, and with the patch applied to a copy; or the other way round."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from parsed_graph.errors import SettingsError
from parsed_graph.read_facts import is_wanted
from parsed_graph.repository import SourceEntry, walk_repository
from pipelines.checkouts import Checkout
from pipelines.documents.suffixes import is_document
from pipelines.impact.states.compared import WORKING_TREE, Compared, Side, folder_parts
from pipelines.impact.states.git import GitError, find_repository, run_git

MAX_PATCH_BYTES = 50_000_000


def compare_patch(patch: Path, folder: Path, known: Sequence[Checkout], cache: Path) -> Compared:
    """The working tree against itself with the patch; without it, where the tree holds the patch already.

    Raises SettingsError for a patch that fits neither way.
    """
    if patch.stat().st_size > MAX_PATCH_BYTES:
        raise SettingsError(f"{patch}: over {MAX_PATCH_BYTES} bytes; compare revisions or folders instead")
    repository = find_repository(folder)
    if repository.top is None:
        raise SettingsError(f"{folder}: a bare repository has no working tree to apply a patch to")
    parts, others = folder_parts(repository.top, known, repository.name)
    copy = cache / "patched"
    _mirror(repository.top, copy)
    is_reversed = _apply(patch.resolve(), copy)
    patched = tuple(
        Checkout(part.name, (copy / part.root.relative_to(repository.top)).resolve(), (part.root,)) for part in parts
    )
    with_patch, as_it_is = Side(f"{WORKING_TREE} with {patch.name}", patched), Side(WORKING_TREE, parts)
    if is_reversed:
        return Compared(Side(f"{WORKING_TREE} without {patch.name}", patched), as_it_is, others)
    return Compared(as_it_is, with_patch, others)


def _mirror(top: Path, copy: Path) -> None:
    """Makes `copy` hold what a run would read of the tree; a file that is the same by size and time stays as it is."""
    walk = walk_repository(top, lambda path: is_wanted(path) or is_document(path))
    wanted = {entry.path for entry in walk.entries}
    beside = set(_beside(top, walk.entries)) - wanted
    for path in list(copy.rglob("*")) if copy.is_dir() else ():
        if path.is_symlink() or (path.is_file() and path.relative_to(copy).as_posix() not in wanted):
            path.unlink()
    for entry in walk.entries:
        target = copy / entry.path
        if not target.is_file() or (target.stat().st_size, target.stat().st_mtime_ns) != (entry.size, entry.modified):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(top / entry.path, target, follow_symlinks=False)
    for name in beside:
        (copy / name).touch()


def _beside(top: Path, entries: Sequence[SourceEntry]) -> Iterator[str]:
    """Files that no run reads: only their names count, as neighbours of those that it does."""
    seen: set[str] = set()
    for entry in entries:
        folder = entry.path.rpartition("/")[0]
        if folder not in seen:
            seen.add(folder)
            names = (f"{folder}/{name}" if folder else name for name in entry.siblings)
            yield from (name for name in names if (top / name).is_file() and not (top / name).is_symlink())


def _apply(patch: Path, copy: Path) -> bool:
    """Applies a patch, or takes it back; whether it was taken back. Parts for files that no run reads are passed over."""
    touched = _touched(patch, copy)
    first: GitError | None = None
    for reverse in ((), ("--reverse",)):
        try:
            run_git("apply", "--whitespace=nowarn", *reverse, *_kept(copy, touched, reverse), str(patch), cwd=copy)
        except GitError as error:
            first = first or error
        else:
            return bool(reverse)
    raise SettingsError(f"{patch}: does not apply to the working tree: {first}")


def _touched(patch: Path, copy: Path) -> list[str]:
    try:
        listed = run_git("apply", "--numstat", "-z", str(patch), cwd=copy)
    except GitError as error:
        raise SettingsError(f"{patch}: no patch that git can read: {error}") from error
    return [line.split("\t", 2)[-1] for line in listed.split("\0") if "\t" in line]


def _kept(copy: Path, touched: Sequence[str], reverse: Sequence[str]) -> list[str]:
    """Options that leave out binary files, ignored ones and all else that is not in the copy."""
    return [f"--exclude={path}" for path in touched if not (is_wanted(path) or is_document(path))]
