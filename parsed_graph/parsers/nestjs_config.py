"""Configuration that NestJS code registers: keys of `registerAs` and of factories are ConfigValues, variables as `${NAME:default}`.

`const shop = registerAs("shop", …)` is also a ConfigBinding: `shop.url` in other files is the key `shop.url`.

https://docs.nestjs.com/techniques/configuration
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ConfigBinding, ConfigValue, Env, Fact, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.script_arguments import literal_text, object_entries
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.module_names import module_name
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

MAX_DEPTH = 5
_FACTORY_FILE = re.compile(r"config", re.I)


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`registerAs("database", () => ({ host: process.env.DB_HOST }))`."""
    name = literal_text(call.argument(position=0), file)
    root = next(objects_in(call.argument(position=1)), None)
    if name and root is not None:
        yield from _values(name, root, file, 0)
        declared = _declared_name(call, file)
        if declared:
            yield ConfigBinding(f"{module_name(file.path)}.{declared}", name, file.span(call.line))


def _declared_name(call: CallSyntax, file: SourceFile) -> str:
    """What the registered factory is called: other files take it for the type of its configuration."""
    around = call.node.parent
    if around is not None and around.type == "variable_declarator":
        return file.text(around.child_by_field_name("name"))
    return "default" if around is not None and around.type == "export_statement" else ""


def _factories(file: SourceFile) -> Iterator[Fact]:
    """`export default () => ({ … })` of a configuration file, as `ConfigModule.forRoot({ load })` takes it."""
    if not _FACTORY_FILE.search(file.path.rpartition("/")[2]) or b"process.env" not in file.source:
        return
    for function in file.functions:
        body = function.node.child_by_field_name("body")
        is_default = function.name == "default" and not function.parameters
        if is_default and body is not None and body.type == "parenthesized_expression":
            root = next(objects_in(body), None)
            if root is not None:
                yield from _values("", root, file, 0)


def _values(prefix: str, node: Node, file: SourceFile, depth: int) -> Iterator[Fact]:
    for name, value in object_entries(node, file).items():
        key = f"{prefix}.{name}" if prefix else name
        if value.type == "object" and depth < MAX_DEPTH:
            yield from _values(key, value, file, depth + 1)
            continue
        for text in file.lower(value, None, None):
            written = _written(text)
            if written:
                yield ConfigValue(key, written, file.span(value.start_point[0] + 1))


def _written(text: Text) -> str:
    """A Text as configuration writes it, "" where it holds anything but literals and variables."""
    pieces: list[str] = []
    for part in text:
        if isinstance(part, Literal):
            pieces.append(part.text)
        elif isinstance(part, Env):
            pieces.append(f"${{{part.key}}}" if part.default is None else f"${{{part.key}:{part.default}}}")
        else:
            return ""
    return "".join(pieces)


FRAMEWORK = Framework(
    "nestjs_config",
    languages=SCRIPTS,
    calls=(CallRule(("registerAs",), _registered, imports=("@nestjs/config",)),),
    files=(_factories,),
)
