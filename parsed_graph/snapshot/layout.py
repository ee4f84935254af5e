"""Where a run writes: `snapshots/<id>/`, one link `current` to the newest, and the file names that lead through it."""

import os
import shutil
from pathlib import Path

DATABASE = "estate.db"
NODES = "nodes.parquet"
EDGES = "edges.parquet"
PROBLEMS = "problems.parquet"
RUN = "run.json"
CURRENT = "current"
SNAPSHOTS = "snapshots"
LOCK = ".lock"
PARTIAL = ".partial-"
"""How the name of a snapshot opens that is not complete yet; the next run removes it."""

IGNORE = ".gitignore"
_OURS = frozenset({CURRENT, SNAPSHOTS, LOCK, "cache"})


def keep_from_git(output: Path) -> None:
    """Keeps git out of an output folder, which may lie in a checkout; one that holds anything else is left as it is.

    That a run does not read what another wrote is up to `walk_repository`, which knows such folders whatever git thinks.
    """
    entries = list(output.iterdir())
    if all(entry.name in _OURS or entry.is_symlink() for entry in entries):
        (output / IGNORE).write_text("*\n", encoding="ascii")


def snapshot_folder(output: Path, snapshot_id: str) -> Path:
    """The folder of a complete snapshot: it gets this name only when everything in it is on disk."""
    return output / SNAPSHOTS / snapshot_id


def current_id(output: Path) -> str | None:
    """The id of the snapshot that readers get, None before the first run."""
    try:
        return (output / CURRENT).readlink().name
    except OSError:
        return None


def make_current(output: Path, snapshot_id: str) -> None:
    """Points `current` at a complete snapshot, in one atomic step."""
    _replace_link(output / CURRENT, Path(SNAPSHOTS, snapshot_id))
    sync_folder(output)


def link_files(output: Path) -> None:
    """Makes `output/estate.db` and its like lead through `current`, and drops links to what is no longer written."""
    names = {path.name for path in (output / CURRENT).iterdir()}
    for name in sorted(names):
        target = Path(CURRENT, name)
        if not (output / name).is_symlink() or (output / name).readlink() != target:
            _replace_link(output / name, target)
    for path in output.iterdir():
        if path.name not in names and path.is_symlink() and path.readlink() == Path(CURRENT, path.name):
            path.unlink()


def remove_partial(output: Path) -> None:
    """Removes what a run left behind that was killed while it wrote."""
    for path in (output / SNAPSHOTS).glob(f"{PARTIAL}*"):
        shutil.rmtree(path, ignore_errors=True)


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Waits until a file's content is on disk."""
    sync_folder(path)


def _replace_link(link: Path, target: Path) -> None:
    new = link.with_name(f"{PARTIAL}{link.name}")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
