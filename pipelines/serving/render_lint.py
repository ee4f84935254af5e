"""What `lint` found, for people: one line a finding, then proposals, edits and a summary."""

import os
from collections.abc import Mapping
from pathlib import Path

from pipelines.lint.finding import Finding, Level, Proposal
from pipelines.lint.run_lint import LintReport
from pipelines.serving.as_json import plain
from pipelines.serving.terminal import say
from pipelines.serving.terminal_text import one_line

_STYLES = {Level.ERROR: "red", Level.WARNING: "yellow", Level.NOTE: "dim"}


def say_lint(report: LintReport) -> None:
    """The whole report; paths as they are typed from here."""
    for edit in report.fixed:
        what = f"{edit.old.lstrip('(')} is now {edit.new.lstrip('(')}" if edit.old else f"added {edit.new.strip()}"
        say(one_line(f"{_from_here(report, edit.path)}:{edit.line}: fixed: {what}"), "green")
    for finding in report.findings:
        say(one_line(_line(report, finding)), _STYLES[finding.level])
    by_path: dict[str, list[Proposal]] = {}
    for proposal in report.proposals:
        by_path.setdefault(proposal.path, []).append(proposal)
    for path, proposals in by_path.items():
        say(
            one_line(f"{_from_here(report, path)}: proposed: applies_to: [{', '.join(p.service for p in proposals)}]"),
            "cyan",
        )
        for proposal in proposals:
            say("  " + one_line(f"{proposal.service}, line {proposal.line}: {proposal.quote}"), "dim")
    if not report.records:
        say(
            "No decision record is below here. `documents.patterns` in settings.yaml says where unusual ones lie",
            "bold",
        )
        return
    say(_summary(report), "bold")
    if report.services and report.silent and not any(f.rule == "missing-applies-to" for f in report.findings):
        say(
            f"{report.silent} of them say no applies_to: --suggest proposes it from the text, --require applies_to lists them",
            "dim",
        )
    if not report.services:
        say(
            "No service is known, so names were not checked: index the estate, or name its services in a services.yaml",
            "dim",
        )


def lint_json(report: LintReport) -> Mapping[str, object]:
    """The report for machines; paths are relative to the repository."""
    return {
        "records": report.records,
        "services": report.services,
        "services_from": report.origin,
        "without_applies_to": report.silent,
        "findings": [
            {
                "path": finding.path,
                "line": finding.line,
                "rule": finding.rule,
                "level": finding.level.value,
                "message": finding.message,
                "suggestion": finding.suggestion,
                "is_fixable": finding.edit is not None,
            }
            for finding in report.findings
        ],
        "proposals": plain(report.proposals),
        "fixed": plain(report.fixed),
    }


def _line(report: LintReport, finding: Finding) -> str:
    more = f"; {finding.suggestion}" if finding.suggestion else ""
    more += " (--fix puts it right)" if finding.edit else ""
    place = _from_here(report, finding.path)
    where = place if finding.level is Level.NOTE else f"{place}:{finding.line}"
    return f"{where}: {finding.level.value}: {finding.message}{more} [{finding.rule}]"


def _from_here(report: LintReport, path: str) -> str:
    return os.path.relpath(report.root / path, Path.cwd())


def _summary(report: LintReport) -> str:
    counts = {level: sum(finding.level is level for finding in report.findings) for level in Level}
    told = [f"{count} {level.value}{'' if count == 1 else 's'}" for level, count in counts.items() if count]
    noun = "record" if report.records == 1 else "records"
    return f"{report.records} {noun}: {', '.join(told) or 'nothing to complain about'}"
