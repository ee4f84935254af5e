"""Which text units a question may meet: of the services and kinds that were asked for, and visible."""

from collections.abc import Callable
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.retrieval.visible import visible_units

IsWanted = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Scope:
    """Service ids and kinds of text units that were asked for; None for all."""

    services: frozenset[str] | None = None
    kinds: frozenset[str] | None = None

    def holds(self, service: str, kind: str) -> bool:
        """Whether a text unit of this service and kind was asked for."""
        return (self.services is None or service in self.services) and (self.kinds is None or kind in self.kinds)


def wanted_units(view: View, scope: Scope) -> IsWanted | None:
    """Whether a text unit, by its key, is wanted; None where all are."""
    if view.sees_everything and scope == Scope():
        return None
    keys = _in_scope(view, scope)
    is_visible = visible_units(view)
    return lambda key: (keys is None or key in keys) and is_visible(key)


def _in_scope(view: View, scope: Scope) -> set[int] | None:
    if scope == Scope():
        return None
    parts: list[str] = []
    parameters: list[str] = []
    for column, values in (("service", scope.services), ("kind", scope.kinds)):
        if values is not None:
            parts.append(f"{column} IN ({', '.join('?' for _ in values)})")
            parameters += sorted(values)
    rows = view.rows(f"SELECT key FROM text_units WHERE {' AND '.join(parts)}", parameters)
    return {int(str(key)) for (key,) in rows}
