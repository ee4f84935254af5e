"""The content of documents by digest, so that a run can tell whether any of them changed."""

import hashlib
from collections.abc import Iterator, Sequence

from pipelines.stages.fact_cache import FactCache
from pipelines.stages.walk import DOCUMENTS, WalkedCheckout


def document_digests(walked: Sequence[WalkedCheckout], cache: FactCache) -> Iterator[str]:
    """Path and digest of every document."""
    return (f"{name}:{path} {digest}" for (name, path), digest in document_digests_by_place(walked, cache).items())


def document_digests_by_place(walked: Sequence[WalkedCheckout], cache: FactCache) -> dict[tuple[str, str], str]:
    """The digest of every document, by repository and path; only those are read that changed since the cache was written."""
    digests: dict[tuple[str, str], str] = {}
    for checkout in walked:
        root = str(checkout.root)
        known, fresh = cache.digests(root), dict[str, tuple[str, str]]()
        entries = checkout.walk.wanted_by(DOCUMENTS).entries
        for entry in entries:
            stamp, digest = known.get(entry.path, ("", ""))
            if not stamp or stamp != entry.stamp:
                digest = _digest(checkout, entry.path)
                fresh[entry.path] = (entry.stamp, digest)
            digests[checkout.name, entry.path] = digest
        gone = sorted(set(known) - {entry.path for entry in entries})
        if fresh or gone:
            cache.keep_digests(root, fresh, gone)
    return digests


def _digest(checkout: WalkedCheckout, path: str) -> str:
    try:
        return hashlib.sha256((checkout.root / path).read_bytes()).hexdigest()
    except OSError as error:
        return str(error)
