"""Which files are documents, and of what kind."""

import pytest

from pipelines.documents.document_settings import DocumentPatterns
from pipelines.documents.find_documents import DocumentKind, UsualPlaces, kind_by_path, kind_by_text

ADR = "# T\n\n## Status\n\nAccepted\n\n## Decision\n\nx\n"
INCIDENT = "# Outage of orders\n\n## Impact\n\nx\n\n## Timeline\n\nx\n\n## Root cause\n\nx\n"


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("docs/adr/0001-use-kafka.md", ADR, DocumentKind.ADR),
        ("architecture-decision-records/0002-x.md", ADR, DocumentKind.ADR),
        (
            "doc/architecture/decisions/0003-x.adoc",
            "= T\n\n== Status\n\nAccepted\n\n== Decision\n\nx\n",
            DocumentKind.ADR,
        ),
        ("docs/adr/README.md", ADR, DocumentKind.README),
        ("docs/adr/template.md", ADR, DocumentKind.OTHER),
        ("docs/adr/0000-adr-template.md", ADR, DocumentKind.OTHER),
        ("docs/adr/how-we-decide.md", "# How we decide\n\nwords\n", DocumentKind.OTHER),
        ("docs/decisions/0009-x.md", "# X\n\nWe will do x.\n", DocumentKind.ADR),
        ("notes/0007-use-redis.md", ADR, DocumentKind.ADR),
        ("postmortems/PM2020-002 - queue.md", INCIDENT, DocumentKind.INCIDENT),
        ("docs/incidents/2020-01-01.html.md.erb", INCIDENT, DocumentKind.INCIDENT),
        ("docs/incidents/how-to-report.md", "# How to report\n\nCall us.\n", DocumentKind.OTHER),
        ("team/blog/2020-01-01-orders.md", INCIDENT, DocumentKind.INCIDENT),
        (
            "incident-reports/2017-10-17-full.md",
            "# Full\n\n## Timeline\n\nx\n\n## Action items\n\nx\n",
            DocumentKind.INCIDENT,
        ),
        ("docs/runbooks/orders.md", "# Orders\n", DocumentKind.RUNBOOK),
        ("rfcs/0001-x.md", "# X\n", DocumentKind.RFC),
    ],
)
def test_kind_by_place_and_headings(path: str, text: str, kind: DocumentKind) -> None:
    patterns = UsualPlaces()
    assert kind_by_text(path, text, kind_by_path(path, patterns)) is kind


def test_settings_add_places_and_leave_some_out() -> None:
    patterns = DocumentPatterns(adr=("wiki/choices/*.md",), exclude=("docs/adr/old/*",))
    assert kind_by_path("wiki/choices/kafka.md", patterns) is DocumentKind.ADR
    assert kind_by_path("docs/adr/old/0001-x.md", patterns) is None


def test_other_suffixes_are_no_documents() -> None:
    assert kind_by_path("docs/adr/0001-x.png", UsualPlaces()) is None
