"""Whom to ask or to tell: services by their owner and on-call."""

from collections.abc import Iterable
from dataclasses import dataclass

from parsed_graph.model import Node


@dataclass(frozen=True, slots=True)
class Contact:
    """A team, its on-call, and the names of the services it answers for here. `owner` is "" where nobody is known."""

    owner: str
    oncall: str
    services: tuple[str, ...]


def contacts(services: Iterable[Node]) -> tuple[Contact, ...]:
    """Owners in the order of their first service; services of which nobody is known come last."""
    grouped: dict[tuple[str, str], dict[str, None]] = {}
    for service in services:
        owner, oncall = (str(service.properties.get(name, "")) for name in ("owner", "oncall"))
        grouped.setdefault((owner, oncall), {})[service.name] = None
    known = [Contact(owner, oncall, tuple(names)) for (owner, oncall), names in grouped.items()]
    return tuple(sorted(known, key=lambda contact: not (contact.owner or contact.oncall)))
