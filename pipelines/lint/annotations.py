"""Findings as workflow commands, which GitHub shows as annotations beside the lines of a pull request.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from collections.abc import Iterator

from pipelines.lint.finding import Finding, Level
from pipelines.lint.run_lint import LintReport

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def annotations(report: LintReport) -> Iterator[str]:
    """One line for each finding."""
    for finding in report.findings:
        yield _annotation(finding)


def _annotation(finding: Finding) -> str:
    text = f"{finding.message}. {finding.suggestion}" if finding.suggestion else finding.message
    place = f"file={_value(finding.path)},line={max(finding.line, 1)},title={_value(finding.rule)}"
    return f"::{_COMMANDS[finding.level]} {place}::{_escaped(text)}"


def _value(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
