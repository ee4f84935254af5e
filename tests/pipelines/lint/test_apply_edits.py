"""Edits of files: the words that are meant, and not one byte more."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.lint.apply_edits import apply_edits
from pipelines.lint.finding import Edit

LINES = st.lists(st.text("ab \té{}[]:", max_size=12), max_size=6)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
WHOLE = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@WHOLE
@given(before=LINES, after=LINES, end=ENDS, mark=st.sampled_from(["", "\ufeff"]), last=st.booleans())
def test_word_changes_and_every_other_byte_stays(
    before: list[str], after: list[str], end: str, mark: str, last: bool, tmp_path: Path
) -> None:
    file = tmp_path / "record.md"
    content = mark + end.join([*before, "x: WRONG", *after]) + (end if last else "")
    file.write_bytes(content.encode())
    made = apply_edits(tmp_path, [Edit("record.md", len(before) + 1, "WRONG", "right")])
    assert len(made) == 1
    assert file.read_bytes() == content.replace("WRONG", "right").encode()


@WHOLE
@given(before=LINES, after=LINES, end=ENDS, last=st.booleans())
def test_line_is_added_with_the_file_s_own_line_end(
    before: list[str], after: list[str], end: str, last: bool, tmp_path: Path
) -> None:
    file = tmp_path / "record.md"
    content = end.join([*before, "x: HERE", *after]) + (end if last else "")
    file.write_bytes(content.encode())
    apply_edits(tmp_path, [Edit("record.md", len(before) + 1, "", "y: added")])
    ends = end if len(before) + len(after) or last else "\n"
    assert file.read_bytes() == content.replace("x: HERE", f"x: HERE{ends}y: added").encode()


def test_words_that_stand_twice_or_not_at_all_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "record.md"
    file.write_text("WRONG WRONG\nnothing\n", encoding="utf-8")
    edits = [Edit("record.md", 1, "WRONG", "x"), Edit("record.md", 2, "WRONG", "x"), Edit("record.md", 9, "", "x")]
    assert apply_edits(tmp_path, edits) == []
    assert file.read_text(encoding="utf-8") == "WRONG WRONG\nnothing\n"


def test_several_edits_of_one_file_find_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "record.md"
    file.write_text("one\ntwo\nthree\n", encoding="utf-8")
    edits = [Edit("record.md", 1, "", "new"), Edit("record.md", 3, "three", "3"), Edit("record.md", 1, "one", "1")]
    apply_edits(tmp_path, edits)
    assert file.read_text(encoding="utf-8") == "1\nnew\ntwo\n3\n"


def test_mode_stays_and_links_and_other_encodings_are_left_alone(tmp_path: Path) -> None:
    script, latin, link = tmp_path / "a.md", tmp_path / "b.md", tmp_path / "c.md"
    script.write_text("WRONG\n", encoding="utf-8")
    script.chmod(0o640)
    latin.write_bytes("WRONG é\n".encode("latin-1"))
    link.symlink_to(script)
    apply_edits(tmp_path, [Edit(name, 1, "WRONG", "right") for name in ("b.md", "c.md", "a.md")])
    assert (script.read_text(encoding="utf-8"), script.stat().st_mode & 0o777) == ("right\n", 0o640)
    assert latin.read_bytes() == "WRONG é\n".encode("latin-1")
