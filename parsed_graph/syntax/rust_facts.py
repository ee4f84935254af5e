"""What Rust files say by themselves: fields that clap and envy fill from the environment, and programs."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, ConstDecl, Env, Fact, Reference, Text
from parsed_graph.syntax.rust_grammar import string_text
from parsed_graph.syntax.script_symbols import is_telling
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument

_FRAMEWORKS = (
    ("axum", "axum"), ("actix_web", "actix"), ("rocket", "rocket"), ("warp", "warp"), ("poem", "poem"), ("tide", "tide"),
    ("salvo", "salvo"), ("tonic", "tonic"), ("lambda_runtime", "lambda"), ("lambda_http", "lambda"), ("hyper", "hyper"),
)  # fmt: skip
MAX_FIELDS = 60
_ARGUMENTS = frozenset({"arg", "clap", "structopt", "option"})


def rust_facts(text: ScriptText) -> Iterator[Fact]:
    """Fields from the environment, then the program."""
    for annotation in text.file.annotations:
        if annotation.on_field and annotation.name in _ARGUMENTS:
            yield from _argument(annotation, text)
    yield from _from_environment(text)
    yield from _results(text)
    yield from _application(text)


def _argument(annotation: AnnotationSyntax, text: ScriptText) -> Iterator[Fact]:
    """clap: `#[arg(long, env = "ORDERS_URL", default_value = "http://orders")] orders_url: String`."""
    source = text.file.source
    has_env = any(not a.name and text.file.text(a.node) == "env" for a in annotation.arguments)
    key = _literal(annotation.arguments, "env", source) or (annotation.on_field.upper() if has_env else "")
    if key and annotation.on_type is not None:
        default = _literal(annotation.arguments, "default_value", source) or _literal(
            annotation.arguments, "default_value_t", source
        )
        name = f"{annotation.on_type.qualified_name}.{annotation.on_field}"
        yield ConstDecl(name, (Env(key, default or None),), text.file.span(annotation.line))


def _literal(arguments: list[Argument], name: str, source: bytes) -> str:
    node = next((argument.node for argument in arguments if argument.name == name), None)
    return (string_text(node, source) or "") if node is not None else ""


def _from_environment(text: ScriptText) -> Iterator[Fact]:
    """envy: `envy::from_env::<Config>()` fills each field from the variable of its name."""
    if b"envy::" not in text.file.source:
        return
    for declared in text.file.types:
        derived = declared.annotation("derive")
        names = [text.file.text(argument.node) for argument in derived.arguments] if derived is not None else []
        for field in declared.fields if "Deserialize" in names else ():
            yield ConstDecl(f"{declared.qualified_name}.{field}", (Env(field.upper()),), text.file.span(declared.line))


def _results(text: ScriptText) -> Iterator[Fact]:
    """`config::load().orders_url` is `Config.orders_url`, where `load` returns a Config: other files know the function only."""
    own = {declared.name: declared for declared in text.file.types if declared.kind == "struct"}
    for function in text.file.functions:
        declared = own.get(text.grammar.type_name(function.return_type)) if function.owner is None else None
        for field in list(declared.fields)[:MAX_FIELDS] if declared is not None else ():
            if is_telling(field) and declared is not None:
                value: Text = (Reference(f"{declared.qualified_name}.{field}"),)
                yield ConstDecl(f"{function.qualified_name}.{field}", value, text.file.span(function.line))


def _application(text: ScriptText) -> Iterator[Fact]:
    file = text.file
    is_entry = file.path.endswith("/main.rs") or file.path == "main.rs" or "/src/bin/" in f"/{file.path}"
    main = next((f for f in file.functions if f.owner is None and (f.name == "main" or f.annotation("launch"))), None)
    if is_entry and main is not None:
        framework = next((word for crate, word in _FRAMEWORKS if file.imports_any((crate,))), "main")
        yield ApplicationDecl(file.span(main.line), file.language, framework)
