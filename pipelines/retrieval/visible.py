"""Which text units a principal may meet: none that belongs to, is about, or names something hidden."""

from collections.abc import Callable

from parsed_graph.hidden_names import HiddenNames
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.retrieval.service_card import SERVICE_CARD

COMMUNITY_REPORT = "community_report"
CODE = "code"
WRITTEN_OF_ALL = frozenset({SERVICE_CARD, COMMUNITY_REPORT})
"""Kinds that were composed over the whole graph: for somebody who may not see all of it they are composed anew."""
_TELLING = frozenset(
    {
        NodeLabel.SERVICE,
        NodeLabel.TOPIC,
        NodeLabel.EVENT,
        NodeLabel.DATABASE,
        NodeLabel.TEAM,
        NodeLabel.ADR,
        NodeLabel.INCIDENT,
    }
)
_UNIT = "SELECT document_id, kind, service, title, path, text FROM text_units WHERE key = ?"
_ABOUT = "SELECT node FROM text_unit_nodes WHERE unit = ?"


def visible_units(view: View) -> Callable[[int], bool]:
    """Whether a text unit, by its key, may be met; looked at when asked, and remembered."""
    if view.sees_everything:
        return lambda key: True
    known: dict[int, bool] = view.remember(("visible_units", 0), dict)
    names = hidden_names(view)

    def is_visible(key: int) -> bool:
        if key not in known:
            known[key] = _may_meet(view, key, names)
        return known[key]

    return is_visible


def _may_meet(view: View, key: int, names: HiddenNames) -> bool:
    document, kind, service, title, path, text = map(str, next(view.rows(_UNIT, (key,))))
    if kind in WRITTEN_OF_ALL or (service and view.key(service) is None):
        return False
    if kind == CODE:
        if view.principal.grant is not None and not service:
            return False
        if any(view.hides(int(str(node))) for (node,) in view.rows(_ABOUT, (key,))):
            return False
    elif view.key(document) is None:
        return False
    return all(view.may_tell(one) and not names.mentions(one) for one in (title, path, text))


def hidden_names(view: View) -> HiddenNames:
    """The names of nodes that are hidden by id; those that a policy hides are known to the view."""
    return view.remember(("hidden_names", 0), lambda: _read_hidden_names(view))


def _read_hidden_names(view: View) -> HiddenNames:
    if not view.principal.hidden:
        return HiddenNames()
    rows = view.rows("SELECT key, label, name, properties FROM graph_nodes")
    hidden = [
        (name, properties) for key, label, name, properties in rows if view.hides(int(str(key))) and label in _TELLING
    ]
    return HiddenNames([name for node in hidden for name in _names(*map(str, node))])


def _names(name: str, properties: str) -> list[str]:
    import msgspec

    aliases = msgspec.json.decode(properties, type=dict[str, object]).get("aliases", ())
    return [name, *(map(str, aliases) if isinstance(aliases, list) else ())]
