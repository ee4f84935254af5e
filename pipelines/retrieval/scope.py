"""Which text units a question may meet: of the services and kinds that were asked for, and visible."""

from collections.abc import Callable

from parsed_graph.view import View
from pipelines.retrieval.visible import visible_units

IsWanted = Callable[[int], bool]


def wanted_units(view: View, services: frozenset[str] | None, kinds: frozenset[str] | None) -> IsWanted | None:
    """Whether a text unit, by its key, is wanted; None where all are."""
    if view.sees_everything and services is None and kinds is None:
        return None
    keys = _in_scope(view, services, kinds)
    is_visible = visible_units(view)
    return lambda key: (keys is None or key in keys) and is_visible(key)


def _in_scope(view: View, services: frozenset[str] | None, kinds: frozenset[str] | None) -> set[int] | None:
    if services is None and kinds is None:
        return None
    parts: list[str] = []
    parameters: list[str] = []
    for column, values in (("service", services), ("kind", kinds)):
        if values is not None:
            parts.append(f"{column} IN ({', '.join('?' for _ in values)})")
            parameters += sorted(values)
    rows = view.rows(f"SELECT key FROM text_units WHERE {' AND '.join(parts)}", parameters)
    return {int(str(key)) for (key,) in rows}
