"""Writes edits into files and leaves every other byte as it is: byte-order mark, line ends, encoding, mode."""

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from pipelines.lint.finding import Edit


def apply_edits(root: Path, edits: Iterable[Edit]) -> list[Edit]:
    """The edits that were made. One whose words do not stand exactly once where it says is left alone."""
    by_path: defaultdict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_path[edit.path].append(edit)
    return [made for path, wanted in sorted(by_path.items()) for made in _edit_file(root / path, wanted)]


def _edit_file(file: Path, edits: Sequence[Edit]) -> list[Edit]:
    if file.is_symlink():
        return []
    content = file.read_bytes()
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return []
    lines = content.splitlines(keepends=True)
    # From below, so that inserted lines move no line that is still to be edited.
    made = [edit for edit in sorted(set(edits), key=lambda e: (-e.line, not e.old)) if _edit_line(lines, edit)]
    if made:
        _replace(file, b"".join(lines))
    return made[::-1]


def _edit_line(lines: list[bytes], edit: Edit) -> bool:
    if not 1 <= edit.line <= len(lines):
        return False
    line = lines[edit.line - 1]
    if edit.old:
        if line.count(edit.old.encode()) != 1:
            return False
        lines[edit.line - 1] = line.replace(edit.old.encode(), edit.new.encode())
        return True
    bare = line.rstrip(b"\r\n")
    end = line[len(bare) :] or _line_end(lines)
    lines[edit.line - 1] = bare + end + edit.new.encode().replace(b"\n", end) + line[len(bare) :]
    return True


def _line_end(lines: Sequence[bytes]) -> bytes:
    first = lines[0]
    return first[len(first.rstrip(b"\r\n")) :] or b"\n"


def _replace(file: Path, content: bytes) -> None:
    """A whole new file in one step, with the mode of the old one."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(content)
        Path(name).chmod(file.stat().st_mode & 0o7777)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
