"""Which code runs: what was made by other code is not taken up again."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_PACKAGES = ("pipelines", "community", "parsed_graph", "prompts")


@cache
def product_version() -> str:
    """A digest over size and time of each of our files, as Python itself tells a stale `.pyc`, and over what is installed."""
    digest = hashlib.sha256(sys.version.encode())
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec else ():
            for row in _files(folder):
                digest.update(row.encode("utf-8", "surrogateescape"))
    for folder in sys.path:
        # A package that comes, goes or is replaced leaves its mark on the folder of all packages.
        if Path(folder).name in ("site-packages", "dist-packages") and Path(folder).is_dir():
            digest.update(f"{folder} {Path(folder).stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:16]


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as scan:
        found = sorted(scan, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        else:
            known = entry.stat()
            yield f"{entry.path} {known.st_size} {known.st_mtime_ns}\n"
