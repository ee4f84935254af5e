"""How long each stage of a run takes."""

import time


class Clock:
    """Wall time by stage, in seconds."""

    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """Ends a stage; the next one begins."""
        now = time.perf_counter()
        self.stages[stage], self._last = round(now - self._last, 3), now

    @property
    def total(self) -> float:
        """Since the clock was made."""
        return round(time.perf_counter() - self._begun, 3)
