"""A file that decides who gets in: read again whenever it changes, so that what is taken out of it stops to count at once."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from parsed_graph.errors import SettingsError

Value = TypeVar("Value")
Stamp = tuple[int, int, int, int]


class WatchedFile(Generic[Value]):
    """What a file says now. Safe for threads."""

    def __init__(self, file: Path, read: Callable[[Path], Value]) -> None:
        """Reads it for the first time. Raises SettingsError where it cannot be read."""
        self._file = file
        self._read = read
        self._lock = threading.Lock()
        self._stamp = self._look()
        self._held: Value | SettingsError = read(file)

    def value(self) -> Value:
        """What the file says. Raises SettingsError for one that is gone or broken: what it said before counts no more."""
        stamp = self._look()
        with self._lock:
            if stamp != self._stamp:
                # Stamped first: a change during the reading is seen by the next one.
                self._stamp = stamp
                try:
                    self._held = self._read(self._file)
                except SettingsError as error:
                    self._held = error
            held = self._held
        if isinstance(held, SettingsError):
            raise held
        return held

    def _look(self) -> Stamp | None:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
