"""A ranking: keys of text units with their scores, the best first."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one way of looking found. Scores of two rankings do not compare; places do."""

    name: str
    scored: tuple[tuple[int, float], ...]
    weight: float = 1.0
    """How much its places count beside those of others."""

    @classmethod
    def of(cls, name: str, scores: Iterable[tuple[int, float]], most: int) -> "Ranking":
        """The `most` best, ties in the order of keys."""
        return cls(name, tuple(sorted(scores, key=lambda item: (-item[1], item[0]))[:most]))

    @property
    def keys(self) -> list[int]:
        """The keys alone."""
        return [key for key, _ in self.scored]
