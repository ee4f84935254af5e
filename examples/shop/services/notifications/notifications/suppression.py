"""The suppression list: addresses that bounced or complained, hashed, one a line."""

import hashlib
from functools import cache
from pathlib import Path

LIST = Path("/var/lib/notifications/suppressed.txt")


@cache
def _hashes() -> frozenset[str]:
    return frozenset(LIST.read_text().split()) if LIST.exists() else frozenset()


def contains(address: str) -> bool:
    return hashlib.sha256(address.strip().lower().encode()).hexdigest() in _hashes()
