"""A folder of a commit written to disk, as far as a run reads it; a file that is there already stays as it is."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from parsed_graph.errors import SettingsError
from parsed_graph.read_facts import is_wanted
from parsed_graph.repository import MAX_FILE_BYTES
from pipelines.documents.suffixes import is_document
from pipelines.impact.states.git import GitError, GitRepository, git_output

_BATCH = 2000
"""Blobs that are in memory at a time."""
_NOWHERE = "-"
"""Stands for the content of what no run reads: only its name counts, as a neighbour."""
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(dict[str, str])


def write_tree(repository: GitRepository, commit: str, subfolder: str, home: Path) -> Path:
    """Makes `home/tree` hold a folder of a commit, "" for all of it; what differs from what it held is all that is touched.

    Links and submodules are left out. A file whose content the repository lacks, as in a partial clone, is empty.
    Raises SettingsError where git cannot read the commit.
    """
    tree, listing = home / "tree", home / "listing.json"
    known = _known(tree, listing)
    wanted = dict(_listed(repository, commit, subfolder))
    listing.unlink(missing_ok=True)
    for path in known.keys() - wanted.keys():
        (tree / path).unlink(missing_ok=True)
    if known.keys() - wanted.keys():
        # A file may now stand where a folder was.
        _remove_empty_folders(tree)
    changed = {path: blob for path, blob in wanted.items() if known.get(path) != blob}
    for path, content in _contents(repository, changed):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_bytes(content)
    listing.write_bytes(_ENCODER.encode(wanted))
    return tree


def _known(tree: Path, listing: Path) -> Mapping[str, str]:
    try:
        return _DECODER.decode(listing.read_bytes())
    except (OSError, msgspec.DecodeError):
        # The first time, or a run was killed while it wrote.
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir(parents=True)
        return {}


def _listed(repository: GitRepository, commit: str, subfolder: str) -> Iterator[tuple[str, str]]:
    """Path and blob of each file."""
    place = f"{commit}:{subfolder}" if subfolder else commit
    try:
        listed = git_output("--git-dir", str(repository.git), "ls-tree", "-r", "-l", "-z", "--full-tree", place)
    except GitError as error:
        if subfolder and "ot a valid object name" in f"{error}":
            return  # The folder does not exist at that commit.
        raise SettingsError(f"{repository.git}: cannot read {commit[:12]}: {error}") from error
    for row in listed.decode("utf-8", "surrogateescape").split("\0"):
        facts, _, path = row.partition("\t")
        mode, kind, blob, size = (*facts.split(), "", "", "", "")[:4]
        if kind == "blob" and mode != "120000" and _is_safe(path):
            is_read = is_wanted(path) or is_document(path) or path.endswith(".gitignore")
            # The size of a blob that a partial clone lacks is not known.
            is_small = not size.isdigit() or int(size) <= MAX_FILE_BYTES
            yield path, blob if is_read and is_small else _NOWHERE


def _is_safe(path: str) -> bool:
    """Git allows no such names, but a tree can be made without it; names that are no UTF-8 are left out."""
    parts = set(path.split("/"))
    return not {"", ".", "..", ".git"} & parts and not any("\ud800" <= letter <= "\udfff" for letter in path)


def _contents(repository: GitRepository, files: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    yield from ((path, b"") for path, blob in files.items() if blob == _NOWHERE)
    paths = sorted(path for path, blob in files.items() if blob != _NOWHERE)
    for start in range(0, len(paths), _BATCH):
        part = paths[start : start + _BATCH]
        blobs = dict(_blobs(repository, list(dict.fromkeys(files[path] for path in part))))
        yield from ((path, blobs.get(files[path], b"")) for path in part)


def _blobs(repository: GitRepository, blobs: list[str]) -> Iterator[tuple[str, bytes]]:
    """Blob and content, of those that the repository holds."""
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    found = git_output("--git-dir", str(repository.git), "cat-file", "--batch", given=asked)
    at = 0
    while at < len(found):
        end = found.index(b"\n", at)
        name, *facts = found[at:end].decode("ascii", "replace").split()
        at = end + 1
        if len(facts) == 2:
            size = int(facts[1])
            yield name, found[at : at + size]
            at += size + 1


def _remove_empty_folders(tree: Path) -> None:
    for folder in sorted((path for path in tree.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
