"""What is known of communities from one run to the next: who is in which, what was written of it, and on what edges."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from community.change import EdgeChange
from community.descent import Descent
from community.edge_set import EdgeIndex, EdgeKey, EdgeSet, no_edges
from community.group_kind import GroupKind


@dataclass(frozen=True, slots=True)
class Community:
    """A community. `level` 0 is the top; `tier` is 0 for the partition itself, above and below it more and less.

    `name` is the declared system or domain, "" where none is. `members` are node ids, sorted. `change` is what happened
    to its edges since its report was written.
    """

    id: str
    tier: int
    level: int
    parent: str
    kind: GroupKind
    name: str
    title: str
    members: tuple[str, ...]
    change: EdgeChange


@dataclass(frozen=True, slots=True)
class Citation:
    """What a finding rests on: a node, or an edge as `source TYPE target`, and the place where it was read, "" where none is kept."""

    subject: str
    place: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth knowing of a community."""

    summary: str
    explanation: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What was written of a community. `rating`, 0 to 10, says how much of the estate leans on it.

    `writer` is `rules` or provider and model, `prompt` the fingerprint of the prompt, `because` why it was written when
    it was; `edges` are those that had an end in the community then.
    """

    community: str
    title: str
    summary: str
    rating: float
    rating_reason: str
    findings: tuple[Finding, ...]
    writer: str
    prompt: str
    because: str
    edges: EdgeSet


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the lineage: which partition of this estate brought it."""

    partition: int
    descent: Descent


@dataclass(frozen=True, slots=True)
class CommunityState:
    """All communities with their reports. `edges` is the whole map now, `partition_edges` what it was when it was partitioned.

    `partition` counts the partitions that were made, `settings` is the fingerprint of what steered the last one, and
    `named` gives the text of edges that reports still remember.
    """

    communities: tuple[Community, ...] = ()
    reports: Mapping[str, Report] = field(default_factory=dict)
    edges: EdgeIndex = field(default_factory=lambda: EdgeIndex(()))
    partition_edges: EdgeSet = field(default_factory=no_edges)
    partition: int = 0
    settings: str = ""
    history: tuple[Event, ...] = ()
    named: Mapping[int, EdgeKey] = field(default_factory=dict)
