"""Checks a filled form entry by entry: known service, known record, evidence verbatim, sizes. What fails is named, not mended."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.documents.evidence import MAX_QUOTE, EvidenceIndex
from pipelines.documents.extraction import DecisionClaim, Extraction, ReferenceClaim, ServiceClaim
from pipelines.documents.reply import AffectedService, Decision, ReferencedAdr, Reply

CONFIDENCE = {"direct": 0.9, "indirect": 0.7}
MAX_ENTRIES = 60
MAX_DECISION = 400


@dataclass(frozen=True, slots=True)
class Rejected:
    """An entry that cannot be used. `reason` is a code, `detail` a sentence that the model can act on."""

    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What of a form holds, and what does not."""

    extraction: Extraction
    rejected: tuple[Rejected, ...]


def check_reply(
    reply: Reply, evidence: EvidenceIndex, services: Mapping[str, str], records: Mapping[str, str]
) -> Checked:
    """`services` maps the names that may stand in a form to ids, `records` the record labels."""
    found = _Findings(evidence)
    for service in reply.affected_services[:MAX_ENTRIES]:
        found.service(service, services)
    for reference in reply.referenced_adrs[:MAX_ENTRIES]:
        found.reference(reference, records)
    for decision in reply.decisions[:MAX_ENTRIES]:
        found.decision(decision)
    for name, entries in (
        ("affected_services", reply.affected_services),
        ("referenced_adrs", reply.referenced_adrs),
        ("decisions", reply.decisions),
    ):
        if len(entries) > MAX_ENTRIES:
            found.rejected.append(
                Rejected("too-many", f"{name}: {len(entries)} entries; at most {MAX_ENTRIES} are read")
            )
    extraction = Extraction(tuple(found.services), tuple(found.references), tuple(found.decisions))
    return Checked(extraction, tuple(found.rejected))


class _Findings:
    def __init__(self, evidence: EvidenceIndex) -> None:
        self.evidence = evidence
        self.services: list[ServiceClaim] = []
        self.references: list[ReferenceClaim] = []
        self.decisions: list[DecisionClaim] = []
        self.rejected: list[Rejected] = []

    def service(self, entry: AffectedService, known: Mapping[str, str]) -> None:
        name = f"affected_services, {entry.service!r}"
        line = self._line(name, entry.evidence)
        if entry.service not in known:
            self.rejected.append(Rejected("unknown-service", f"{name}: no service of the list is called so"))
        elif line is not None and entry.impact in CONFIDENCE:
            claim = ServiceClaim(
                known[entry.service], entry.impact, CONFIDENCE[entry.impact], " ".join(entry.evidence.split()), line
            )
            same = next((c for c in self.services if c.service == claim.service), None)
            if same is None:
                self.services.append(claim)
            elif same.impact == "indirect" and claim.impact == "direct":
                self.services[self.services.index(same)] = claim

    def reference(self, entry: ReferencedAdr, known: Mapping[str, str]) -> None:
        name = f"referenced_adrs, {entry.adr!r}"
        line = self._line(name, entry.evidence)
        if entry.adr not in known:
            self.rejected.append(Rejected("unknown-record", f"{name}: no record of the list has this id"))
        elif line is not None:
            self.references.append(
                ReferenceClaim(known[entry.adr], entry.relation, " ".join(entry.evidence.split()), line)
            )

    def decision(self, entry: Decision) -> None:
        name = f"decisions, {entry.text[:60]!r}"
        text = " ".join(entry.text.split())
        if not text or len(text) > MAX_DECISION:
            self.rejected.append(
                Rejected("bad-size", f"{name}: a decision is one sentence of at most {MAX_DECISION} characters")
            )
            return
        line = self._line(name, entry.evidence)
        if line is not None and all(known.text.lower() != text.lower() for known in self.decisions):
            self.decisions.append(DecisionClaim(text, entry.category, " ".join(entry.evidence.split()), line))

    def _line(self, name: str, quote: str) -> int | None:
        if len(quote) > MAX_QUOTE:
            self.rejected.append(Rejected("bad-size", f"{name}: the evidence is longer than {MAX_QUOTE} characters"))
            return None
        line = self.evidence.line_of(quote)
        if line is None:
            self.rejected.append(
                Rejected("not-verbatim", f"{name}: the document does not hold the words {quote[:80]!r}")
            )
        return line
