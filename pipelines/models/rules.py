"""The `rules` provider: reads a document without any model, always in the same way."""

from pipelines.documents.document import Document
from pipelines.documents.extraction import DecisionClaim, Extraction, ServiceClaim
from pipelines.documents.inventory import Inventory
from pipelines.models.decision_rules import find_decisions
from pipelines.models.service_rules import find_services

RULES_VERSION = 3
"""Part of the cache key of what the rules read: raise it with every change of a rule or cue."""
CONFIDENCE = {"direct": 0.8, "indirect": 0.6}
MAX_QUOTE = 300


def read_by_rules(document: Document, inventory: Inventory, home: int | None, *, incident: bool) -> Extraction:
    """The services that a document affects and what it decides. Records that it names are in its parsed part."""
    services = tuple(
        ServiceClaim(
            inventory.services[finding.service].id,
            finding.impact,
            CONFIDENCE[finding.impact],
            quote(finding.best.mention.sentence, finding.best.mention.start, finding.best.mention.end),
            finding.best.mention.line,
        )
        for finding in find_services(document, inventory, home, incident=incident)
        if finding.impact in CONFIDENCE
    )
    decisions = tuple(
        DecisionClaim(found.text, found.category, quote(found.evidence, 0, 0), found.line)
        for found in find_decisions(document, incident=incident)
    )
    return Extraction(services=services, decisions=decisions)


def quote(sentence: str, start: int, end: int) -> str:
    """A sentence on one line; of a long one, the whole words around `start:end`, at most MAX_QUOTE characters."""
    if len(sentence) <= MAX_QUOTE:
        return " ".join(sentence.split())
    left = max(0, min(start, (start + end) // 2 - MAX_QUOTE // 2))
    right = min(len(sentence), left + MAX_QUOTE)
    while 0 < left < len(sentence) and not sentence[left - 1].isspace():
        left += 1
    while left < right < len(sentence) and not sentence[right].isspace():
        right -= 1
    return " ".join(sentence[left:right].split())
