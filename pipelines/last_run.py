"""What the last run was made from: a run on the same input need not make it again.

The file lies in `output/cache/`; without it a run takes longer and writes the same.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

_FILE = "last_run.json"


class LastRun(msgspec.Struct, frozen=True):
    """`snapshot` was made from this input: `seen` are its files by their stamps, `said` by what they hold; "" for unknown."""

    snapshot: str
    seen: str
    said: str


def read_last_run(cache: Path) -> LastRun:
    """What was kept; nothing fits it where nothing was."""
    try:
        return msgspec.json.decode((cache / _FILE).read_bytes(), type=LastRun)
    except (OSError, msgspec.DecodeError):
        return LastRun("", "", "")


def keep_last_run(cache: Path, run: LastRun) -> None:
    """Keeps it, in one step, after its snapshot has become the current one."""
    new = cache / f".{_FILE}"
    new.write_bytes(msgspec.json.encode(run))
    new.replace(cache / _FILE)


def fingerprint(parts: Iterable[str]) -> str:
    """A digest of texts; "" as soon as one of them is empty, which stands for what is not known."""
    digest = hashlib.sha256()
    for part in parts:
        if not part:
            return ""
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()
