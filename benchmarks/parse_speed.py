"""CPU time of the parse stage, facts included, over that of raw tree-sitter with one query for definitions and calls.

    python benchmarks/parse_speed.py CHECKOUT [--language java] [--runs 5]

Both sides read the same files in one process, in turn; the ratio is that of the medians.
"""

import argparse
import importlib
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from tree_sitter import Language, Parser, Query, QueryCursor

from parsed_graph.parser import Artefact
from parsed_graph.read_facts import artefact_facts, is_wanted
from parsed_graph.repository import walk_repository

QUERIES = {
    "java": (
        "tree_sitter_java",
        (".java",),
        "(class_declaration name: (identifier) @name) @definition"
        " (interface_declaration name: (identifier) @name) @definition"
        " (method_declaration name: (identifier) @name) @definition"
        " (method_invocation name: (identifier) @name) @call"
        " (object_creation_expression type: (_) @name) @call",
    ),
    "python": (
        "tree_sitter_python",
        (".py",),
        "(class_definition name: (identifier) @name) @definition"
        " (function_definition name: (identifier) @name) @definition"
        " (call function: (_) @name) @call",
    ),
    "javascript": (
        "tree_sitter_javascript",
        (".js", ".jsx", ".mjs"),
        "(class_declaration name: (identifier) @name) @definition"
        " (function_declaration name: (identifier) @name) @definition"
        " (method_definition name: (_) @name) @definition"
        " (call_expression function: (_) @name) @call (new_expression constructor: (_) @name) @call",
    ),
    "go": (
        "tree_sitter_go",
        (".go",),
        "(function_declaration name: (identifier) @name) @definition"
        " (method_declaration name: (_) @name) @definition"
        " (call_expression function: (_) @name) @call",
    ),
    "csharp": (
        "tree_sitter_c_sharp",
        (".cs",),
        "(class_declaration name: (identifier) @name) @definition"
        " (method_declaration name: (identifier) @name) @definition"
        " (invocation_expression function: (_) @name) @call (object_creation_expression type: (_) @name) @call",
    ),
    "typescript": (
        "tree_sitter_typescript",
        (".ts",),
        "(class_declaration name: (type_identifier) @name) @definition"
        " (interface_declaration name: (type_identifier) @name) @definition"
        " (function_declaration name: (identifier) @name) @definition"
        " (method_definition name: (_) @name) @definition"
        " (call_expression function: (_) @name) @call (new_expression constructor: (_) @name) @call",
    ),
    "kotlin": (
        "tree_sitter_kotlin",
        (".kt",),
        "(class_declaration name: (identifier) @name) @definition"
        " (function_declaration name: (identifier) @name) @definition"
        " (call_expression) @call",
    ),
    "php": (
        "tree_sitter_php",
        (".php",),
        "(class_declaration name: (name) @name) @definition"
        " (function_definition name: (name) @name) @definition"
        " (method_declaration name: (name) @name) @definition"
        " (function_call_expression function: (_) @name) @call"
        " (member_call_expression name: (_) @name) @call (scoped_call_expression name: (_) @name) @call"
        " (object_creation_expression) @call",
    ),
    "ruby": (
        "tree_sitter_ruby",
        (".rb",),
        "(class name: (_) @name) @definition (module name: (_) @name) @definition"
        " (method name: (_) @name) @definition (call method: (_) @name) @call",
    ),
    "rust": (
        "tree_sitter_rust",
        (".rs",),
        "(struct_item name: (_) @name) @definition (trait_item name: (_) @name) @definition"
        " (function_item name: (identifier) @name) @definition (call_expression function: (_) @name) @call"
        " (macro_invocation macro: (_) @name) @call",
    ),
    "scala": (
        "tree_sitter_scala",
        (".scala",),
        "(class_definition name: (_) @name) @definition (object_definition name: (_) @name) @definition"
        " (function_definition name: (_) @name) @definition (call_expression function: (_) @name) @call",
    ),
}
POINTERS = {"typescript": "language_typescript", "php": "language_php"}
"""Grammar packages that hold several languages name each."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--language", choices=sorted(QUERIES), default="java")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    module, suffixes, text = QUERIES[options.language]
    grammar = Language(getattr(importlib.import_module(module), POINTERS.get(options.language, "language"))())
    artefacts = read(options.checkout, suffixes)
    raw = raw_pass(grammar, text, artefacts)
    facts = fact_pass(artefacts)
    for run in (raw, facts):
        run()
    times = [(cpu(raw), cpu(facts)) for _ in range(options.runs)]
    ours, theirs = statistics.median(t[1] for t in times), statistics.median(t[0] for t in times)
    lines = sum(artefact.content.count(b"\n") for artefact in artefacts)
    print(f"{len(artefacts)} files, {lines} lines, {options.runs} runs")
    print(f"raw tree-sitter and one query  {theirs:.3f} s   {lines / theirs:,.0f} lines/s")
    print(f"facts                          {ours:.3f} s   {lines / ours:,.0f} lines/s")
    print(f"ratio                          {ours / theirs:.2f}")


def read(checkout: Path, suffixes: tuple[str, ...]) -> list[Artefact]:
    entries = [e for e in walk_repository(checkout, is_wanted).entries if e.path.endswith(suffixes)]
    return [Artefact(e.path, (checkout / e.path).read_bytes(), e.siblings) for e in entries]


def raw_pass(grammar: Language, text: str, artefacts: list[Artefact]) -> Callable[[], int]:
    parser, query = Parser(grammar), Query(grammar, text)

    def run() -> int:
        return sum(len(QueryCursor(query).matches(parser.parse(a.content).root_node)) for a in artefacts)

    return run


def fact_pass(artefacts: list[Artefact]) -> Callable[[], int]:
    def run() -> int:
        fresh = [Artefact(a.path, a.content, a.siblings) for a in artefacts]
        return sum(len(artefact_facts(artefact)) for artefact in fresh)

    return run


def cpu(run: Callable[[], int]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


if __name__ == "__main__":
    main()
