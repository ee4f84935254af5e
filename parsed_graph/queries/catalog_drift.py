"""Where the catalogue and the code disagree: the rows that the run left, as far as the principal may know of them."""

from dataclasses import dataclass

from parsed_graph.view import View

_REASONS = ("declared-not-found", "found-not-declared")


@dataclass(frozen=True, slots=True)
class CatalogDrift:
    """One disagreement. `reason` is declared-not-found or found-not-declared; `path` and `line` say where to look."""

    reason: str
    detail: str
    path: str
    line: int

    @property
    def subject(self) -> str:
        """What it is about: `component orders`, `dependency orders to stock`, `api of orders`."""
        return self.detail.partition(" is in ")[0].partition(":")[0]


def find_catalog_drift(view: View) -> list[CatalogDrift]:
    """All disagreements, what is declared and not found first."""
    rows = view.rows(
        "SELECT reason, detail, path, line FROM problems WHERE stage = 'catalogue' AND reason IN (?, ?)"
        " ORDER BY reason, detail, path, line",
        _REASONS,
    )
    found = [CatalogDrift(str(reason), str(detail), str(path), int(str(line))) for reason, detail, path, line in rows]
    return [drift for drift in found if view.may_tell(f"{drift.detail} {drift.path}")]
