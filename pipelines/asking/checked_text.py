"""Checks a reply while it streams: sentence by sentence, nothing passes that cites no given source."""

import re

_END = re.compile(r"(?:[.!?:](?:\s*\[\d+\])*(?=\s)|\n)\s*")
_MARK = re.compile(r"(\s?)\[(\d+(?:\s*[,;]\s*\d+)*)\]")
_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"^\W*(?:yes|no|sim|nao|não|unknown|none|nobody|ninguém|nothing)\W*$", re.I)
"""A bare yes or no needs no source of its own."""


class CheckedText:
    """`removed` holds what was taken out; `has_source` whether anything that was let through cites one."""

    def __init__(self, known: frozenset[int]) -> None:
        self._known = known
        self._waiting = ""
        self.removed: list[str] = []
        self.has_source = False

    def add(self, piece: str) -> str:
        """Takes a piece of the reply and gives back what may be shown of it so far: whole sentences."""
        self._waiting += piece
        shown = []
        while True:
            found = _END.search(self._waiting)
            # A mark may still follow the full stop.
            if found is None or found.end() == len(self._waiting):
                break
            sentence, self._waiting = self._waiting[: found.end()], self._waiting[found.end() :]
            shown.append(self._checked(sentence))
        return "".join(shown)

    def close(self) -> str:
        """What is left at the end."""
        sentence, self._waiting = self._waiting, ""
        return self._checked(sentence)

    def _checked(self, sentence: str) -> str:
        if not sentence.strip():
            return sentence
        cleaned = _MARK.sub(self._known_marks, sentence)
        if _MARK.search(cleaned):
            self.has_source = True
            return cleaned
        if _PLAIN.match(sentence) or sentence.rstrip().endswith(":") or not re.search(r"\w", sentence):
            return cleaned
        self.removed.append(f"without a source: {sentence.strip()}")
        return "\n" if sentence.endswith("\n") else ""

    def _known_marks(self, mark: re.Match[str]) -> str:
        numbers = [int(number) for number in _NUMBER.findall(mark[2])]
        self.removed += [f"[{number}] is not in the context" for number in numbers if number not in self._known]
        kept = "".join(f"[{number}]" for number in numbers if number in self._known)
        return f"{mark[1]}{kept}" if kept else ""
