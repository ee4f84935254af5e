"""Findings as SARIF 2.1.0, which code hosts show beside the lines of a change.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import quote

from pipelines.lint.finding import RULES, Finding
from pipelines.lint.run_lint import LintReport

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(report: LintReport) -> Mapping[str, object]:
    """The whole log with its one run."""
    names = sorted(RULES)
    rules = [
        {
            "id": name,
            "shortDescription": {"text": RULES[name].description},
            "defaultConfiguration": {"level": RULES[name].level.value},
        }
        for name in names
    ]
    driver = {"name": "estategraph", "version": _version(), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, names.index(finding.rule)) for finding in report.findings],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(finding: Finding, place: int) -> Mapping[str, object]:
    text = f"{finding.message}. {finding.suggestion}" if finding.suggestion else finding.message
    return {
        "ruleId": finding.rule,
        "ruleIndex": place,
        "level": finding.level.value,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _place(finding.path),
                    "region": {"startLine": max(finding.line, 1)},
                }
            }
        ],
        # The same finding keeps this when lines above it come or go.
        "partialFingerprints": {"estategraph/v1": _fingerprint(finding)},
    }


def _place(path: str) -> Mapping[str, str]:
    return {"uri": quote(path, safe="/.-_~", errors="surrogateescape"), "uriBaseId": "%SRCROOT%"}


def _fingerprint(finding: Finding) -> str:
    said = "\0".join((finding.rule, finding.path, finding.message))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _version() -> str:
    try:
        return version("estategraph")
    except PackageNotFoundError:
        return "0"
