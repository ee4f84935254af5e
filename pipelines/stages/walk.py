"""Walk: the files of every checkout, and whether any of them can have changed since the last run."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.repository import Walk, walk_repository
from pipelines.checkouts import Checkout
from pipelines.documents.suffixes import is_document
from pipelines.stages.fact_cache import FactCache

ARTEFACTS, DOCUMENTS = 0, 1
"""The places of what a file is wanted for."""


@dataclass(frozen=True, slots=True)
class WalkedCheckout:
    """A checkout with its files. `seconds` is what the walk took; `like` are folders with much the same files."""

    name: str
    root: Path
    walk: Walk
    seconds: float = 0.0
    like: tuple[Path, ...] = ()


def walk_checkouts(
    checkouts: Sequence[Checkout], is_artefact: Callable[[str], bool], cache: FactCache, version: str
) -> list[WalkedCheckout]:
    """Every checkout with its files; folders that are as the last walk by this `version` of the code found them are not listed."""
    walked = []
    for checkout in checkouts:
        started, root = time.perf_counter(), str(checkout.root)
        known = cache.listings(root, version)
        walk = walk_repository(checkout.root, is_artefact, is_document, known=known)
        if walk.listings != known:
            cache.keep_listings(root, version, walk.listings)
        walked.append(WalkedCheckout(checkout.name, checkout.root, walk, time.perf_counter() - started, checkout.like))
    return walked


def stamps(walked: Sequence[WalkedCheckout]) -> Iterator[str]:
    """All that a later run can compare without reading a file; "" among it where something is too fresh to be trusted."""
    for checkout in walked:
        yield f"{checkout.name} {checkout.root}"
        yield from (listing.stamp for listing in checkout.walk.listings.values())
        for entry in (*checkout.walk.entries, *checkout.walk.large):
            yield entry.stamp and f"{entry.path} {entry.stamp}"
        yield from (repr(problem) for problem in checkout.walk.problems)
