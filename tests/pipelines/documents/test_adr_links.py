"""Records of an estate joined to one another."""

from pipelines.documents.adr import read_adr
from pipelines.documents.adr_links import PlacedRecord, RecordIndex, effective_status, link_records
from pipelines.documents.read_document import read_document


def place(path: str, text: str, repo: str = "shop") -> PlacedRecord:
    return PlacedRecord(f"{repo}:{path}", repo, read_adr(read_document(path, text)), path)


def join(*records: PlacedRecord):
    links, problems = link_records(records, RecordIndex(records))
    return {(link.source, link.relation, link.target) for link in links}, [(p.reason, p.path) for p in problems]


OLD = place("adr/0001-queues.md", "# 1. Queues\n\n## Status\n\nAccepted\n")
NEW = place(
    "adr/0002-queues-again.md", "# 2. Queues again\n\n## Status\n\nAccepted\n\nSupersedes [1](0001-queues.md)\n"
)


def test_chain_said_by_one_side_is_one_edge_and_a_problem() -> None:
    assert join(OLD, NEW) == (
        {("shop:adr/0002-queues-again.md", "supersedes", "shop:adr/0001-queues.md")},
        [("one-way-chain", "adr/0001-queues.md")],
    )


def test_chain_said_by_both_sides_is_one_edge_and_no_problem() -> None:
    old = place("adr/0001-queues.md", "# 1. Queues\n\n## Status\n\nSuperseded by [2](0002-queues-again.md)\n")
    assert join(old, NEW) == ({("shop:adr/0002-queues-again.md", "supersedes", "shop:adr/0001-queues.md")}, [])


def test_record_that_a_newer_one_supersedes_counts_as_superseded() -> None:
    links, _ = link_records([OLD, NEW], RecordIndex([OLD, NEW]))
    assert effective_status(OLD, links, {NEW.id: "accepted"}) == "superseded"
    assert effective_status(OLD, links, {NEW.id: "proposed"}) == "accepted"


def test_dead_link_is_a_problem_and_a_misspelt_one_finds_the_number_beside_it() -> None:
    record = place("adr/0003-x.md", "# 3. X\n\n## Context\n\n[a](0009-gone.md) [b](0001-queue.md)\n")
    links, problems = join(OLD, record)
    assert links == {("shop:adr/0003-x.md", "references", "shop:adr/0001-queues.md")}
    assert problems == [("dead-link", "adr/0003-x.md"), ("dead-link", "adr/0003-x.md")]


def test_number_means_the_record_of_the_same_repository() -> None:
    other = place("adr/0001-other.md", "# 1. Other\n", repo="bank")
    record = place("adr/0005-x.md", "# 5. X\n\n## Context\n\nSee ADR-1.\n", repo="bank")
    assert join(OLD, other, record)[0] == {("bank:adr/0005-x.md", "references", "bank:adr/0001-other.md")}


def test_number_that_the_own_repository_lacks_means_nothing() -> None:
    record = place("adr/0005-x.md", "# 5. X\n\n## Context\n\nSee ADR-1.\n", repo="bank")
    assert join(OLD, record) == (set(), [("unknown-record", "adr/0005-x.md")])


def test_address_of_a_hosted_file_finds_its_record() -> None:
    record = place(
        "adr/0005-x.md",
        "# 5. X\n\n## Context\n\nSee [it](https://github.com/acme/shop/blob/main/adr/0001-queues.md).\n",
        repo="bank",
    )
    assert join(OLD, record)[0] == {("bank:adr/0005-x.md", "references", "shop:adr/0001-queues.md")}


def test_same_number_twice_in_a_folder_is_a_problem() -> None:
    twin = place("adr/0001-twin.md", "# 1. Twin\n")
    assert join(OLD, twin)[1] == [("duplicate-number", "adr/0001-twin.md")]


def test_link_to_a_document_that_is_no_record_is_not_dead() -> None:
    record = place("adr/0003-x.md", "# 3. X\n\n## Context\n\nSee [the old one](../old/0009-plan.md#why).\n")
    _, problems = link_records(
        [record], RecordIndex([record], [("shop", "old/0009-plan.md", "doc:shop:old/0009-plan.md")])
    )
    assert problems == []
