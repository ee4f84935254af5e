"""What a record alone, or among its neighbours, gets wrong: status, date, front matter, number."""

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipelines.lint.finding import Finding, sentence
from pipelines.lint.read_records import ReadRecord

_LONGEST_GAP = 20


def check_records(records: Sequence[ReadRecord]) -> Iterator[Finding]:
    """The findings of each record, and those about the numbers of each folder."""
    for record in records:
        for problem in record.problems:
            yield Finding(record.path, max(problem.line, 1), problem.reason, sentence(problem.reason, problem.detail))
    folders: defaultdict[str, list[ReadRecord]] = defaultdict(list)
    for record in records:
        folders[posixpath.dirname(record.path)].append(record)
    for _, members in sorted(folders.items()):
        yield from _numbers(members)


def _numbers(members: Sequence[ReadRecord]) -> Iterator[Finding]:
    numbered = [member for member in members if member.record.label]
    if len(numbered) * 2 > len(members):
        for member in members:
            if not member.record.label:
                yield Finding(
                    member.path, member.line, "missing-number", "neither the file name nor the title has a number"
                )
    for member in numbered:
        same = next((m.path for m in numbered if m is not member and m.record.number == member.record.number), "")
        if same and member.record.number and not member.record.is_dated:
            message = f"the number {member.record.label} is also that of {same}"
            yield Finding(member.path, member.line, "duplicate-number", message)
    by_number = {int(m.record.label): m for m in reversed(numbered) if not m.record.is_dated}
    gaps = [(a + 1, b - 1) for a, b in pairwise(sorted(by_number)) if b - a > 1]
    if gaps and sum(last - first + 1 for first, last in gaps) <= _LONGEST_GAP:
        told = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in gaps)
        after = by_number[gaps[0][1] + 1]
        yield Finding(after.path, after.line, "number-gap", f"no record of this folder has the number {told}")
