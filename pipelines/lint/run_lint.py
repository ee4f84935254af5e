"""One run of `lint`: reads the records and the services, checks, proposes, and puts right what it safely can."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from parsed_graph.view import Principal
from pipelines.documents.adr_status import FORMER
from pipelines.documents.find_documents import Places
from pipelines.lint.apply_edits import apply_edits
from pipelines.lint.check_chains import check_chains
from pipelines.lint.check_records import check_records
from pipelines.lint.check_services import check_services, named_services
from pipelines.lint.finding import Edit, Finding, Level, Proposal
from pipelines.lint.known_services import KnownServices, known_services, with_declared
from pipelines.lint.propose import propose_services
from pipelines.lint.read_records import Chosen, choose_records, read_records


@dataclass(frozen=True, slots=True)
class LintRequest:
    """What is asked: the records, where snapshots are, and how strictly."""

    paths: tuple[Path, ...]
    output: Path
    principal: Principal
    patterns: Places
    require: frozenset[str] = frozenset()
    suggest: bool = False
    fix: bool = False


@dataclass(frozen=True, slots=True)
class LintReport:
    """What was found. `services` is how many are known, `origin` from where: snapshot, declarations or ""."""

    root: Path
    records: int
    services: int
    origin: str
    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...] = ()
    fixed: tuple[Edit, ...] = ()
    silent: int = field(default=0)
    """Records, former ones apart, that do not say what they apply to."""

    @property
    def fails(self) -> bool:
        """Whether anything but notes was found."""
        return any(finding.level is not Level.NOTE for finding in self.findings)


def run_lint(request: LintRequest) -> LintReport:
    """Checks, and with `fix` checks again after the edits. Raises SettingsError for paths that cannot be used."""
    chosen = choose_records(request.paths, request.patterns)
    known = known_services(chosen.root, request.output, request.principal)
    report = _check(request, chosen, known)
    if not request.fix:
        return report
    edits = [finding.edit for finding in report.findings if finding.edit]
    made = apply_edits(chosen.root, edits)
    after = _check(request, chosen, known) if made else report
    # What is still there could not be put right.
    left = tuple(replace(finding, edit=None) for finding in after.findings)
    return replace(after, findings=left, fixed=tuple(made))


def _check(request: LintRequest, chosen: Chosen, known: KnownServices) -> LintReport:
    records = read_records(chosen, request.patterns)
    named = named_services(records, known.inventory)
    if known.origin == "snapshot" and any(one.unknown for one in named):
        # The snapshot may be older than the record.
        known = with_declared(known, chosen.root)
        named = named_services(records, known.inventory)
    required = "applies_to" in request.require
    found = [
        *check_records(records),
        *check_chains(chosen.root, records),
        *check_services(records, named, known, required=required),
    ]
    proposals = (
        propose_services(chosen.root, [r for r in records if r.path in chosen.reported], named, known.inventory)
        if request.suggest
        else ()
    )
    return LintReport(
        chosen.root,
        sum(record.path in chosen.reported for record in records),
        len(known.inventory.services),
        known.origin,
        _reported(found, chosen, [record.path for record in records]),
        tuple(proposals),
        silent=len({r.path for r in records if r.record.status not in FORMER} - {one.record.path for one in named}),
    )


def _reported(found: Sequence[Finding], chosen: Chosen, records: Sequence[str]) -> tuple[Finding, ...]:
    """Those of the files that were asked for; what concerns a folder only where all of it was."""
    whole = all(path in chosen.reported for path in records)
    kept = [f for f in found if f.path in chosen.reported or (whole and f.level is Level.NOTE)]
    return tuple(sorted(set(kept), key=lambda f: (f.path, f.line, f.rule, f.message)))
