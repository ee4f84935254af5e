"""Which services a document affects, by rule: each mention weighs by its section, its words and its cues; the sum decides."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.documents.document import BlockKind, Document
from pipelines.documents.inventory import Inventory
from pipelines.documents.ordinary_words import OBSERVERS
from pipelines.documents.scope import services_of
from pipelines.documents.section_kinds import SectionKind, document_kinds, section_kind, title_section
from pipelines.models.cues import weigh
from pipelines.models.mentions import Mention, find_mentions
from pipelines.models.options import chosen_sections, option_blocks

THRESHOLD = 1.0
"""What a service's mentions must weigh together to count as affected."""
CLEARLY = 1.4
"""From which weight on a service is affected directly, unless only the consequences name it."""

_K = SectionKind
TITLE_WEIGHT = 3.0
RECORD_WEIGHTS: Mapping[SectionKind, float] = {
    _K.DECISION: 2.6, _K.SUMMARY: 2.0, _K.IMPACT: 2.0, _K.CONSEQUENCES: 1.8, _K.RATIONALE: 1.2, _K.CONTEXT: 1.15, _K.OTHER: 1.3,
    _K.CAUSE: 1.2, _K.RESOLUTION: 2.0, _K.CONTRIBUTING: 1.0, _K.TIMELINE: 0.7, _K.DETECTION: 0.8, _K.ACTIONS: 1.2, _K.LESSONS: 0.7,
    _K.STATUS: 0.3, _K.OPTIONS: 0.35, _K.OUT_OF_SCOPE: 0.15, _K.REFERENCES: 0.25, _K.PEOPLE: 0.15, _K.EXAMPLE: 0.5,
}  # fmt: skip
INCIDENT_WEIGHTS: Mapping[SectionKind, float] = {
    _K.IMPACT: 2.8, _K.SUMMARY: 2.4, _K.CAUSE: 2.2, _K.OTHER: 1.3, _K.CONTEXT: 1.5, _K.CONTRIBUTING: 0.95, _K.TIMELINE: 1.2, _K.RESOLUTION: 1.3,
    _K.DETECTION: 1.05, _K.ACTIONS: 0.7, _K.LESSONS: 0.6, _K.DECISION: 1.3, _K.CONSEQUENCES: 1.5, _K.RATIONALE: 1.2, _K.STATUS: 0.3,
    _K.OPTIONS: 0.35, _K.OUT_OF_SCOPE: 0.15, _K.REFERENCES: 0.2, _K.PEOPLE: 0.1, _K.EXAMPLE: 0.4,
}  # fmt: skip
_REPETITION = (1.0, 0.4, 0.2, 0.1, 0.1)
_TRACES = 8
"""Mentions of one service that are weighed; more would not change the sum."""


@dataclass(frozen=True, slots=True)
class WeighedMention:
    """A mention with the weight it brings and why."""

    mention: Mention
    weight: float
    kind: SectionKind
    cues: tuple[str, ...]
    in_title: bool


@dataclass(frozen=True, slots=True)
class ServiceFinding:
    """A service that the document names: its impact (direct, indirect or mentioned_only), weight, and best mention."""

    service: int
    impact: str
    weight: float
    best: WeighedMention


def find_services(
    document: Document, inventory: Inventory, home: int | None, *, incident: bool
) -> list[ServiceFinding]:
    """Every service that the document names, by weight."""
    kinds = document_kinds(document, incident)
    chosen = chosen_sections(document, kinds) if not incident else frozenset()
    rejected = option_blocks(document, kinds) if not incident else frozenset()
    title = title_section(document)
    weights = INCIDENT_WEIGHTS if incident else RECORD_WEIGHTS
    undecided = not incident and _is_undecided(document, kinds)
    stated = not incident and _states_its_scope(document, inventory)
    by_service: defaultdict[int, list[_Placed]] = defaultdict(list)
    for mention in find_mentions(document, inventory, home):
        kind = SectionKind.DECISION if mention.section in chosen else kinds[mention.section]
        if mention.block in rejected:
            kind = SectionKind.OPTIONS
        in_title = mention.section == title and mention.block == -1
        base = TITLE_WEIGHT if in_title else weights[kind]
        if mention.block >= 0 and document.blocks[mention.block].kind is BlockKind.QUOTE:
            base *= 0.6
        if undecided and kind in (SectionKind.CONTEXT, SectionKind.OTHER) and not in_title:
            base *= 0.6
        if stated and kind is SectionKind.CONTEXT and not in_title:
            base *= 0.6
        by_service[mention.service].append(_Placed(mention, kind, in_title, base * mention.certainty))
    watching = frozenset(i for i in by_service if incident and _is_observer(inventory, i))
    findings = [_finding(service, placed, incident, service in watching) for service, placed in by_service.items()]
    if not incident:
        findings = _without_instruments(findings, inventory)
    return sorted(findings, key=lambda finding: (-finding.weight, finding.service))


def _without_instruments(findings: list[ServiceFinding], inventory: Inventory) -> list[ServiceFinding]:
    """A broker is what a decision on other services is carried out with, "publish to Kafka", unless the title is about it."""
    brokers = {finding.service for finding in findings if inventory.services[finding.service].role == "broker"}
    if all(finding.service in brokers or finding.impact == "mentioned_only" for finding in findings):
        return findings
    return [
        replace(finding, impact="mentioned_only")
        if finding.service in brokers and not finding.best.in_title
        else finding
        for finding in findings
    ]


def _states_its_scope(document: Document, inventory: Inventory) -> bool:
    """Whether the metadata says which services the record is for: its context then tells a story, and binds nobody else."""
    fields = (field for field in document.fields if field.key in ("applies_to", "scope", "affects"))
    return any(services_of(field.value, inventory)[0] for field in fields)


@dataclass(frozen=True, slots=True)
class _Placed:
    mention: Mention
    kind: SectionKind
    in_title: bool
    base: float


def _is_observer(inventory: Inventory, service: int) -> bool:
    return inventory.services[service].role == "monitoring" or not OBSERVERS.isdisjoint(inventory.parts[service][:1])


_UNDECIDED = re.compile(
    r"\W*(?:tbd|to be (?:decided|determined|done|confirmed)|pending|todo|none(?: yet)?|n/?a|not (?:yet )?decided|a definir|pendente)\W*$",
    re.I,
)


def _is_undecided(document: Document, kinds: tuple[SectionKind, ...]) -> bool:
    """Whether there is a decision heading, and nothing but "TBD" below it."""
    headed = {i for i, s in enumerate(document.sections) if kinds[i] is SectionKind.DECISION and section_kind(s.title) is SectionKind.DECISION
              and re.match(r"\W*(?:the )?(?:decis|outcome)", s.title, re.I)}  # fmt: skip
    decided = [b.text for b in document.blocks if headed.intersection(document.chain(b.section))]
    return bool(headed) and all(_UNDECIDED.match(text) for text in decided[:3])


def _finding(service: int, placed: Sequence[_Placed], incident: bool, observes: bool) -> ServiceFinding:
    likeliest = sorted(placed, key=lambda p: (-p.base, p.mention.line, p.mention.start))[:_TRACES]
    ranked = sorted(_weighed(likeliest, observes, incident), key=lambda w: (-w.weight, w.mention.line))
    total = sum(w.weight * share for w, share in zip(ranked, _REPETITION, strict=False))
    if all(w.mention.certainty < 0.5 for w in ranked):
        total = min(total, 0.9)
    if incident and any("cleared" in w.cues for w in ranked) and not _is_accused(ranked):
        total *= 0.4
    best = ranked[0]
    if total < THRESHOLD:
        return ServiceFinding(service, "mentioned_only", total, best)
    changed = next((w for w in ranked if w.in_title or (w.kind is not _K.CONSEQUENCES and w.weight >= 0.5)), None)
    if changed is not None and (total >= CLEARLY or changed.in_title):
        return ServiceFinding(service, "direct", total, changed)
    return ServiceFinding(service, "indirect", total, best)


def _is_accused(ranked: Sequence[WeighedMention]) -> bool:
    return any(
        w.mention.certainty > 0.5 and "cleared" not in w.cues and (w.in_title or not _FAILING.isdisjoint(w.cues))
        for w in ranked
    )


def _weighed(placed: Sequence[_Placed], observes: bool, incident: bool) -> list[WeighedMention]:
    """The mentions with their cues; of a record, reading stops where the sum can no longer change the answer."""
    weighed: list[WeighedMention] = []
    total = 0.0
    for one in placed:
        weighed.append(_weigh(one, observes, incident))
        total = max(total, weighed[-1].weight)
        if not incident and len(weighed) >= 2 and total >= 2 * THRESHOLD:
            break
    return weighed


_FAINT = 0.3
"""A mention that weighs less changes nothing, whatever stands around it."""
_FAILING = frozenset({"failed", "affected", "changed"})
_WHERE_OBSERVERS_STAND = frozenset(
    {_K.TIMELINE, _K.DETECTION, _K.OTHER, _K.LESSONS, _K.ACTIONS, _K.SUMMARY, _K.CAUSE, _K.CONTRIBUTING, _K.DECISION}
)


def _weigh(placed: _Placed, observes: bool, incident: bool) -> WeighedMention:
    mention = placed.mention
    if placed.base < _FAINT:
        return WeighedMention(mention, placed.base, placed.kind, (), placed.in_title)
    factor, cues = weigh(mention.sentence, mention.start, mention.end, incident=incident)
    if observes and not placed.in_title and placed.kind in _WHERE_OBSERVERS_STAND and _FAILING.isdisjoint(cues):
        factor, cues = factor * 0.4, (*cues, "observer")
    return WeighedMention(mention, placed.base * factor, placed.kind, cues, placed.in_title)
