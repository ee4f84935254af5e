"""The edges behind one hop between two services: the call, the message or the dependency that makes it."""

from collections.abc import Iterable, Iterator, Sequence

from parsed_graph.dependencies import Dependencies
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import Link, View

Move = tuple[int, bool]
"""An edge key, and whether the edge is followed as it points."""

# CROSS JOIN keeps SQLite from starting at the calls: a service makes far more of them than another one has endpoints.
_CALL = """
SELECT calls.key, exposes.key, calls.target FROM graph_edges AS exposes
CROSS JOIN graph_edges AS calls ON calls.target = exposes.target AND calls.type = 'CALLS' AND calls.source = ?2
  AND json_extract(calls.properties, '$.via') IS NULL AND min(calls.confidence, exposes.confidence) >= ?3
WHERE exposes.source = ?1 AND exposes.type = 'EXPOSES'
ORDER BY calls.layer = 'parsed' DESC, min(calls.confidence, exposes.confidence) DESC, calls.key
"""
_EVENT = """
SELECT publishes.key, event_on.key, consumes.key, owns.key, publishes.target, event_on.target, owns.target
FROM graph_edges AS publishes
JOIN graph_nodes AS event ON event.key = publishes.target AND event.label = 'Event'
JOIN graph_edges AS event_on ON event_on.source = publishes.target AND event_on.type = 'ON'
JOIN graph_edges AS consumes ON consumes.target = event_on.target AND consumes.type = 'CONSUMES'
  AND coalesce(json_extract(consumes.properties, '$.event'), event.name) = event.name
JOIN graph_edges AS owns ON owns.target = consumes.source AND owns.type = 'OWNS' AND owns.source = ?
WHERE publishes.source = ? AND publishes.type = 'PUBLISHES'
  AND min(publishes.confidence, event_on.confidence, consumes.confidence, owns.confidence) >= ?
ORDER BY publishes.layer = 'parsed' DESC, min(publishes.confidence, consumes.confidence) DESC, publishes.key, consumes.key
"""
_TOPIC = """
SELECT publishes.key, consumes.key, owns.key, publishes.target, owns.target FROM graph_edges AS publishes
JOIN graph_edges AS consumes ON consumes.target = publishes.target AND consumes.type = 'CONSUMES'
JOIN graph_edges AS owns ON owns.target = consumes.source AND owns.type = 'OWNS' AND owns.source = ?
WHERE publishes.source = ? AND publishes.type = 'PUBLISHES'
  AND min(publishes.confidence, consumes.confidence, owns.confidence) >= ?
ORDER BY publishes.layer = 'parsed' DESC, min(publishes.confidence, consumes.confidence) DESC, publishes.key, consumes.key
"""
_CALLS = ((_CALL, (True, False)),)
_MESSAGES = ((_EVENT, (True, True, False, False)), (_TOPIC, (True, False, False)))


def moves_along_flow(view: View, source: int, target: int, calls: Dependencies, events: Dependencies) -> list[Move]:
    """The edges that lead from one service to the next: the call or the message, parsed and surest first.

    The bare dependency where nothing finer is known.
    """
    needed = calls.needed_by(source)
    for sql, directions in _CALLS if target in needed else _MESSAGES:
        found = _first_visible(view, sql, len(directions), target, source)
        if found:
            return list(zip(found, directions, strict=True))
    if target in needed:
        return [(needed[target][0], True)]
    return [(events.needed_by(target)[source][0], False)]


def moves_from(view: View, key: int) -> dict[int, list[Move]]:
    """The services where a path from a node comes first, with the edges that lead there; the node itself if it is a station."""
    label = view.node(key).label
    if label is NodeLabel.ENDPOINT:
        return {link.source: [(link.key, False)] for link in reversed(view.reaching(key, EdgeType.EXPOSES))}
    if label is NodeLabel.SUBSCRIPTION:
        return {link.source: [(link.key, False)] for link in reversed(view.reaching(key, EdgeType.OWNS))}
    if label is NodeLabel.TOPIC:
        return _consumers(view, key, [], "")
    if label is NodeLabel.EVENT:
        found: dict[int, list[Move]] = {}
        for link in view.leaving(key, EdgeType.ON):
            found |= _consumers(view, link.target, [(link.key, True)], view.node(key).name)
        return found
    return {key: []}


def moves_to(view: View, key: int) -> dict[int, list[Move]]:
    """The services from which a path comes to a node last, with the edges that lead from there."""
    label = view.node(key).label
    if label is NodeLabel.ENDPOINT:
        return _senders(view.reaching(key, EdgeType.CALLS), view)
    if label in (NodeLabel.TOPIC, NodeLabel.EVENT):
        return _senders(view.reaching(key, EdgeType.PUBLISHES), view)
    if label is NodeLabel.SUBSCRIPTION:
        found: dict[int, list[Move]] = {}
        for link in view.leaving(key, EdgeType.CONSUMES):
            for service, moves in moves_to(view, link.target).items():
                found.setdefault(service, [*moves, (link.key, False)])
        return found
    return {key: []}


def _senders(links: Iterable[Link], view: View) -> dict[int, list[Move]]:
    found: dict[int, list[Move]] = {}
    for link in sorted(links, key=lambda link: (-link.confidence, link.key)):
        if view.node(link.source).label is NodeLabel.SERVICE:
            found.setdefault(link.source, [(link.key, True)])
    return found


def _consumers(view: View, topic: int, before: Sequence[Move], event: str) -> dict[int, list[Move]]:
    found: dict[int, list[Move]] = {}
    for consumes in view.reaching(topic, EdgeType.CONSUMES):
        if event and view.edges([consumes.key])[0].properties.get("event", event) != event:
            continue
        for owns in view.reaching(consumes.source, EdgeType.OWNS):
            found.setdefault(owns.source, [*before, (consumes.key, False), (owns.key, False)])
    return found


def _first_visible(view: View, sql: str, edges: int, target: int, source: int) -> list[int]:
    for row in _rows(view, sql, target, source):
        if not any(view.hides(key) for key in row[edges:]):
            return row[:edges]
    return []


def _rows(view: View, sql: str, target: int, source: int) -> Iterator[list[int]]:
    for row in view.rows(sql, (target, source, view.least_confidence - 1e-9)):
        yield [int(str(value)) for value in row]
