"""Which text units a question may meet: what the view shows, of the services and kinds that were asked for."""

from collections.abc import Callable
from dataclasses import dataclass

from parsed_graph.view import View


@dataclass(frozen=True, slots=True)
class Scope:
    """`services` and `kinds` narrow the search where they are given."""

    services: frozenset[str] | None = None
    kinds: frozenset[str] | None = None

    def condition(self) -> tuple[str, list[str]]:
        """An SQL condition over `text_units`, and its parameters."""
        parts, parameters = [], []
        for column, values in (("service", self.services), ("kind", self.kinds)):
            if values is not None:
                parts.append(f"{column} IN ({', '.join('?' for _ in values)})")
                parameters += sorted(values)
        return " AND ".join(parts) or "1", parameters

    @property
    def is_open(self) -> bool:
        """Whether nothing narrows it."""
        return self.services is None and self.kinds is None


def keys_in_scope(view: View, scope: Scope) -> Callable[[int], bool]:
    """Whether a text unit, by its key, is within a scope."""
    if scope.is_open:
        return lambda key: True
    condition, parameters = scope.condition()
    keys = {key for (key,) in view.rows(f"SELECT key FROM text_units WHERE {condition}", parameters)}
    return keys.__contains__
