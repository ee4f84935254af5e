"""Text units cover a document, heading by heading."""

from pipelines.documents.read_document import read_document
from pipelines.documents.text_units import MAX_UNIT_CHARS, split_document


def units(text: str):
    return split_document("doc:1", read_document("docs/x.md", text), text)


def test_units_follow_headings_and_carry_their_lines() -> None:
    found = units("intro\n\n# A\n\none\n\n## B\n\ntwo\nthree\n")
    assert [(u.heading, u.text, u.line, u.end_line) for u in found] == [
        ("", "intro", 1, 1),
        ("A", "# A\n\none", 3, 5),
        ("A > B", "## B\n\ntwo\nthree", 7, 10),
    ]


def test_long_section_is_cut_at_blank_lines() -> None:
    text = "# A\n\n" + "\n\n".join(f"paragraph {i} " + "x" * 500 for i in range(40)) + "\n"
    found = units(text)
    assert len(found) > 3
    assert all(len(unit.text) <= MAX_UNIT_CHARS for unit in found)
    assert "".join("".join(u.text.split()) for u in found) == "".join(text.split())


def test_front_matter_counts_in_the_lines() -> None:
    assert [(u.line, u.text.split("\n")[0]) for u in units("---\ntitle: x\n---\n\n# A\n\none\n")] == [
        (1, "---"),
        (5, "# A"),
    ]
