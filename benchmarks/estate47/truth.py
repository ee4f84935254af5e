"""Which records are in force over each service, by the plan alone: the rules of docs/impact.md, written a second time."""

from collections.abc import Mapping, Sequence

from benchmarks.estate47.plan import Estate
from benchmarks.estate47.records import ACCEPTED, SUPERSEDED, Record

DEPTH = 2


def affecting(estate: Estate, records: Sequence[Record]) -> dict[str, set[str]]:
    """Service -> paths of the accepted records that bind it or what it needs within two hops.

    A superseded record that would bind counts as the accepted one at the end of its chain.
    """
    in_force = {record.number: _in_force(record, records) for record in records}
    bound: dict[str, set[str]] = {service.name: set() for service in estate.services}
    for record in records:
        final = in_force[record.number]
        for name in record.binds if final else ():
            bound[name].add(final)
    needs = estate.needs()
    return {
        service.name: {path for name in reach(needs, service.name) for path in bound[name]}
        for service in estate.services
    }


def reach(needs: Mapping[str, set[str]], start: str, depth: int = DEPTH) -> set[str]:
    """The service and all that it needs within so many hops."""
    found, edge = {start}, {start}
    for _ in range(depth):
        edge = {other for name in edge for other in needs[name]} - found
        found |= edge
    return found


def _in_force(record: Record, records: Sequence[Record]) -> str:
    """The path of the accepted record that stands for this one, "" where none does."""
    while record.status == SUPERSEDED:
        record = records[record.successor - 1]
    return record.path if record.status == ACCEPTED else ""
