"""JavaScript and TypeScript: imports, types, functions, calls, decorators and bindings of a file, from one query and one sweep.

A function is known by what it is bound to: a declaration, a variable, a field, a property of an object literal or of
`module.exports`. Callbacks belong to the named function around them, but have scopes of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query

from parsed_graph.facts import Fact, ModuleNames, SourceSpan
from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.ecmascript_bindings import read_assignment, read_augmented, read_for, read_variable
from parsed_graph.syntax.ecmascript_calls import read_call, read_creation
from parsed_graph.syntax.ecmascript_declarations import (
    read_class,
    read_enum,
    read_field,
    read_function,
    read_function_expression,
    read_interface,
    read_method,
)
from parsed_graph.syntax.ecmascript_decorators import read_decorator
from parsed_graph.syntax.ecmascript_exports import read_export
from parsed_graph.syntax.ecmascript_grammar import JSX, TYPESCRIPT, known_value, script_grammar
from parsed_graph.syntax.ecmascript_imports import read_import
from parsed_graph.syntax.ecmascript_reader import EcmascriptReader
from parsed_graph.syntax.scopes import ScopeTree
from parsed_graph.syntax.script_symbols import symbol_facts
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import SourceFile
from parsed_graph.syntax.vue_component import script_of

_GENERATED = (b"protoc-gen", b"GENERATED CODE -- DO NOT EDIT")
_TOOLING = re.compile(
    r"^(vite|vitest|webpack|vue|rollup|jest|babel|karma|protractor|tailwind|postcss|eslint|prettier|playwright|cypress"
    r"|metro|tsup|esbuild|craco|commitlint|lint-staged|wdio|nightwatch|stryker|storybook|svelte|astro|codegen|setupProxy"
    r"|\.eslintrc|\.prettierrc|gulpfile|gruntfile)([.\w-]*)\.[cm]?[jt]s$",
    re.I,
)


def read(artefact: Artefact, language: str) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    is_vue = artefact.path.endswith(".vue")
    grammar = TYPESCRIPT if is_vue or artefact.path.endswith((".ts", ".mts", ".cts")) else JSX
    if is_vue:
        source = script_of(source)
    root = _parser(grammar).parse(source).root_node
    reader = EcmascriptReader(artefact, source, root)
    if not any(mark in source[:400] for mark in _GENERATED) and not _is_tooling(artefact.name):
        reader.sweep(captures(_query(grammar), root).get("node", []), _handlers(grammar))
    file = _finish(reader, language, grammar)
    file.root = root
    return file


def _is_tooling(name: str) -> bool:
    """Build and test configuration: its addresses are those of a developer's machine."""
    return _TOOLING.match(name) is not None


def _finish(reader: EcmascriptReader, language: str, grammar: Grammar) -> SourceFile:
    imports = reader.imports
    file = SourceFile(
        reader.artefact.path, language, reader.scopes[0].prefix, reader.source, imports.names, frozenset(imports.imported),
        reader.types, reader.functions, [], reader.annotations, [], _nothing,
    )  # fmt: skip
    file.calls = reader.calls  # type: ignore[assignment]  # a list of a subclass, never added to
    tree, foreign = ScopeTree(reader.scopes), frozenset(imports.foreign)
    text = ScriptText(file, tree, script_grammar(grammar), known_value, reader.fields, foreign)
    file.lower, file.value, file.origin = text.lower, text.value, text.origin
    reader.call_types.types, reader.call_types.text = ScriptTypes(text, frozenset(imports.modules)), text
    file.type_of = reader.call_types.type_of
    file.facts = list(symbol_facts(text, [call.scope for call in reader.calls]))
    file.facts += _module_facts(reader, language)
    return file


def _module_facts(reader: EcmascriptReader, language: str) -> Iterator[Fact]:
    root, path = reader.scopes[0], reader.artefact.path
    names = sorted({name for name in (*root.names, *root.declared) if "." not in name})
    if names:
        yield ModuleNames(root.prefix, tuple(names), SourceSpan(path, 1))
    yield from reader.imports.facts(path, language)


def _read_import(reader: EcmascriptReader, node: Node) -> None:
    read_import(node, reader.source, reader.imports)


_HANDLERS: dict[str, Callable[[EcmascriptReader, Node], None]] = {
    "import_statement": _read_import,
    "export_statement": read_export,
    "class_declaration": read_class,
    "abstract_class_declaration": read_class,
    "class": read_class,
    "interface_declaration": read_interface,
    "enum_declaration": read_enum,
    "function_declaration": read_function,
    "generator_function_declaration": read_function,
    "function_expression": read_function_expression,
    "generator_function": read_function_expression,
    "arrow_function": read_function_expression,
    "method_definition": read_method,
    "public_field_definition": read_field,
    "call_expression": read_call,
    "new_expression": read_creation,
    "variable_declarator": read_variable,
    "assignment_expression": read_assignment,
    "augmented_assignment_expression": read_augmented,
    "for_in_statement": read_for,
    "decorator": read_decorator,
}


@cache
def _handlers(grammar: Grammar) -> dict[int, Callable[[EcmascriptReader, Node], None]]:
    return {grammar.id_for_node_kind(kind, True) or 0: handler for kind, handler in _HANDLERS.items()}


@cache
def _query(grammar: Grammar) -> Query:
    return Query(grammar, "[" + " ".join(f"({kind})" for kind in _HANDLERS) + "] @node")


@cache
def _parser(grammar: Grammar) -> Parser:
    return Parser(grammar)


def _nothing(*_: object) -> tuple[()]:
    return ()
