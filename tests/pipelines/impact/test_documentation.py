"""docs/impact.md names every key of the reports."""

from dataclasses import fields
from pathlib import Path

import pytest

from pipelines.impact.adr import AdrImpact
from pipelines.impact.changes.change import Change
from pipelines.impact.diff import DiffImpact
from pipelines.impact.service import ServiceImpact

DOCUMENT = Path("docs/impact.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("report", [ServiceImpact, AdrImpact, DiffImpact, Change])
def test_every_key_of_a_report_is_documented(report: type) -> None:
    assert [field.name for field in fields(report) if f"`{field.name}`" not in DOCUMENT] == []
