"""A node that a question names, and how sure that is."""

from dataclasses import dataclass

COMMUNITY, UNKNOWN = "Community", "Unknown"
"""Kinds of a mention beside the labels of nodes: a community, and a name that nothing carries."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `first` up to `end` of a question, and what they name.

    `kind` is the label of the nodes, or one of the two above. Several `keys` are versions of one event, or, where
    it `is_unclear` which is meant, all that go by the name. `others` are nodes of the same name with other labels. `how` is name,
    spelling, alias, part, title, date, fuzzy, kind (all nodes of a product), or both; for fuzzy ones `score` (of 100) and `margin`, the lead over the next.
    `community` is a community's id; `suggestions` are names that come close; `name` is
    what the graph calls it.
    """

    text: str
    first: int
    end: int
    kind: str
    keys: tuple[int, ...] = ()
    how: str = "name"
    score: float = 100.0
    margin: float = 100.0
    others: tuple[int, ...] = ()
    community: str = ""
    suggestions: tuple[str, ...] = ()
    is_unclear: bool = False
    name: str = ""

    @property
    def key(self) -> int:
        """The first node's key."""
        return self.keys[0]

    @property
    def is_found(self) -> bool:
        """Whether it is known what it names."""
        return self.kind != UNKNOWN and not self.is_unclear
