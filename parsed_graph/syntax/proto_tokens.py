"""Protocol Buffers source as words with their lines, and a cursor that skips what it is not asked for."""

import re
from bisect import bisect_right

from parsed_graph.syntax.unclosed import layout

# Comments and strings may end with the file or the line, so that no unclosed one is scanned twice.
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)|(?P<word>\.?[A-Za-z_][\w.]*)"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?)|(?P<number>[-+]?\.?\d[\w.+-]*)|(?P<sign>[^\s\w])"""
)
LAYOUT = layout(
    code=r"""//[^\n]* | (?P<comment>/\*) | (?P<double>") | (?P<single>') | (?P<open>[{\[(]) | (?P<close>[}\])])""",
    comment=r"(?P<close>\*/)",
    double=r"""\\. | (?P<close>") | (?P<broken>\n)""",
    single=r"""\\. | (?P<close>') | (?P<broken>\n)""",
)


class ProtoCursor:
    """Reads words in order; past the end every word is ""."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.comments: dict[int, str] = {}
        """What stands before a word, by its index."""
        self.at = 0
        self._starts: list[int] = []
        self._newlines = [match.start() for match in re.finditer("\n", text)]
        pending: list[str] = []
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup
            if kind == "comment":
                pending.append(match[0])
            elif kind != "space":
                if pending:
                    self.comments[len(self.words)] = "\n".join(pending)
                    pending = []
                self.words.append(match[0])
                self._starts.append(match.start())

    def next(self) -> str:
        """Takes a word."""
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else ""

    def peek(self, ahead: int = 0) -> str:
        """A word that is not yet taken."""
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def takes(self, word: str) -> bool:
        """Takes the next word if it is this one."""
        if self.peek() != word:
            return False
        self.at += 1
        return True

    @property
    def is_at_end(self) -> bool:
        """Whether every word is taken."""
        return self.at >= len(self.words)

    def line(self, index: int) -> int:
        """The line of a word; of the last one past the end."""
        if not self._starts:
            return 1
        return bisect_right(self._newlines, self._starts[min(index, len(self._starts) - 1)]) + 1

    def skip_statement(self) -> None:
        """Goes behind the next `;`, or behind the block that comes before it; stays before a closing brace."""
        while not self.is_at_end and self.peek() != "}":
            if self.peek() == "{":
                self.skip_block()
                if self.peek() not in ("]", ","):  # Braces in a field's options: `[(x) = {a: 1}, deprecated = true];`
                    return
            elif self.next() == ";":
                return

    def skip_block(self) -> None:
        """Goes behind the brace that closes the next one."""
        depth = 0
        while not self.is_at_end:
            word = self.next()
            depth += (word == "{") - (word == "}")
            if depth <= 0:
                return
