"""Finds every parser and framework in `parsed_graph/parsers` and every language in `parsed_graph/syntax`: nothing is registered by hand."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import parsed_graph.parsers
import parsed_graph.syntax
from parsed_graph.facts import Fact, Incomplete
from parsed_graph.framework import Dispatch, Framework
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.nesting import MAX_LEVELS, nests_too_deep


@cache
def all_parsers() -> tuple[Parser, ...]:
    """Artefact parsers, and one parser for each programming language; sorted by name."""
    found = [module.PARSER for module in _modules(parsed_graph.parsers) if hasattr(module, "PARSER")]
    found += [_language_parser(language) for language in _languages()]
    return tuple(sorted(found, key=lambda parser: parser.name))


@cache
def all_frameworks() -> tuple[Framework, ...]:
    """Framework rules, sorted by name."""
    found = [module.FRAMEWORK for module in _modules(parsed_graph.parsers) if hasattr(module, "FRAMEWORK")]
    return tuple(sorted(found, key=lambda framework: framework.name))


@cache
def _languages() -> tuple[Language, ...]:
    found = [module.LANGUAGE for module in _modules(parsed_graph.syntax) if hasattr(module, "LANGUAGE")]
    return tuple(sorted(found, key=lambda language: language.name))


def _language_parser(language: Language) -> Parser:
    dispatch = Dispatch([f for f in all_frameworks() if language.name in f.languages])

    def parse(artefact: Artefact) -> Iterator[Fact]:
        file = language.read(artefact)
        try:
            if file.root is not None and nests_too_deep(file.root):
                detail = f"code nested more than {MAX_LEVELS} levels deep is read in part"
                yield Incomplete("too-deep", detail, file.span(1))
            yield from dispatch.facts(file)
        finally:
            file.release()

    return Parser(language.name, language.patterns, parse)


def _modules(package: ModuleType) -> list[ModuleType]:
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}") for name in names]
