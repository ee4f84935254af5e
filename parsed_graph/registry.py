"""Finds every parser and framework in `parsed_graph/parsers` and every language in `parsed_graph/syntax`: nothing is registered by hand.

What is found can be written down as `ParserEntry` rows; a later run then imports only the parsers of files that changed.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from parsed_graph.facts import Fact, Incomplete
from parsed_graph.parser import Artefact, Parser

_PARSERS, _SYNTAX = "parsed_graph.parsers", "parsed_graph.syntax"


@dataclass(frozen=True, slots=True, eq=False)
class ParserEntry:
    """A parser before it is imported. `modules` hold it; for a language its own module, then those of its frameworks.

    Looked up for each file, hence by identity: comparing its modules would cost more than choosing it.
    """

    name: str
    patterns: tuple[str, ...]
    modules: tuple[str, ...]
    is_language: bool = False

    def load(self) -> Parser:
        """Imports the parser; the second time it is at hand."""
        return _load(self)


@cache
def all_entries() -> tuple[ParserEntry, ...]:
    """Artefact parsers, and one parser for each programming language; sorted by name. Imports them all."""
    parsers, languages = list(_exposing(_PARSERS, "PARSER")), list(_exposing(_SYNTAX, "LANGUAGE"))
    frameworks = sorted(_exposing(_PARSERS, "FRAMEWORK"), key=lambda found: found[1].name)
    found = [ParserEntry(parser.name, parser.patterns, (module,)) for module, parser in parsers]
    for module, language in languages:
        own = [name for name, framework in frameworks if language.name in framework.languages]
        found.append(ParserEntry(language.name, language.patterns, (module, *own), is_language=True))
    return tuple(sorted(found, key=lambda entry: entry.name))


@cache
def _load(entry: ParserEntry) -> Parser:
    modules = [importlib.import_module(name) for name in entry.modules]
    if entry.is_language:
        return _language_parser(modules[0], modules[1:])
    parser = modules[0].PARSER
    assert isinstance(parser, Parser)
    return parser


def _language_parser(syntax: ModuleType, rules: Iterable[ModuleType]) -> Parser:
    from parsed_graph.framework import Dispatch
    from parsed_graph.syntax.nesting import MAX_LEVELS, nests_too_deep
    from parsed_graph.syntax.syntax_errors import first_error_line

    language, dispatch = syntax.LANGUAGE, Dispatch([module.FRAMEWORK for module in rules])

    def parse(artefact: Artefact) -> Iterator[Fact]:
        file = language.read(artefact)
        try:
            if file.root is not None and nests_too_deep(file.root):
                detail = f"code nested more than {MAX_LEVELS} levels deep is read in part"
                yield Incomplete("too-deep", detail, file.span(1))
            elif file.root is not None and (line := first_error_line(file.root)):
                yield Incomplete(
                    "syntax-error",
                    f"the grammar of {language.name} does not know what stands here; the rest is read",
                    file.span(line),
                )
            yield from dispatch.facts(file)
        finally:
            file.release()

    return Parser(language.name, language.patterns, parse)


def _exposing(package: str, attribute: str) -> Iterator[tuple[str, Any]]:
    """The modules of a package that have a parser, framework or language, with it."""
    folder = importlib.import_module(package)
    for found in sorted(pkgutil.iter_modules(folder.__path__), key=lambda module: module.name):
        name = f"{package}.{found.name}"
        module = importlib.import_module(name)
        if hasattr(module, attribute):
            yield name, getattr(module, attribute)
