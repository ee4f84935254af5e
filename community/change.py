"""How much the edges around a community changed since its report was written."""

from dataclasses import dataclass

from community.edge_set import EdgeSet, common


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """Edges that came and went, of `before` that there were."""

    before: int
    added: int
    removed: int

    @property
    def ratio(self) -> float:
        """Added plus removed over what there was; from none to some is a whole change, from none to none is none."""
        changed = self.added + self.removed
        if not self.before:
            return 1.0 if changed else 0.0
        return changed / self.before


def edge_change(before: EdgeSet, now: EdgeSet) -> EdgeChange:
    """What changed from one set of edges to another."""
    kept = common(before, now)
    return EdgeChange(len(before), len(now) - kept, len(before) - kept)
