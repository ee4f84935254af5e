"""Progress of a run on standard error, only where that is a terminal."""

import sys
import time

_EVERY = 0.1


class Progress:
    """Called with a stage, how much of it is done, and how much there is; redraws one line at most ten times a second."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = 0.0
        self._stage = ""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Shows where a run is."""
        now = time.monotonic()
        if not self._shown or (stage == self._stage and done < total and now - self._last < _EVERY):
            return
        self._stage, self._last = stage, now
        amount = f" {done:,} of {total:,}" if total > 1 else ""
        sys.stderr.write(f"\r\x1b[K{stage}{amount}")
        sys.stderr.flush()

    def close(self) -> None:
        """Clears the line."""
        if self._shown and self._stage:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
