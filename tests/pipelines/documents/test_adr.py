"""Decision records as people write them: numbers, titles, statuses, dates, references."""

from pipelines.documents.adr import adr_problems, read_adr
from pipelines.documents.read_document import read_document
from pipelines.documents.records import AMENDS, REFERENCES, SUPERSEDED_BY, SUPERSEDES

NYGARD = """# 12. Publish orders through an outbox

Date: 2023-04-05

## Status

Accepted

Superceded by [15. Use change data capture](0015-use-cdc.md)

Amends [7. Events](0007-events.md)

## Context

See [ADR 3](../decisions/0003-queues.md) and ADR-9, 10 and 11.

## Decision

We will write events to a table.
"""


def read(text: str, path: str = "docs/adr/0012-publish-orders-through-an-outbox.md"):
    return read_adr(read_document(path, text))


def test_nygard_record_gives_number_title_date_and_status() -> None:
    record = read(NYGARD)
    assert (record.number, record.label, record.title) == ("12", "0012", "Publish orders through an outbox")
    assert (record.date, record.status) == ("2023-04-05", "superseded")


def test_status_lines_give_the_chain_with_adr_tools_spelling() -> None:
    found = {(r.relation, r.number) for r in read(NYGARD).references if r.relation != REFERENCES}
    assert found == {(SUPERSEDED_BY, "15"), (AMENDS, "7")}


def test_links_and_words_in_prose_are_references() -> None:
    found = {(r.number, r.is_link) for r in read(NYGARD).references if r.relation == REFERENCES}
    assert found == {("3", True), ("9", False), ("10", False), ("11", False)}


def test_references_carry_the_line_they_stand_on() -> None:
    lines = {r.number: r.line for r in read(NYGARD).references}
    assert (lines["15"], lines["3"]) == (9, 15)


def test_front_matter_of_madr_4_gives_status_date_deciders_and_scope() -> None:
    record = read(
        '---\nstatus: "superseded by ADR-0020"\ndate: 2024-10-22\ndecision-makers: [ana, "rui"]\napplies_to:\n  - orders\n  - payments\ntags: [kafka]\n---\n'
        "# Use Kafka\n\n## Decision Outcome\n\nChosen option: Kafka.\n",
        "adr/0019-use-kafka.md",
    )
    assert (record.status, record.date, record.deciders, record.tags) == (
        "superseded",
        "2024-10-22",
        ("ana", "rui"),
        ("kafka",),
    )
    assert [field.value for field in record.applies_to if field.key == "applies_to"] == ["orders", "payments"]
    assert [(r.relation, r.number) for r in record.references] == [(SUPERSEDED_BY, "20")]


def test_metadata_in_a_table_is_read() -> None:
    record = read(
        "# ADR-7: Auth\n\n| | |\n|---|---|\n| Date | September 22, 2023 |\n| Status | Approved |\n| Supersedes | ADR-3 |\n| Superseded by: | N/A |\n"
    )
    assert (record.date, record.status) == ("2023-09-22", "accepted")
    assert [(r.relation, r.number) for r in record.references] == [(SUPERSEDES, "3")]


def test_metadata_in_bullets_and_bold_is_read() -> None:
    record = read("# Cache\n\n* **Status:** ✅ Accepted\n* Deciders: Ana, Rui\n* Date: 8 Jun 2024\n\n## Context\n\nx\n")
    assert (record.status, record.date, record.deciders) == ("accepted", "2024-06-08", ("Ana", "Rui"))


def test_portuguese_record_is_read() -> None:
    record = read(
        "# 4. Usar filas\n\nData: 8 de junho de 2024\n\n## Status\n\nSubstituído por [9. Eventos](0009-eventos.md)\n\n## Decisão\n\nUsaremos filas.\n",
        "docs/adr/0004-usar-filas.md",
    )
    assert (record.status, record.date) == ("superseded", "2024-06-08")
    assert [(r.relation, r.number) for r in record.references] == [(SUPERSEDED_BY, "9")]


def test_status_that_offers_every_choice_is_unknown() -> None:
    assert read("# T\n\n## Status\n\nproposed | accepted | rejected\n").status == "unknown"


def test_checked_box_gives_the_status() -> None:
    assert read("# T\n\n## Status\n\n- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected\n").status == "accepted"


def test_rejected_record_that_points_to_its_successor_is_superseded_by_it() -> None:
    record = read("# T\n\n## Status\n\n❌ Rejected (see [19](0019-shared.md))\n")
    assert record.status == "rejected"
    assert [(r.relation, r.number) for r in record.references] == [(SUPERSEDED_BY, "19")]


def test_what_another_record_superseded_is_only_a_reference() -> None:
    record = read("# T\n\n## Context\n\nADR 3 was superseded by ADR 4 last year.\n")
    assert {r.relation for r in record.references} == {REFERENCES}


def test_prose_about_this_record_gives_the_chain() -> None:
    record = read("# T\n\nThis decision supersedes decision [8](0008-x.md).\n\n## Context\n\nx\n")
    assert [(r.relation, r.number) for r in record.references] == [(SUPERSEDES, "8")]


def test_links_to_issues_and_images_are_no_records() -> None:
    record = read(
        "# T\n\n## Context\n\n[fix](https://github.com/o/r/pull/12) ![d](images/0006-x.svg) [doc](https://x.org/0001-y.md)\n"
    )
    assert record.references == ()


def test_undated_log4brains_record_takes_its_date_from_the_file_name() -> None:
    record = read("# Use Markdown\n\n## Decision\n\nx\n", "docs/adr/20200421-use-markdown.md")
    assert (record.date, record.number) == ("2020-04-21", "20200421")


def test_title_and_file_that_disagree_are_problems() -> None:
    document = read_document("adr/0021-service-page.md", "# 20. Something else entirely\n\n## Status\n\nhm\n")
    reasons = [problem.reason for problem in adr_problems(document, read_adr(document), "adr/0021-service-page.md")]
    assert reasons == ["number-disagrees", "title-disagrees", "unknown-status"]


def test_rst_record_with_list_table_and_roles_is_read() -> None:
    text = (
        "3. Use Kafka\n============\n\n.. list-table::\n\n   * - **Status**\n     - Accepted\n   * - Date\n     - 2023-04-05\n\nDecision\n--------\n\n"
        "We will use Kafka, see :doc:`0002-queues`.\n"
    )
    record = read(text, "docs/decisions/0003-use-kafka.rst")
    assert (record.title, record.status, record.date) == ("Use Kafka", "accepted", "2023-04-05")
    assert [(r.number, r.is_link) for r in record.references] == [("2", True)]


def test_asciidoc_record_with_table_and_xref_is_read() -> None:
    text = "= ADR-001: We use ADRs\n\n|===\n|Status |Accepted\n|Decision Date |2024-05-13\n|===\n\n== Decision\n\nSee xref:0004-bar.adoc[Four].\n"
    record = read(text, "docs/adr/0001-adrs.adoc")
    assert (record.title, record.status, record.date) == ("We use ADRs", "accepted", "2024-05-13")
    assert [(r.number, r.is_link) for r in record.references] == [("4", True)]


def test_links_to_documents_that_are_no_records_are_kept_apart() -> None:
    record = read(
        "# 3. X\n\n## Context\n\nSee [July](../postmortems/2024-07-02-stop.md) and [2](0002-y.md), [web](https://x.org/a.md).\n"
    )
    assert [link.target for link in record.documents] == ["../postmortems/2024-07-02-stop.md"]
    assert [reference.target for reference in record.references] == ["0002-y.md"]


def test_status_and_date_that_cannot_be_read_are_problems_wherever_they_stand() -> None:
    front = "---\nstatus: bananas\ndate: 31/31/2024\n---\n# 12. Publish orders through an outbox\n"
    lines = "# 12. Publish orders through an outbox\n\nStatus: bananas\n\nDate: sometime soon\n"
    found = [[(p.line, p.reason) for p in problems(text)] for text in (front, lines)]
    assert found == [[(2, "unknown-status"), (3, "unreadable-date")], [(3, "unknown-status"), (5, "unreadable-date")]]


def test_date_that_is_left_open_or_said_elsewhere_is_no_problem() -> None:
    left_open = "# 12. Publish orders through an outbox\n\nDate: TBD\n"
    twice = "# 12. Publish orders through an outbox\n\nDate: last week\n\nDecided: 2024-03-04\n"
    assert [list(problems(text)) for text in (left_open, twice)] == [[], []]


def problems(text: str):
    document = read_document("docs/adr/0012-publish-orders-through-an-outbox.md", text)
    return adr_problems(document, read_adr(document), "here")


def test_superseded_with_a_link_and_no_word_between_names_the_successor() -> None:
    text = "# 12. Publish orders through an outbox\n\n## Status\n\n\u231b\ufe0f Superseded [0019](0019-use-cdc.md)\n"
    found = [(r.relation, r.number) for r in read(text).references]
    assert found == [(SUPERSEDED_BY, "19")]
