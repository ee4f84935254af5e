"""Text of repositories inside Markdown: it cannot break out, ping anybody, link anything or run."""

import re
from collections.abc import Iterator, Sequence

from pipelines.serving.terminal_text import one_line

_SPECIAL = re.compile(r"([\\`*_\[\]|~!])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# Forges look for these in the rendered text, where an escape is gone; only something in between keeps a comment from
# pinging people and linking issues and addresses.
_LIVE = re.compile(r"[@#]|(?<=\w):(?=//)|(?<=www)\.", re.I)
_BETWEEN = "&#8203;"


def markdown_text(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    escaped = _SPECIAL.sub(r"\\\1", one_line(text).translate(_ENTITIES))
    return _LIVE.sub(lambda found: found[0] + _BETWEEN, escaped)


def folded(summary: str, lines: Sequence[str], most: int) -> Iterator[str]:
    """Lines of Markdown behind a summary, the first `most` of them; nothing where there are none."""
    if lines:
        yield from ("<details>", f"<summary>{summary}</summary>", "", *lines[:most])
        if len(lines) > most:
            yield f"- and {len(lines) - most} more"
        yield from ("", "</details>", "")
