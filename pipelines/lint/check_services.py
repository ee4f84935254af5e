"""Whether records name the services that there are: unknown, misspelt and gone ones, records that name none, services without one."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.documents.adr_status import FORMER
from pipelines.documents.aliases import squash
from pipelines.documents.document import Field
from pipelines.documents.inventory import Inventory
from pipelines.documents.scope import services_of
from pipelines.lint.finding import Edit, Finding
from pipelines.lint.known_services import KnownServices
from pipelines.lint.read_records import ReadRecord

_STATED = frozenset({"applies_to", "scope", "affects"})
_ALIKE = 0.8
"""How alike two spellings are from which one may be meant for the other."""
_MUCH_ALIKE = 0.87
_LISTED = 12
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class NamedServices:
    """What one field names: services of the inventory, and words that name none."""

    record: ReadRecord
    field: Field
    services: tuple[int, ...]
    unknown: tuple[str, ...]


def named_services(records: Sequence[ReadRecord], inventory: Inventory) -> list[NamedServices]:
    """Every field that says what a record applies to."""
    found = []
    for record in records:
        for field in record.record.applies_to:
            if field.key in _STATED:
                services, unknown = services_of(field.value, inventory)
                found.append(NamedServices(record, field, tuple(services), tuple(unknown)))
    return found


def check_services(
    records: Sequence[ReadRecord], named: Sequence[NamedServices], known: KnownServices, *, required: bool
) -> Iterator[Finding]:
    """The findings about services. `required`: each record that is not a former one has to say what it applies to."""
    if known.inventory.services:
        for one in named:
            if one.field.key == "applies_to":
                yield from (_unknown(one, name, known) for name in one.unknown)
        yield from _without_record(named, known.inventory)
    if required:
        stating = {one.record.path for one in named}
        for record in records:
            if record.record.status not in FORMER and record.path not in stating:
                yield Finding(
                    record.path,
                    record.line,
                    "missing-applies-to",
                    "the record does not say which services it applies to",
                )


def _unknown(one: NamedServices, name: str, known: KnownServices) -> Finding:
    path, line, shown = one.record.path, one.field.line, name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    meant = _meant(name, known.inventory)
    if meant:
        edit = (
            Edit(path, line, name, meant[0])
            if len(meant) == 1 and _is_surely(name, meant[0]) and one.field.origin == "front-matter"
            else None
        )
        return Finding(
            path, line, "unknown-service", f"no service is called {shown}", f"did you mean {' or '.join(meant)}?", edit
        )
    if any(squash(name) == squash(earlier) for earlier in known.gone) and one.record.record.status not in FORMER:
        return Finding(path, line, "service-gone", f"{shown} was a service once and is none any more")
    return Finding(path, line, "unknown-service", f"no service is called {shown}")


def _meant(name: str, inventory: Inventory) -> list[str]:
    """Names of services that are spelt much like this, the likeliest first."""
    keys = difflib.get_close_matches(squash(name), inventory.by_key, n=3, cutoff=_ALIKE)
    return list(dict.fromkeys(inventory.services[inventory.by_key[key]].name for key in keys))


def _is_surely(name: str, meant: str) -> bool:
    return difflib.SequenceMatcher(None, squash(name), squash(meant)).ratio() >= _MUCH_ALIKE


def _without_record(named: Sequence[NamedServices], inventory: Inventory) -> Iterator[Finding]:
    """One note, at the first record that names any, for all services that none names; else it is not the custom to name them."""
    covered = {service for one in named for service in one.services}
    own = [
        i
        for i, service in enumerate(inventory.services)
        if not service.external and service.role in ("", "application")
    ]
    left = [inventory.services[i].name for i in own if i not in covered]
    if covered and left:
        more = f" and {len(left) - _LISTED} more" if len(left) > _LISTED else ""
        message = f"{len(left)} of {len(own)} services are named by no record: {', '.join(left[:_LISTED])}{more}"
        yield Finding(named[0].record.path, named[0].field.line, "service-without-record", message)
