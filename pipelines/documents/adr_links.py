"""Joins the records of an estate: resolves what each names, completes chains in both directions, reports what does not fit."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from parsed_graph.model import Problem
from pipelines.documents.records import AMENDED_BY, INVERSE, SUPERSEDED_BY, SUPERSEDES, AdrRecord, RecordReference
from pipelines.documents.suffixes import file_stem


@dataclass(frozen=True, slots=True)
class PlacedRecord:
    """A record and where it is. `id` is its node's, `place` what problems call it."""

    id: str
    repo: str
    record: AdrRecord
    place: str = ""


@dataclass(frozen=True, slots=True)
class RecordLink:
    """`source` supersedes, amends or references `target`, said at `path:line` of `repo`. `is_inverse`: only the target says so."""

    source: str
    relation: str
    target: str
    repo: str
    path: str
    line: int
    quote: str
    is_link: bool
    is_declared: bool = False
    is_inverse: bool = False


class RecordIndex:
    """Finds the record that a link, a number or a label means."""

    def __init__(self, records: Sequence[PlacedRecord], documents: Iterable[tuple[str, str, str]] = ()) -> None:
        """`documents` are the repository, path and id of every document, records or not: a link to one is not dead."""
        self._documents = {(repo, _bare(path)): name for repo, path, name in documents}
        self._repos = {placed.repo for placed in records}
        self._by_path = {(placed.repo, _bare(placed.record.path)): placed for placed in records}
        self._by_number: defaultdict[str, list[PlacedRecord]] = defaultdict(list)
        self._by_stem: defaultdict[str, list[PlacedRecord]] = defaultdict(list)
        for placed in records:
            if placed.record.number:
                self._by_number[placed.record.number].append(placed)
            self._by_stem[file_stem(placed.record.path).lower()].append(placed)

    def resolve(self, repo: str, path: str, reference: RecordReference) -> PlacedRecord | None:
        """The record meant: the linked file, else the one of that name, else of that number nearest to the document."""
        same_number = self._by_number.get(reference.number, []) if reference.number else []
        if reference.target:
            found = self._linked(repo, path, reference.target)
            if found is None and self.document(repo, path, reference.target):
                return None
            # A link whose file is gone means its number's record only in the same folder.
            return found or (None if "://" in reference.target else self._only(same_number, repo, path, folder=True))
        found = self._only(same_number, repo, path, folder=True) or self._only(same_number, repo, path, folder=False)
        # Another repository's record of that number is meant only by those that have none of their own.
        return found if found or repo in self._repos else (same_number[0] if len(same_number) == 1 else None)

    def document(self, repo: str, path: str, target: str) -> str | None:
        """The id of the document, record or not, to which the link `target` leads."""
        return self._documents.get((repo, _inside(path, target)))

    def _linked(self, repo: str, path: str, target: str) -> PlacedRecord | None:
        bare = unquote(target.split("#")[0].split("?")[0])
        if "://" in bare:
            return self._by_address(bare)
        found = self._by_path.get((repo, _inside(path, target)))
        stem = self._by_stem.get(file_stem(bare.rstrip("/")).lower(), [])
        return found or self._only(stem, repo, path, folder=True) or self._only(stem, repo, path, folder=False)

    def _by_address(self, address: str) -> PlacedRecord | None:
        """`https://host/owner/repository/blob/main/<path>`: the repository's name and the path tell."""
        parts = address.split("://", 1)[1].split("/")
        marks = [i for i, part in enumerate(parts) if part in ("blob", "tree", "raw", "src")]
        if len(parts) < 4 or not marks or len(parts) < marks[0] + 3:
            return None
        inside = _bare("/".join(parts[marks[0] + 2 :]))
        return next(
            (p for (repo, path), p in self._by_path.items() if path == inside and repo.rpartition("/")[2] == parts[2]),
            None,
        )

    def _only(self, candidates: Sequence[PlacedRecord], repo: str, path: str, *, folder: bool) -> PlacedRecord | None:
        """The one candidate of the same folder, or of the same repository; None where none or several fit."""
        here = posixpath.dirname(path)
        near = [
            c
            for c in candidates
            if c.repo == repo and c.record.path != path and (not folder or posixpath.dirname(c.record.path) == here)
        ]
        return near[0] if len(near) == 1 else None


def link_records(records: Sequence[PlacedRecord], index: RecordIndex) -> tuple[list[RecordLink], list[Problem]]:
    """All links between records, each chain in one direction (supersedes, amends), and what is wrong with them."""
    links: dict[tuple[str, str, str], RecordLink] = {}
    problems = list(_duplicate_numbers(records))
    for placed in records:
        for reference in placed.record.references:
            target = index.resolve(placed.repo, placed.record.path, reference)
            if target is None:
                problems += unresolved(placed.repo, placed.record.path, placed.place, reference, index)
            elif target.id != placed.id:
                link = _directed(placed, reference, target)
                key = (link.source, link.relation, link.target)
                if key not in links or (links[key].is_inverse and not link.is_inverse):
                    links[key] = link
                problems += _misspelt(placed, reference, target)
    said = {
        (placed.id, reference.relation, target.id)
        for placed in records
        for reference, target in _resolved(placed, index)
    }
    problems += _one_way(records, said)
    return list(links.values()), problems


def effective_status(record: PlacedRecord, links: Iterable[RecordLink], status_of: Mapping[str, str]) -> str:
    """The record's status, superseded where a record that is in force says so though this one does not."""
    if record.record.status in ("superseded", "deprecated", "rejected"):
        return record.record.status
    successors = [link for link in links if link.relation == SUPERSEDES and link.target == record.id]
    if any(status_of.get(link.source, "unknown") not in ("draft", "proposed", "rejected") for link in successors):
        return "superseded"
    return record.record.status


def _resolved(placed: PlacedRecord, index: RecordIndex) -> Iterator[tuple[RecordReference, PlacedRecord]]:
    for reference in placed.record.references:
        target = index.resolve(placed.repo, placed.record.path, reference)
        if target is not None:
            yield reference, target


def _directed(placed: PlacedRecord, reference: RecordReference, target: PlacedRecord) -> RecordLink:
    source, end, relation, is_inverse = placed.id, target.id, reference.relation, False
    if relation in (SUPERSEDED_BY, AMENDED_BY):
        source, end, relation, is_inverse = target.id, placed.id, INVERSE[relation], True
    return RecordLink(
        source,
        relation,
        end,
        placed.repo,
        placed.record.path,
        reference.line,
        reference.quote,
        reference.is_link,
        reference.is_declared,
        is_inverse,
    )


def unresolved(repo: str, path: str, place: str, reference: RecordReference, index: RecordIndex) -> Iterator[Problem]:
    """The problem that a reference to a record which is not there makes; links to other sites and documents are none."""
    if "://" in reference.target or (reference.is_link and index.document(repo, path, reference.target)):
        return
    reason = "dead-link" if reference.is_link else "unknown-record"
    yield Problem(
        "documents", place, reference.line, reason, f"{reference.relation}: {reference.target or reference.label}"
    )


def _misspelt(placed: PlacedRecord, reference: RecordReference, target: PlacedRecord) -> Iterator[Problem]:
    """A link whose file is not there though its number leads to a record."""
    if reference.is_link and "://" not in reference.target and reference.number:
        bare = unquote(reference.target.split("#")[0])
        whole = _inside(placed.record.path, reference.target)
        if whole != _bare(target.record.path) and file_stem(bare).lower() != file_stem(target.record.path).lower():
            detail = misspelt_link(reference, target.record)
            yield Problem("documents", placed.place, reference.line, "dead-link", detail)


def misspelt_link(reference: RecordReference, meant: AdrRecord) -> str:
    """What is told of a link whose file is not there though its number leads to a record."""
    return f"{reference.target} is not there; {meant.path} is meant"


def _duplicate_numbers(records: Sequence[PlacedRecord]) -> Iterator[Problem]:
    groups: defaultdict[tuple[str, str, str], list[PlacedRecord]] = defaultdict(list)
    for placed in records:
        if placed.record.number and not placed.record.is_dated:
            groups[placed.repo, posixpath.dirname(placed.record.path), placed.record.number].append(placed)
    for (_, _, number), group in groups.items():
        for placed in group[1:]:
            yield Problem("documents", placed.place, 1, "duplicate-number", f"{number} is also {group[0].record.path}")


_ONE_WAY = {SUPERSEDES: "superseded", SUPERSEDED_BY: "supersedes"}


def _one_way(records: Sequence[PlacedRecord], said: set[tuple[str, str, str]]) -> Iterator[Problem]:
    by_id = {placed.id: placed for placed in records}
    for source, relation, target in sorted(said):
        if relation in _ONE_WAY and (target, INVERSE[relation], source) not in said and target in by_id:
            silent, other = by_id[target], by_id[source].record
            verb = "supersedes this record" if relation == SUPERSEDES else "says that this record supersedes it"
            yield Problem(
                "documents", silent.place, 1, "one-way-chain", f"{other.path} {verb}; this record does not say so"
            )


def _inside(path: str, target: str) -> str:
    """The path within its repository that the link `target` in the document `path` leads to, without its ending."""
    bare = unquote(target.split("#")[0].split("?")[0])
    folder = "" if bare.startswith("/") else posixpath.dirname(path)
    return _bare(posixpath.normpath(posixpath.join(folder, bare.lstrip("/"))))


def _bare(path: str) -> str:
    return re.sub(
        r"(?:\.html)?\.(?:md|mdx|html?|adoc|asciidoc|rst|markdown)(?:\.erb)?$", "", path.rstrip("/"), flags=re.I
    ).lower()
