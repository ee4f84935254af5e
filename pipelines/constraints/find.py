"""What a snapshot knows of constraints, within a view: those of a record, and the violations of a record or by a service."""

from dataclasses import dataclass

import msgspec

from parsed_graph.model import Node
from parsed_graph.view import View
from pipelines.constraints.check import Violation
from pipelines.constraints.oppositions import Said
from pipelines.constraints.tables import evidence_of

_decode_names = msgspec.json.Decoder(tuple[str, ...]).decode
_decode = msgspec.json.Decoder(list[list[str | int]]).decode


def has_constraints(view: View) -> bool:
    """Whether the snapshot was written with them."""
    found = view.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'violations'")
    return next(found, None) is not None


def find_constraints(view: View, record: str) -> tuple[tuple[str, str], ...]:
    """Each rule of a record as it is written, and its place."""
    if not has_constraints(view) or view.key(record) is None:
        return ()
    rows = view.rows("SELECT text, place FROM constraints WHERE record = ? ORDER BY rowid", (record,))
    stated = ((str(text), str(place)) for text, place in rows)
    return tuple(each for each in stated if all(map(view.may_tell, each)))


def find_violations(view: View, *, record: str = "", service: str = "") -> tuple[Violation, ...]:
    """Violations of the rules of a record, or that start at a service, or all; one that names what the view hides is left out."""
    if not has_constraints(view):
        return ()
    where = "record = ?" if record else "source = ?" if service else "1 = 1"
    rows = view.rows(
        f"SELECT record, rule, text, place, source, target, said, evidence FROM violations WHERE {where} ORDER BY rowid",
        tuple(filter(None, (record or service,))),
    )
    found = (_violation(*map(str, row)) for row in rows)
    return tuple(each for each in found if _is_seen(view, each))


def _violation(
    record: str, rule: str, text: str, place: str, source: str, target: str, said: str, evidence: str
) -> Violation:
    return Violation(record, rule, text, place, source, target, said, evidence_of(_decode(evidence)))


@dataclass(frozen=True, slots=True)
class OpposedRecords:
    """Two accepted records over `services` (names), one for and one against `what`, with the words of each."""

    one: Node
    other: Node
    services: tuple[str, ...]
    what: str
    one_says: Said
    other_says: Said


def find_opposed(view: View, *, record: str = "", service: str = "") -> tuple[OpposedRecords, ...]:
    """Candidates of a contradiction that a record is part of, or that both records of are over a service."""
    if not has_constraints(view):
        return ()
    where, given = ("one = ? OR other = ?", (record, record)) if record else ("1 = 1", ())
    rows = view.rows(f"SELECT * FROM oppositions WHERE {where} ORDER BY rowid", given)
    found = []
    for one, other, services, what, *says in rows:
        over = _decode_names(str(services))
        keys = [view.key(str(each)) for each in (one, other)]
        seen = [key for key in map(view.key, over) if key is not None]
        if None not in keys and seen and service in ("", *over):
            first, second = view.nodes([key for key in keys if key is not None])
            names = tuple(node.name for node in view.nodes(seen))
            quotes = [str(text) for text in says]
            if not all(map(view.may_tell, quotes)):
                continue
            found.append(OpposedRecords(first, second, names, str(what), Said(*quotes[:2]), Said(*quotes[2:])))
    return tuple(found)


def _is_seen(view: View, violation: Violation) -> bool:
    words = [violation.text, violation.said, violation.place, *(each.path for each in violation.evidence)]
    if not all(map(view.may_tell, words)):
        return False
    ends = [violation.record, violation.source, *filter(None, [violation.target])]
    keys = [view.key(end) for end in ends]
    return None not in keys and (len(keys) < 3 or view.allows(keys[1] or 0, keys[2] or 0))
