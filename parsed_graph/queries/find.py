"""Finds the node that a user means: by id, name, alias, route, or a spelling that comes close."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsed_graph.errors import QueryError
from parsed_graph.model import Node
from parsed_graph.node_names import Tier, display_name, lookup_names, message_names
from parsed_graph.queries.find_route import endpoints_on, read_route
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

_LABELLED = re.compile(r"(\w+)\s*\(\s*(.+?)\s*\)$", re.S)
_LABELS = {label.lower(): label for label in NodeLabel}
_CODE = frozenset({NodeLabel.FUNCTION, NodeLabel.FILE, NodeLabel.PACKAGE})
_MESSAGES = frozenset({NodeLabel.TOPIC, NodeLabel.EVENT})
_LISTED = 10
_OTHERS = 5
_SUGGESTED = 3
_CLOSE = 60
_CLOSE_IN_PART = 80
_SUGGESTABLE = tuple(
    label for label in NodeLabel if label not in (NodeLabel.FUNCTION, NodeLabel.FILE, NodeLabel.DECISION)
)


@dataclass(frozen=True, slots=True)
class Found:
    """A node and its key in the view. `others` go by the name too, but less closely."""

    key: int
    node: Node
    others: tuple[str, ...] = ()


def find_node(view: View, text: str, *labels: NodeLabel) -> Found:
    """The node that `text` names, of these labels where any are given.

    A Service is preferred to other nodes of the same name, and those to code. Raises QueryError when several
    match, listing them, and when none does, naming the closest.
    """
    key = view.key(text)
    if key is not None and (not labels or view.node(key).label in labels):
        return Found(key, view.node(key))
    label, name = _labelled(text)
    wanted = (label,) if label and (not labels or label in labels) else labels
    matches = _matching(view, name, wanted) or _routed(view, name, wanted)
    if not matches and (label is None or label in wanted):
        matches = _of_messages(view, name, wanted)
    if not matches:
        raise QueryError(_unknown(view, text, name, wanted))
    best = _preferred(view, matches)
    if len(best) > 1:
        raise QueryError(_ambiguous(view, text, best))
    others = (node for node in view.nodes(key for key in matches if key != best[0]) if node.label not in _CODE)
    return Found(best[0], view.node(best[0]), tuple(shown(view, node) for node in others)[:_OTHERS])


def shown(view: View, node: Node) -> str:
    """How a node is written in answers, with its service's name where it needs one."""
    key = view.key(node.service) if node.label is NodeLabel.ENDPOINT and node.service else None
    return display_name(node, view.node(key).name if key else "")


def _labelled(text: str) -> tuple[NodeLabel | None, str]:
    match = _LABELLED.match(text.strip())
    label = _LABELS.get(match[1].lower()) if match else None
    return (label, match[2]) if match and label else (None, text.strip())


def _matching(view: View, name: str, labels: Sequence[NodeLabel]) -> dict[int, int]:
    asked = lookup_names(name)
    tiers: dict[int, int] = {}
    for found, tier, key in view.named(list(asked)):
        label = view.node(key).label
        # "orders service" may well mean the service orders-api, but never a topic called orders.
        if (labels and label not in labels) or (asked[found] == Tier.PART and label is not NodeLabel.SERVICE):
            continue
        closeness = max(tier, asked[found])
        tiers[key] = min(tiers.get(key, closeness), closeness)
    return tiers


def _preferred(view: View, tiers: dict[int, int]) -> list[int]:
    """Keys of the closest matches: a Service by name or alias before anything else, code last."""
    services = {k: t for k, t in tiers.items() if t <= Tier.ALIAS and view.node(k).label is NodeLabel.SERVICE}
    visible = {k: t for k, t in tiers.items() if view.node(k).label not in _CODE}
    chosen = services or (visible if min(visible.values(), default=9) == min(tiers.values()) else tiers)
    return sorted(key for key, tier in chosen.items() if tier == min(chosen.values()))


def _routed(view: View, name: str, labels: Sequence[NodeLabel]) -> dict[int, int]:
    route = read_route(name) if not labels or NodeLabel.ENDPOINT in labels else None
    if route is None:
        return {}
    return dict.fromkeys(endpoints_on(view, route, lambda service: _services(view, service)), Tier.PART)


def _of_messages(view: View, name: str, labels: Sequence[NodeLabel]) -> dict[int, int]:
    """Topics and events, if only such are asked for, under a name without the word that says what they are."""
    if not labels or not _MESSAGES.issuperset(labels):
        return {}
    return {key: Tier.PART for _, _, key in view.named(message_names(name)) if view.node(key).label in labels}


def _services(view: View, name: str) -> list[int]:
    matches = _matching(view, _labelled(name)[1], (NodeLabel.SERVICE,))
    return _preferred(view, matches) if matches else []


def _ambiguous(view: View, text: str, keys: Sequence[int]) -> str:
    listed = [f"  {shown(view, node)}  {node.id}" for node in view.nodes(keys[:_LISTED])]
    more = [f"  and {len(keys) - _LISTED} more"] if len(keys) > _LISTED else []
    return "\n".join([f"{text!r} names {len(keys)} nodes; say which:", *listed, *more])


def _unknown(view: View, text: str, name: str, labels: Sequence[NodeLabel]) -> str:
    *most, last = [str(label) for label in labels] or ["node"]
    kinds = f"{', '.join(most)} or {last}" if most else last
    close = _closest(view, name, labels)
    tail = f"; did you mean {', '.join(close)}?" if close else ""
    return f"no {kinds} is called {text!r}{tail}"


def _closest(view: View, name: str, labels: Sequence[NodeLabel]) -> list[str]:
    # Only a name that nothing carries pays for this import.
    from rapidfuzz import fuzz, process

    names = list(view.names(*(labels or _SUGGESTABLE)))
    texts = [known for known, _ in names]
    hits = process.extract(name.lower(), texts, scorer=fuzz.ratio, limit=20, score_cutoff=_CLOSE)
    hits = hits or process.extract(name.lower(), texts, scorer=fuzz.WRatio, limit=20, score_cutoff=_CLOSE_IN_PART)
    keys = list(dict.fromkeys(names[place][1] for _, _, place in hits))[:_SUGGESTED]
    return [shown(view, node) for node in view.nodes(keys)]
