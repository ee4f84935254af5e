"""Front matter that is no YAML is said, and what its lines state still counts."""

from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.parse_document import parse_document
from pipelines.documents.read_document import read_document

TEXT = "---\nstatus: accepted\ndeciders: [half\n---\n\n# 4. Keep a cache\n\n## Decision\n\norders keeps a cache.\n"


def test_broken_front_matter_is_a_problem_and_its_lines_still_count() -> None:
    document = read_document("docs/adr/0004-keep-a-cache.md", TEXT)
    parsed = parse_document(document, DocumentKind.ADR, "adr:4", "docs/adr/0004-keep-a-cache.md", TEXT)
    assert [(problem.reason, problem.line) for problem in parsed.problems] == [("front-matter", 4)]
    assert parsed.adr is not None
    assert parsed.adr.status == "accepted"


def test_sound_front_matter_is_no_problem() -> None:
    text = TEXT.replace("[half", "half")
    document = read_document("docs/adr/0004-keep-a-cache.md", text)
    assert parse_document(document, DocumentKind.ADR, "adr:4", "docs/adr/0004-keep-a-cache.md", text).problems == ()
