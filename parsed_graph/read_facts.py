"""From files to facts: which parsers want a path, and what they say of its content. Pure; run in workers, cached by content."""

import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.registry import ParserEntry, all_entries
from parsed_graph.repository import walk_repository

MAX_FACTS_PER_FILE = 50_000
OUT_OF_MEMORY = "out-of-memory"
NEWLINE = b"\n"
_SCRIPTS = (".js", ".mjs", ".cjs")
_MINIFIED_SIZE, _MINIFIED_LINE = 8_000, 250
"""Bytes of a whole file, and of its average line, from which a script counts as minified."""


def read_facts(root: Path) -> Iterator[Fact]:
    """Every fact of a checkout, file by file, in the order of paths."""
    for entry in walk_repository(root, is_wanted).entries:
        yield from artefact_facts(Artefact(entry.path, (root / entry.path).read_bytes(), entry.siblings))


def artefact_facts(artefact: Artefact) -> list[Fact]:
    """What all parsers that want this path say of it; whatever goes wrong is an Incomplete fact, never an exception."""
    return every_reader().facts(artefact)


def is_wanted(path: str) -> bool:
    """Whether any parser reads files of this path."""
    return every_reader().is_wanted(path)


def parsers_for(path: str) -> tuple[Parser, ...]:
    """The parsers that want a path, by name."""
    return tuple(entry.load() for entry in every_reader().entries_for(path))


@cache
def every_reader() -> "FactReader":
    """The reader with all parsers that there are."""
    return FactReader(all_entries())


class FactReader:
    """Reads artefacts with these parsers, and imports none before a file asks for it.

    Patterns are sorted into what a dictionary answers (`pom.xml`, `*.java`) and the few real globs.
    """

    def __init__(self, entries: Sequence[ParserEntry]) -> None:
        self.entries = tuple(entries)
        self._by_name: defaultdict[str, list[ParserEntry]] = defaultdict(list)
        self._by_suffix: defaultdict[str, list[ParserEntry]] = defaultdict(list)
        self._by_glob: defaultdict[str, list[tuple[str, bool, ParserEntry]]] = defaultdict(list)
        """Globs by their last character, "" where that is a wildcard: it settles most paths without a match."""
        for entry in entries:
            for pattern in entry.patterns:
                self._add(pattern, entry)

    def is_wanted(self, path: str) -> bool:
        """Whether any parser reads files of this path."""
        return bool(self.entries_for(path))

    def entries_for(self, path: str) -> list[ParserEntry]:
        """The parsers that want a path, by name."""
        name = path.rpartition("/")[2]
        suffix = name.rpartition(".")[2] if "." in name else ""
        chosen = {*self._by_name.get(name, ()), *self._by_suffix.get(suffix, ())}
        for pattern, on_path, entry in (*self._by_glob.get(path[-1:], ()), *self._by_glob.get("", ())):
            if _glob(pattern).fullmatch(path if on_path else name):
                chosen.add(entry)
        return sorted(chosen, key=lambda entry: entry.name)

    def facts(self, artefact: Artefact) -> list[Fact]:
        """What the parsers that want this path say of it; whatever goes wrong is an Incomplete fact, never an exception."""
        if _is_minified(artefact):
            detail = f"lines of {len(artefact.content) // (artefact.content.count(NEWLINE) + 1)} bytes on average"
            return [Incomplete("minified", detail, SourceSpan(artefact.path, 1))]
        facts: list[Fact] = []
        for entry in self.entries_for(artefact.path):
            facts += _run(entry.load(), artefact)
        return facts

    def _add(self, pattern: str, entry: ParserEntry) -> None:
        if re.fullmatch(r"[\w.-]+", pattern):
            self._by_name[pattern].append(entry)
        elif re.fullmatch(r"\*\.\w+", pattern):
            self._by_suffix[pattern[2:]].append(entry)
        else:
            ending = "" if pattern[-1] in "*?]" else pattern[-1]
            self._by_glob[ending].append((pattern, "/" in pattern, entry))


@cache
def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(pattern))


def _is_minified(artefact: Artefact) -> bool:
    """Whether a script is somebody's library squeezed into a few lines: its names mean nothing."""
    size = len(artefact.content)
    return (
        artefact.path.endswith(_SCRIPTS)
        and size > _MINIFIED_SIZE
        and size > _MINIFIED_LINE * artefact.content.count(NEWLINE)
    )


def _run(parser: Parser, artefact: Artefact) -> Iterator[Fact]:
    found = 0
    try:
        for fact in parser.parse(artefact):
            found += 1
            if found > MAX_FACTS_PER_FILE:
                detail = f"more than {MAX_FACTS_PER_FILE} facts by {parser.name}"
                yield Incomplete("too-large", detail, SourceSpan(artefact.path, 1))
                return
            yield fact
    except ArtefactError as error:
        yield Incomplete(error.reason, f"{parser.name}: {error.problem}", SourceSpan(artefact.path, error.line))
    except RecursionError:
        yield Incomplete("too-deep", f"{parser.name}: nested too deeply", SourceSpan(artefact.path, 1))
    except MemoryError:
        yield Incomplete(
            OUT_OF_MEMORY, f"{parser.name}: needs more memory than it may have", SourceSpan(artefact.path, 1)
        )
    except Exception as error:
        # A bug of ours. One file must not cost the user the run, and the row says what to report.
        detail = f"{parser.name}: {type(error).__name__}: {error}; please report this file"
        yield Incomplete("crashed", detail, SourceSpan(artefact.path, 1))
