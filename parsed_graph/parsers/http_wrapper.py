"""Client classes of the estate itself: an object made with a base address, whose `get("/orders")` and the like are HTTP calls.

Only where one file shows both: the address that the object is made with, and the call with a path.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Env, Fact, Literal, Reference, Setting, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, is_path, requests
from parsed_graph.rules.script_arguments import object_entries, own_import, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.url_joining import prefix_urls

_ADDRESS_NAME = re.compile(r"(?i)ur[il]|host|addr|endpoint|base")
_BASE_KEYS = re.compile(r"(?i)^(base_?ur[il]|base|ur[il]|host|address|addr|endpoint|service_?ur[il])$")
_FUNCTIONS = ("arrow_function", "function_expression", "lambda")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument("path", "url", "endpoint", position=0)
    if call.receiver is None or first is None or any(a.node.type in _FUNCTIONS for a in call.arguments):
        return
    made = _maker(call.receiver, file)
    if made is None or made.receiver is not None or not made.name[:1].isupper() or not own_import(made.name, file):
        return
    paths = [path for path in texts(first, call, file) if is_path(path)]
    bases = [base for node in _given(made, file) for base in texts(node, made, file) if _is_address(base)]
    if paths and bases:
        urls = prefix_urls(tuple(bases), tuple(paths))
        yield from requests(METHODS[call.name], urls, call, file, "client-class")


def _maker(receiver: Node, file: SourceFile) -> CallSyntax | None:
    """The creation of the client, or of the object that holds it: `this.service.http` of `this.service = new Service(url)`."""
    made = file.origin(receiver)
    if made is not None:
        return made
    value = file.value(receiver)
    is_member = value is not None and value.type in ("member_expression", "attribute")
    return file.origin(value.child_by_field_name("object")) if value is not None and is_member else None


def _given(made: CallSyntax, file: SourceFile) -> list[Node]:
    """The arguments that may be a base address: positional ones, and those whose name says so."""
    found = [a.node for a in made.arguments if not a.name or _BASE_KEYS.match(a.name)]
    for argument in made.arguments:
        found += [node for key, node in object_entries(argument.node, file).items() if _BASE_KEYS.match(key)]
    return found


def _is_address(text: Text) -> bool:
    """Whether a text opens like an address: a scheme, or a variable, setting or constant that is named for one."""
    first = text[0] if text else None
    if isinstance(first, Literal):
        return first.text.startswith(("http://", "https://"))
    if isinstance(first, Env | Setting):
        return bool(_ADDRESS_NAME.search(first.key))
    return isinstance(first, Reference) and bool(_ADDRESS_NAME.search(first.name.rpartition(".")[2]))


FRAMEWORK = Framework(
    "http_wrapper",
    languages=("javascript", "python", "typescript"),
    calls=(CallRule(tuple(METHODS), _verb),),
)
