"""What a caller may see: services by name or by system and domain, documents by path, crossings between domains.

Nothing is allowed that is not granted. `parsed_graph/visibility.py` turns a grant into the nodes of a snapshot.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

ANY = "*"


@dataclass(frozen=True, slots=True)
class Grant:
    """Patterns with `*` and `?` for each kind of thing. `crossings` are pairs of domains, or of systems where no domain is known."""

    services: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    crossings: frozenset[tuple[str, str]] = frozenset()

    def allows_service(self, names: Iterable[str], system: str, domain: str) -> bool:
        """Whether a service with these names, in this system and domain, may be seen."""
        return (
            any(_matches(self.services, name) for name in names)
            or (bool(system) and _matches(self.systems, system))
            or (bool(domain) and _matches(self.domains, domain))
        )

    def allows_document(self, repo: str, path: str) -> bool:
        """Whether the document at this path may be read; `repo:path` is tried as well as the path."""
        return _matches(self.documents, path) or _matches(self.documents, f"{repo}:{path}")

    def allows_crossing(self, source: str, target: str) -> bool:
        """Whether an edge from one domain to another may be seen. Within a domain, and where none is known, every edge may."""
        if not source or not target or source == target:
            return True
        return any(one in (source, ANY) and other in (target, ANY) for one, other in self.crossings)


def _matches(patterns: frozenset[str], text: str) -> bool:
    folded = text.casefold()
    return any(fnmatchcase(folded, pattern.casefold()) for pattern in patterns)
