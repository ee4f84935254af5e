"""What is compared: the checkouts that differ between two states, each state of them in a folder, and those that do not."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from parsed_graph.errors import SettingsError
from pipelines.checkouts import Checkout
from pipelines.impact.states.git import GitRepository, find_commit, find_repository, merge_base
from pipelines.impact.states.tree import write_tree

WORKING_TREE = "the working tree"


@dataclass(frozen=True, slots=True)
class Side:
    """One state: what it is called, and its checkouts."""

    label: str
    checkouts: tuple[Checkout, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Both sides hold checkouts of the same names; `others` are the rest of the estate, as it was last read."""

    before: Side
    after: Side
    others: tuple[Checkout, ...] = ()


def compare_revisions(text: str, folder: Path, known: Sequence[Checkout], cache: Path) -> Compared:
    """`BASE..HEAD`; `BASE...HEAD` from where they parted; `BASE` alone against the working tree.

    `known` are the checkouts of the last run. Trees are kept below `cache`. Raises SettingsError.
    """
    repository = find_repository(folder)
    old, new = _commits(repository, text)
    parts, others = estate_parts(repository, known)
    before = Side(_label(text, old, first=True), _trees(repository, old, parts, cache, "before"))
    if new is None:
        return Compared(before, Side(WORKING_TREE, parts), others)
    return Compared(
        before, Side(_label(text, new, first=False), _trees(repository, new, parts, cache, "after")), others
    )


def _commits(repository: GitRepository, text: str) -> tuple[str, str | None]:
    separator = "..." if "..." in text else ".."
    base, dots, head = text.partition(separator)
    old = find_commit(repository, base or "HEAD")
    if not dots:
        if repository.top is None:
            raise SettingsError(f"{text}: a bare repository has no working tree. Give two revisions: {text}..HEAD")
        return old, None
    new = find_commit(repository, head or "HEAD")
    return (merge_base(repository, old, new) if separator == "..." else old), new


def _label(text: str, commit: str, *, first: bool) -> str:
    dots = "..." if "..." in text else ".."
    named = text.partition(dots)[0 if first else 2] or "HEAD"
    return f"{named} ({commit[:10]})" if not commit.startswith(named) else commit[:10]


def _trees(
    repository: GitRepository, commit: str, parts: Sequence[Checkout], cache: Path, side: str
) -> tuple[Checkout, ...]:
    trees = []
    for part in parts:
        subfolder = str(part.root.relative_to(repository.top)) if repository.top else ""
        subfolder = "" if subfolder == "." else subfolder
        home = cache / hashlib.sha256(f"{repository.git}\0{subfolder}".encode()).hexdigest()[:12]
        tree = write_tree(repository, commit, subfolder, home / side).resolve()
        twin = (home / ("after" if side == "before" else "before") / "tree").resolve()
        trees.append(Checkout(part.name, tree, (twin, *((part.root, *part.like) if repository.top else ()))))
    return tuple(trees)


def estate_parts(
    repository: GitRepository, known: Sequence[Checkout]
) -> tuple[tuple[Checkout, ...], tuple[Checkout, ...]]:
    """The checkouts that lie in a repository, and the others. One that no run has read yet is a checkout of its own."""
    if repository.top is None:
        own = [checkout for checkout in known if checkout.name == repository.name]
        return (Checkout(repository.name, repository.git),), tuple(each for each in known if each not in own)
    return folder_parts(repository.top, known, repository.name)


def folder_parts(top: Path, known: Sequence[Checkout], name: str) -> tuple[tuple[Checkout, ...], tuple[Checkout, ...]]:
    """The same for a folder: known checkouts below it; else one of its name, wherever that lay; else itself alone."""
    around = next((each for each in known if top != each.root and top.is_relative_to(each.root)), None)
    if around is not None:
        raise SettingsError(
            f"{top} lies inside the checkout {around.root}, which was indexed as one. Index its repositories one by one"
        )
    inside = [checkout for checkout in known if checkout.root.is_relative_to(top)]
    if not inside:
        alike = [checkout for checkout in known if checkout.name == name and not checkout.root.is_dir()]
        inside = alike[:1]
        own = tuple(replace(each, root=top, like=(each.root,)) for each in inside) or (Checkout(name, top),)
        return own, tuple(each for each in known if each not in inside)
    return tuple(inside), tuple(each for each in known if each not in inside)


def compare_folders(old: Path, new: Path, known: Sequence[Checkout]) -> Compared:
    """Two states of one checkout in two folders. Raises SettingsError for what is no folder."""
    roots = [path.expanduser().resolve() for path in (old, new)]
    for path, root in zip((old, new), roots, strict=True):
        if not root.is_dir():
            raise SettingsError(f"{path}: no such folder")
    mine = next((each for each in known if each.root in roots), None)
    name = mine.name if mine else roots[1].name
    before, after = (
        Side(str(path), (Checkout(name, root, (other, *([mine.root] if mine else []))),))
        for path, root, other in ((old, roots[0], roots[1]), (new, roots[1], roots[0]))
    )
    return Compared(before, after, tuple(each for each in known if each.name != name and each.root not in roots))
