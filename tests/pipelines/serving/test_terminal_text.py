import json

import pytest

from pipelines.serving.as_json import json_text
from pipelines.serving.terminal_text import one_line, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, ação, 漢字 ✓", "plain text, ação, 漢字 ✓"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[1;1Hcleared", "cleared"),
        ("\x1b]0;title\x07name", "name"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;c2VjcmV0\x07", ""),
        ("\x1bPq#0~\x1b\\after", "after"),
        ("\x9b31mred", "red"),
        ("\x1bc", ""),
        ("bell\x07 back\x08space\rreturn\0", "bell backspacereturn"),
        ("left\u202eright\u2066x\u200b", "leftrightx"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("half \x1b", "half "),
        ("\x1b[", ""),
        ("surrogate \udce9", "surrogate "),
    ],
)
def test_nothing_in_text_reaches_the_terminal_as_a_command(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_one_line_folds_white_space() -> None:
    assert one_line(" a\n\tb\x1b[1m  c ") == "a b c"


def test_stripping_takes_linear_time() -> None:
    assert printable("\x1b[" * 200_000) == ""
    assert printable("\x1b]" * 200_000) == ""


def test_json_escapes_what_a_terminal_would_obey() -> None:
    text = json_text({"name": "a\x1b[31m\x9b\u202e\x7f é"})
    assert not any(mark in text for mark in ("\x1b", "\x9b", "\u202e", "\x7f"))
    assert json.loads(text) == {"name": "a\x1b[31m\x9b\u202e\x7f é"}
