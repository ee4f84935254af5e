"""What became of a community from one partition to the next."""

from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What became of a community since the last run; one that simply lives on has none."""

    BORN = "born"
    SPLIT = "split"
    MERGED = "merged"
    DIED = "died"


@dataclass(frozen=True, slots=True)
class Descent:
    """`id` was born, was split from its relatives, took them in, or died and went into them."""

    id: str
    fate: Fate
    relatives: tuple[str, ...] = ()
