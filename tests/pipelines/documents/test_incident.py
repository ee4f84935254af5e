"""Postmortems as different organisations write them."""

from pipelines.documents.incident import normalise_severity, read_incident
from pipelines.documents.read_document import read_document


def test_sre_style_metadata_gives_date_severity_and_services() -> None:
    incident = read_incident(
        read_document(
            "postmortems/INC-2024-031.md",
            "# Checkout outage\n\n**Date:** 2024-03-15\n**Severity:** SEV-2\n**Services Affected:** Orders, Payments (downstream)\n\n## Summary\n\nx\n",
        )
    )
    assert (incident.label, incident.title, incident.date, incident.severity) == (
        "INC-2024-031",
        "Checkout outage",
        "2024-03-15",
        "SEV2",
    )
    assert [field.value for field in incident.services] == ["Orders, Payments (downstream)"]


def test_date_comes_from_the_timeline_where_nothing_else_has_one() -> None:
    text = "# Broken queue\n\n## Summary\n\nWritten long after 2019-01-01.\n\n## Timeline\n\n| Time | Event |\n|---|---|\n| 2020-02-03 11:21 | down |\n"
    assert read_incident(read_document("postmortems/broken-queue.md", text)).date == "2020-02-03"


def test_title_date_wins_over_the_front_matter_weight() -> None:
    text = "---\ntitle: Incident on 2022-11-15\nweight: 12\n---\n\n# Incident on 2022-11-15 - gateway down\n\n- **Key events**\n  - detected 2022-11-16 10:00\n"
    assert read_incident(read_document("incidents/gateway-down.html.md.erb", text)).date == "2022-11-15"


def test_severity_words_and_numbers_are_normalised() -> None:
    assert [normalise_severity(text) for text in ("P1", "Sev-3 (minor)", "1 (critical)", "Crítica", "high", "?")] == [
        "SEV1",
        "SEV3",
        "SEV1",
        "critical",
        "high",
        "",
    ]


def test_date_in_front_of_a_title_stays_whole() -> None:
    assert (
        read_incident(read_document("incidents/2017-09-27-hub.md", "# 2017-09-27, Hub 403\n")).title
        == "2017-09-27, Hub 403"
    )
