"""How records refer to one another: dead links, chains that only one end tells, circles, and what is superseded by nothing."""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from pipelines.documents.adr_links import PlacedRecord, RecordIndex, link_records, misspelt_link
from pipelines.documents.document import Field
from pipelines.documents.records import INVERSE, SUPERSEDED_BY, SUPERSEDES, RecordReference
from pipelines.documents.suffixes import is_document
from pipelines.lint.complete_chain import say_back
from pipelines.lint.finding import Edit, Finding, sentence
from pipelines.lint.read_records import ReadRecord

_TAKEN_OVER = frozenset({"dead-link", "unknown-record"})
"""Problems of `link_records` that are findings as they are; one-way chains get a better place here."""
_IN_FORCE = frozenset({"accepted", "unknown"})


def check_chains(root: Path, records: Sequence[ReadRecord]) -> Iterator[Finding]:
    """Everything that is wrong between the records of a repository."""
    placed = [PlacedRecord(record.path, "", record.record, record.path) for record in records]
    index = RecordIndex(placed, [("", path, path) for path in _linked_files(root, records)])
    _, problems = link_records(placed, index)
    misplaced = list(_misplaced(root, placed, index))
    yield from misplaced
    known = {(finding.path, finding.message) for finding in misplaced}
    for problem in problems:
        link = problem.detail.partition(": ")[2] if problem.reason == "dead-link" else ""
        message = sentence(problem.reason, link or problem.detail)
        if problem.reason in _TAKEN_OVER and (problem.path, message) not in known:
            yield Finding(problem.path, max(problem.line, 1), problem.reason, message)
    by_path = {record.path: record for record in records}
    said = {
        (one.id, reference.relation, target.id): reference
        for one in placed
        for reference in one.record.references
        if reference.relation in (SUPERSEDES, SUPERSEDED_BY)
        and (target := index.resolve("", one.record.path, reference)) is not None
        and target.id != one.id
    }
    yield from _one_way(by_path, said)
    yield from _circles({(a, b) if relation == SUPERSEDES else (b, a) for a, relation, b in said})
    yield from _without_successor(records, {b if relation == SUPERSEDES else a for a, relation, b in said})


def _misplaced(root: Path, placed: Sequence[PlacedRecord], index: RecordIndex) -> Iterator[Finding]:
    """Links to files that are not there though their name or number leads to a record, with the edit that puts the right path in."""
    for one in placed:
        folder = posixpath.dirname(one.record.path)
        for reference in one.record.references:
            written = reference.target.split("#")[0].split("?")[0]
            if (
                not reference.is_link
                or "://" in written
                or written.startswith("/")
                or not is_document(unquote(written))
            ):
                continue
            target = index.resolve("", one.record.path, reference)
            if target is not None and not (root / folder / unquote(written)).exists():
                path = quote(
                    posixpath.relpath(target.record.path, folder or "."), safe="/.-_~", errors="surrogateescape"
                )
                new = reference.target.replace(written, path)
                edit = Edit(one.record.path, reference.line, f"({reference.target}", f"({new}")
                message = misspelt_link(reference, target.record)
                yield Finding(one.record.path, reference.line, "dead-link", message, edit=edit)


def _linked_files(root: Path, records: Sequence[ReadRecord]) -> Iterator[str]:
    """Files that records link to and that are there, though they are no records."""
    seen: set[str] = set()
    for record in records:
        for reference in record.record.references:
            target = unquote(reference.target.split("#")[0].split("?")[0])
            if target and "://" not in target:
                folder = "" if target.startswith("/") else posixpath.dirname(record.path)
                path = posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
                if path not in seen and not path.startswith("..") and (root / path).exists():
                    seen.add(path)
                    yield path


Said = Mapping[tuple[str, str, str], RecordReference]


def _one_way(by_path: Mapping[str, ReadRecord], said: Said) -> Iterator[Finding]:
    for (source, relation, target), reference in sorted(said.items(), key=lambda item: item[0]):
        if (target, INVERSE[relation], source) in said:
            continue
        teller, silent = by_path[source], by_path[target]
        if relation == SUPERSEDES and (teller.record.status not in _IN_FORCE or not reference.is_declared):
            # A proposal supersedes nothing yet, and prose may mean a part of a record.
            continue
        rule, verb = "one-way-chain", "supersedes this record"
        if relation == SUPERSEDED_BY:
            # What is in force is clear all the same.
            rule, verb = "successor-silent", "says that this record supersedes it"
        line = _status_line(silent)
        edit: Edit | None = say_back(silent, teller, INVERSE[relation])
        yield Finding(target, line, rule, f"{source}:{reference.line} {verb}; this record does not say so", edit=edit)


def _status_line(record: ReadRecord) -> int:
    return next((field.line for field in record.fields if field.key == "status"), record.line)


def _circles(links: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Each circle once, at its first record by path."""
    followers: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in sorted(links):
        followers[source].append(target)
    reported: set[frozenset[str]] = set()
    for start in sorted(followers):
        circle = _way_back(start, followers)
        if circle and frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            yield Finding(start, 1, "superseded-in-circle", " supersedes ".join([*circle, start]))


def _way_back(start: str, followers: Mapping[str, Sequence[str]]) -> list[str]:
    """The shortest way from a record over what it supersedes back to itself, [] where there is none."""
    ways: list[list[str]] = [[start]]
    seen: set[str] = set()
    for way in ways:
        for following in followers.get(way[-1], ()):
            if following == start:
                return way
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return []


def _without_successor(records: Sequence[ReadRecord], succeeded: set[str]) -> Iterator[Finding]:
    for record in records:
        elsewhere = any(r.relation == SUPERSEDED_BY for r in record.record.references)
        if record.record.status == "superseded" and record.path not in succeeded and not elsewhere:
            yield Finding(
                record.path,
                _status_line(record),
                "no-successor",
                f"{_said(record.fields)}, and no record is named that supersedes it",
            )


def _said(fields: Sequence[Field]) -> str:
    return next((" ".join(field.value.split())[:80] for field in fields if field.key == "status"), "superseded")
