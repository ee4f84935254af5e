"""What the router made of a question: intent, strategy, operation, and what it is about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.measures import Measure
from pipelines.asking.mention import Mention


@dataclass(frozen=True, slots=True)
class Route:
    """`subjects` are in the order that the operation wants: who does it, then to what; from where, then to where.

    `verb` is how a yes or no question joins its two subjects. `also` are further nodes
    of which all must hold. `filters` narrow a list; `layers` the edges that count,
    empty for all; `wanted` is the kind of node asked for. `is_sure` is False where only the words were left to go by.
    """

    intent: Intent
    operation: Operation
    subjects: tuple[Mention, ...] = ()
    strategy: Strategy = Strategy.SCOPED
    verb: str = ""
    filters: Mapping[str, str] = field(default_factory=dict)
    also: tuple[Mention, ...] = ()
    wanted: str = ""
    measure: Measure | None = None
    layers: frozenset[str] = frozenset()
    is_count: bool = False
    is_negated: bool = False
    is_direct: bool = False
    is_universal: bool = False
    is_exclusive: bool = False
    run_time_only: bool = False
    is_sure: bool = True
