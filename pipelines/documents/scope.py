"""Which services a piece of metadata means: `applies_to: orders, payments`, `scope: the checkout domain`, `all services`."""

import re
from collections.abc import Iterator

from pipelines.documents.aliases import squash
from pipelines.documents.inline import plain
from pipelines.documents.inventory import Inventory

_SPLIT = re.compile(r"[,;\n/|]|\s(?:and|e|&)\s|<br\s*/?>")
_ALL = re.compile(
    r"\W*(?:\*|all(?: (?:services|systems|applications|microservices|teams))?|every service|everything|global|tod[oa]s(?: os servi[cç]os)?)\W*$",
    re.I,
)
_DECORATION = re.compile(
    r"^\W*(?:the|o|a|os|as)\s+|\([^()]*\)|\b(?:domain|system|subsystem|dom[ií]nio|sistema)\b", re.I
)

_EXPRESS = re.compile(r"\b(?:domain|dom[ií]nio)\b", re.I)
"""What nobody declares as a domain is one only where it is called so."""


def services_of(value: str, inventory: Inventory) -> tuple[list[int], list[str]]:
    """Indices of the services that the value names, and the pieces that name none. Whole words only, nothing guessed."""
    named: dict[int, None] = {}
    unknown: list[str] = []
    text = plain(value, {}).text
    if _ALL.match(text):
        return [
            i
            for i, service in enumerate(inventory.services)
            if not service.external and service.role in ("", "application")
        ], []
    whole = list(_meant(text, inventory))
    for piece in [text] if whole else _SPLIT.split(text):
        found = whole or list(_meant(piece, inventory))
        named |= dict.fromkeys(found)
        if not found and piece.strip(" -*\"'`"):
            unknown.append(piece.strip())
    return list(named), unknown


def _meant(piece: str, inventory: Inventory) -> Iterator[int]:
    for form in (piece, _DECORATION.sub("", piece)):
        service = inventory.by_key.get(squash(form))
        if service is not None:
            yield service
            return
    name = _DECORATION.sub("", piece).strip(" -*\"'`").lower()
    system = inventory.systems.get(name) or (inventory.families.get(name) if _EXPRESS.search(piece) else None)
    if system:
        yield from system
        return
    matches = [m for m in inventory.matcher.matches(piece) if m.alias.service >= 0 and not m.partial]
    covered = sum(m.end - m.start for m in matches)
    # A name inside a longer phrase is meant only where it is no ordinary word, or nearly all of the phrase.
    yield from (m.alias.service for m in matches if not m.alias.ordinary or covered * 2 > len(piece.strip()))
