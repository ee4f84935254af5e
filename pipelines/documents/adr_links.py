"""Joins the records of an estate: resolves what each names, completes chains in both directions, reports what does not fit."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from parsed_graph.model import Problem
from pipelines.documents.adr import AdrRecord, file_stem
from pipelines.documents.adr_references import AMENDED_BY, AMENDS, INVERSE, REFERENCES, SUPERSEDED_BY, SUPERSEDES, RecordReference


@dataclass(frozen=True, slots=True)
class PlacedRecord:
    """A record and where it is. `id` is its node's."""

    id: str
    repo: str
    record: AdrRecord


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
    is_inverse: bool = False


class RecordIndex:
    """Finds the record that a link, a number or a label means."""

    def __init__(self, records: Sequence[PlacedRecord]) -> None:
        self._by_path = {(placed.repo, _bare(placed.record.path)): placed for placed in records}
        self._by_number: defaultdict[str, list[PlacedRecord]] = defaultdict(list)
        self._by_stem: defaultdict[str, list[PlacedRecord]] = defaultdict(list)
        for placed in records:
            if placed.record.number:
                self._by_number[placed.record.number].append(placed)
            self._by_stem[file_stem(placed.record.path).lower()].append(placed)

    def resolve(self, repo: str, path: str, reference: RecordReference) -> PlacedRecord | None:
        """The record meant: the linked file, else the one of that name, else of that number nearest to the document."""
        if reference.target:
            found = self._linked(repo, path, reference.target)
            if found or not reference.number:
                return found
        return self._nearest(repo, path, self._by_number.get(reference.number, []))

    def _linked(self, repo: str, path: str, target: str) -> PlacedRecord | None:
        bare = unquote(target.split("#")[0].split("?")[0])
        if "://" in bare:
            parts = bare.split("://", 1)[1].split("/")
            inside = "/".join(parts[5:]) if len(parts) > 5 and parts[3] in ("blob", "tree", "raw", "-") else ""
            inside = inside.removeprefix("blob/").partition("/")[2] if len(parts) > 3 and parts[3] == "-" else inside
            named = [p for key, p in self._by_path.items() if inside and key[1] == _bare(inside) and len(parts) > 2 and key[0].rpartition("/")[2] == parts[2]]
            if named:
                return named[0]
        else:
            folder = "" if bare.startswith("/") else posixpath.dirname(path)
            found = self._by_path.get((repo, _bare(posixpath.normpath(posixpath.join(folder, bare.lstrip("/"))))))
            if found:
                return found
        return self._nearest(repo, path, self._by_stem.get(file_stem(bare.rstrip("/")).lower(), []))

    def _nearest(self, repo: str, path: str, candidates: Sequence[PlacedRecord]) -> PlacedRecord | None:
        """The only candidate, or the one in the same folder, or the only one of the repository; None where several fit."""
        others = [c for c in candidates if (c.repo, c.record.path) != (repo, path)]
        same_folder = [c for c in others if c.repo == repo and posixpath.dirname(c.record.path) == posixpath.dirname(path)]
        same_repo = [c for c in others if c.repo == repo]
        for group in (same_folder, same_repo, others):
            if len(group) == 1:
                return group[0]
        return None


def link_records(records: Sequence[PlacedRecord], index: RecordIndex) -> tuple[list[RecordLink], list[Problem]]:
    """All links between records, each chain in one direction (supersedes, amends), and what is wrong with them."""
    links: dict[tuple[str, str, str], RecordLink] = {}
    problems = list(_duplicate_numbers(records))
    for placed in records:
        for reference in placed.record.references:
            target = index.resolve(placed.repo, placed.record.path, reference)
            if target is None:
                problems += _unresolved(placed.repo, placed.record.path, reference)
            elif target.id != placed.id:
                link = _directed(placed, reference, target)
                key = (link.source, link.relation, link.target)
                if key not in links or (links[key].is_inverse and not link.is_inverse):
                    links[key] = link
                problems += _misspelt(placed, reference, target)
    said = {(placed.id, reference.relation, target.id) for placed in records for reference, target in _resolved(placed, index)}
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
    return RecordLink(source, relation, end, placed.repo, placed.record.path, reference.line, reference.quote, reference.is_link, is_inverse)


def _unresolved(repo: str, path: str, reference: RecordReference) -> Iterator[Problem]:
    if "://" in reference.target:
        return
    reason = "dead-link" if reference.is_link else "unknown-record"
    yield Problem("documents", path, reference.line, reason, f"{reference.relation}: {reference.target or reference.label}")


def _misspelt(placed: PlacedRecord, reference: RecordReference, target: PlacedRecord) -> Iterator[Problem]:
    """A link whose file is not there though its number leads to a record."""
    if reference.is_link and "://" not in reference.target and reference.number:
        folder = posixpath.dirname(placed.record.path)
        bare = unquote(reference.target.split("#")[0])
        whole = _bare(posixpath.normpath(posixpath.join("" if bare.startswith("/") else folder, bare.lstrip("/"))))
        if whole != _bare(target.record.path) and file_stem(bare).lower() != file_stem(target.record.path).lower():
            detail = f"{reference.target} is not there; {target.record.path} is meant"
            yield Problem("documents", placed.record.path, reference.line, "dead-link", detail)


def _duplicate_numbers(records: Sequence[PlacedRecord]) -> Iterator[Problem]:
    groups: defaultdict[tuple[str, str, str], list[PlacedRecord]] = defaultdict(list)
    for placed in records:
        if placed.record.number:
            groups[placed.repo, posixpath.dirname(placed.record.path), placed.record.number].append(placed)
    for (_, _, number), group in groups.items():
        for placed in group[1:]:
            yield Problem("documents", placed.record.path, 1, "duplicate-number", f"{number} is also {group[0].record.path}")


_ONE_WAY = {SUPERSEDES: "superseded", SUPERSEDED_BY: "supersedes"}


def _one_way(records: Sequence[PlacedRecord], said: set[tuple[str, str, str]]) -> Iterator[Problem]:
    by_id = {placed.id: placed for placed in records}
    for source, relation, target in sorted(said):
        if relation in _ONE_WAY and (target, INVERSE[relation], source) not in said and target in by_id:
            silent, other = by_id[target].record, by_id[source].record
            verb = "supersedes this record" if relation == SUPERSEDES else "says that this record supersedes it"
            yield Problem("documents", silent.path, 1, "one-way-chain", f"{other.path} {verb}; this record does not say so")


def _bare(path: str) -> str:
    return re.sub(r"(?:\.html)?\.(?:md|mdx|html?|adoc|asciidoc|rst|markdown)(?:\.erb)?$", "", path.rstrip("/"), flags=re.I).lower()


__all__ = ["REFERENCES", "AMENDS", "SUPERSEDES", "PlacedRecord", "RecordIndex", "RecordLink", "effective_status", "link_records"]
