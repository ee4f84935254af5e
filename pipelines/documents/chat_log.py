"""Chat logs and lines with a time: IRC, Slack and plain transcripts, one message or line each, the speaker apart from the words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_DATE = r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})"
_TIME = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?(?:\s?[AaPp]\.?[Mm]\.?)?(?:\s?(?:UTC|Z|GMT|[A-Z]{1,3}[SD]T))?"
_STAMP = rf"[\[(]?(?:{_DATE}[T ,]{{1,2}})?{_TIME}[\])]?"
_NICK = r"<[@+%~&]?[^\W\d][\w.|`^-]{0,30}>"
_NAME = r"(?:\*\*|__)?@?[^\W\d][\w.'-]{0,30}(?: [^\W\d][\w.'-]{0,30}){0,2}(?:\*\*|__)?"
_MARK = r"[ \t>*+-]{0,6}"

_STAMPED = re.compile(rf"{_MARK}(?:\*\*|`)?{_STAMP}(?:\*\*|`)?(?=[\s:\u2013—-])")
_SPOKEN = re.compile(rf"{_MARK}(?:{_STAMP}\s*[-\u2013—:|]?\s*)?{_NICK}\s+\S")
_HEAD = re.compile(rf"{_MARK}{_NAME}(?: (?:APP|BOT))?[ \t]{{0,4}}[-\u2013—,]?\s?{_STAMP}:?[ \t]*$")
"""The line above a message in what is copied from Slack, Teams or Discord: `ana  10:01 AM`."""
_OPENING = re.compile(rf"^{_MARK}(?:(?:\*\*|`)?{_STAMP}(?:\*\*|`)?\s*[-\u2013—:|]?\s*)?(?:{_NICK}\s+)?")
"""What stands before the words of a message: its time, and a speaker who is marked as one."""
_TIME_ALONE = re.compile(rf"{_MARK}{_STAMP}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Message:
    """A message, or what stands behind a time, as it is in the source on `line`."""

    text: str
    line: int


def is_transcript(text: str) -> bool:
    """Whether a document holds a chat that is told as one: at least two lines above messages, which alone could be anything."""
    return sum(1 for line in text.split("\n") if _HEAD.match(line) or _SPOKEN.match(line)) >= 2


def timed_lines(text: str, line: int, *, transcript: bool) -> list[Message]:
    """The messages of a paragraph that starts on `line`; none where it is ordinary prose.

    `transcript`: lines above messages count, as the document is a chat.
    """
    lines = text.split("\n")
    starts = [index for index, row in enumerate(lines) if _starts(row, transcript=transcript)]
    heads = transcript and any(_HEAD.match(lines[index]) for index in starts)
    if len(starts) < 2 and not heads and not (starts and _SPOKEN.match(lines[starts[0]])):
        return []
    return list(_messages(lines, starts, line, transcript=transcript))


def spoken_lines(text: str, line: int) -> list[Message]:
    """The messages of a code block that holds a chat between named speakers; none for a program's log, which names none."""
    lines = text.rstrip().split("\n")
    starts = [index for index, row in enumerate(lines) if _SPOKEN.match(row)]
    return list(_messages(lines, starts, line, transcript=False)) if len(starts) >= 2 else []


def _starts(row: str, *, transcript: bool) -> bool:
    if _STAMPED.match(row) or _SPOKEN.match(row):
        return True
    return transcript and bool(_HEAD.match(row) or _TIME_ALONE.match(row))


def _messages(lines: Sequence[str], starts: Sequence[int], line: int, *, transcript: bool) -> Iterator[Message]:
    if starts and starts[0] > 0:
        yield Message("\n".join(lines[: starts[0]]), line)
    for start, end in zip(starts, (*starts[1:], len(lines)), strict=True):
        alone = transcript and bool(_HEAD.match(lines[start]) or _TIME_ALONE.match(lines[start]))
        if alone and any(row.strip() for row in lines[start + 1 : end]):
            # Nobody breaks lines in a chat: each is a message of its own.
            yield from (Message(lines[i], line + i) for i in range(start + 1, end) if lines[i].strip())
        else:
            said = "\n".join((_OPENING.sub("", lines[start]), *lines[start + 1 : end]))
            yield Message(said if said.strip() else lines[start], line + start)
