"""From files to facts: which parsers want a path, and what they say of its content. Pure; run in workers, cached by content."""

import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import islice
from pathlib import Path

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.registry import ParserEntry, all_entries
from parsed_graph.repository import walk_repository
from parsed_graph.syntax.nesting import MAX_LEVELS, brackets_too_deep

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
        self._by_glob: defaultdict[str, list[_Glob]] = defaultdict(list)
        """Globs by the suffix that they ask for, "" where they ask for none: it settles most paths without a match."""
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
        chosen = [*self._by_name.get(name, ()), *self._by_suffix.get(suffix, ())]
        for globs in (self._by_glob.get(suffix, ()), self._by_glob.get("", ())):
            chosen += [glob.entry for glob in globs if glob.matches(path, name)]
        return chosen if len(chosen) < 2 else sorted(set(chosen), key=lambda entry: entry.name)

    def facts(self, artefact: Artefact) -> list[Fact]:
        """What the parsers that want this path say of it; whatever goes wrong is an Incomplete fact, never an exception."""
        if _is_minified(artefact):
            detail = f"lines of {len(artefact.content) // (artefact.content.count(NEWLINE) + 1)} bytes on average"
            return [Incomplete("minified", detail, SourceSpan(artefact.path, 1))]
        facts: list[Fact] = []
        entries = self.entries_for(artefact.path)
        for entry in entries:
            _run(entry.load(), artefact, facts)
        if _is_deep_text(artefact, facts, entries):
            facts.append(_incomplete("too-deep", f"nested more than {MAX_LEVELS} levels deep; read in part", artefact))
        if (misread := artefact.misread) is not None:
            facts.append(_incomplete(misread.reason, misread.problem, artefact, misread.line))
        return facts

    def _add(self, pattern: str, entry: ParserEntry) -> None:
        if re.fullmatch(r"[\w.-]+", pattern):
            self._by_name[pattern].append(entry)
        elif re.fullmatch(r"\*\.\w+", pattern):
            self._by_suffix[pattern[2:]].append(entry)
        else:
            suffix = re.search(r"\.(\w+)$", pattern)
            self._by_glob[suffix[1] if suffix else ""].append(_Glob(pattern, entry))


class _Glob:
    """A pattern with wildcards. Its longest literal piece settles most paths; the rest is compiled when one passes."""

    def __init__(self, pattern: str, entry: ParserEntry) -> None:
        self.entry, self._pattern, self._is_on_path = entry, pattern, "/" in pattern
        self._piece = max(re.split(r"\[[^\]]*\]|[*?]", pattern), key=len)

    def matches(self, path: str, name: str) -> bool:
        """Whether it matches a path; a pattern without `/` looks at the name alone."""
        text = path if self._is_on_path else name
        return self._piece in text and self._compiled.fullmatch(text) is not None

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(fnmatch.translate(self._pattern))


def _is_minified(artefact: Artefact) -> bool:
    """Whether a script is somebody's library squeezed into a few lines: its names mean nothing."""
    size = len(artefact.content)
    return (
        artefact.path.endswith(_SCRIPTS)
        and size > _MINIFIED_SIZE
        and size > _MINIFIED_LINE * artefact.content.count(NEWLINE)
    )


def _is_deep_text(artefact: Artefact, facts: Sequence[Fact], entries: Sequence[ParserEntry]) -> bool:
    """Whether readers of lines and brackets, which stop at a depth of their own and do not say so, have left something out."""
    if any(entry.is_language for entry in entries) or any(isinstance(fact, Incomplete) for fact in facts):
        return False
    return brackets_too_deep(artefact.content)


def _run(parser: Parser, artefact: Artefact, facts: list[Fact]) -> None:
    """Adds what a parser says; where it fails, what it said before stays."""
    before = len(facts)
    try:
        facts.extend(islice(parser.parse(artefact), MAX_FACTS_PER_FILE + 1))
        if len(facts) - before > MAX_FACTS_PER_FILE:
            facts[-1] = _incomplete("too-large", f"more than {MAX_FACTS_PER_FILE} facts by {parser.name}", artefact)
    except ArtefactError as error:
        facts.append(_incomplete(error.reason, f"{parser.name}: {error.problem}", artefact, error.line))
    except RecursionError:
        facts.append(_incomplete("too-deep", f"{parser.name}: nested too deeply", artefact))
    except MemoryError:
        facts.append(_incomplete(OUT_OF_MEMORY, f"{parser.name}: needs more memory than it may have", artefact))
    except Exception as error:
        # A bug of ours. One file must not cost the user the run, and the row says what to report.
        detail = f"{parser.name}: {type(error).__name__}: {error}; please report this file"
        facts.append(_incomplete("crashed", detail, artefact))


def _incomplete(reason: str, detail: str, artefact: Artefact, line: int = 1) -> Incomplete:
    return Incomplete(reason, detail, SourceSpan(artefact.path, line))
