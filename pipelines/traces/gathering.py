"""Spans that arrive one by one, held until their traces are quiet, then added up and let go."""

import threading
from collections.abc import Iterable

from parsed_graph.traces.interactions import Observation, interactions, observations
from parsed_graph.traces.trace_span import TraceSpan

MAX_SPANS = 200_000
"""How many spans wait at once; beyond that, the traces that have waited longest are settled early."""
QUIET_SECONDS = 10.0
"""How long nothing more of a trace must have arrived before it counts as complete."""


class Gathering:
    """Safe for many threads. Times are seconds of any clock that only goes forward."""

    def __init__(self, most: int = MAX_SPANS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._traces: dict[str, list[TraceSpan]] = {}
        self._arrived: dict[str, float] = {}
        self._waiting = 0
        self.received = 0

    def add(self, spans: Iterable[TraceSpan], now: float) -> None:
        """Takes spans in."""
        with self._lock:
            for span in spans:
                self._traces.setdefault(span.trace_id, []).append(span)
                self._arrived.pop(span.trace_id, None)
                self._arrived[span.trace_id] = now  # The newest arrival stands last.
                self._waiting += 1
                self.received += 1

    @property
    def is_full(self) -> bool:
        """Whether more spans wait than may."""
        return self._waiting > self._most

    def settle(self, now: float, quiet: float = QUIET_SECONDS) -> list[Observation]:
        """What the traces show of which nothing more arrived for a while; those that make it too full are settled as they are."""
        with self._lock:
            spans: list[TraceSpan] = []
            for trace in list(self._arrived):
                if now - self._arrived[trace] < quiet and self._waiting <= self._most:
                    break
                found = self._traces.pop(trace)
                del self._arrived[trace]
                self._waiting -= len(found)
                spans += found
        return observations(interactions(spans))
