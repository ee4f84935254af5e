"""Routers of JavaScript web frameworks: what a route is registered on, and the prefixes under which routers are mounted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.script_arguments import entry_of, function_name, list_texts, option, origin, texts
from parsed_graph.syntax.ecmascript_grammar import called
from parsed_graph.syntax.module_names import resolve_path
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

SCRIPTS = ("javascript", "typescript")
"""The languages of rules for JavaScript and TypeScript."""
ROUTE_METHODS = {**METHODS, "del": "DELETE", "all": "ANY"}
"""The HTTP method that a router's method of this name registers a handler for."""
MAX_MOUNTS = 6
"""How deep routers of one file are mounted on one another."""
_FUNCTIONS = (
    "arrow_function",
    "function_expression",
    "identifier",
    "member_expression",
    "call_expression",
    "array",
    "new_expression",
)
_REQUIRED = re.compile(r"""require\(\s*["'`](\.[^"'`]*)["'`]\s*\)""")
_MAX_NAME = 80
_ROUTER_NAMES = re.compile(r"^(?:this\.)?_?(app|router|routes?|server|fastify|instance|web|\w+Router|\w+App)$", re.I)


def registers(call: CallSyntax) -> bool:
    """Whether a call has a path and, after it, what may be a handler: `app.get("setting")` has none, `app.all(/.*/, f)` no path."""
    if len(call.arguments) < 2 or call.arguments[0].node.type in ("regex", "arrow_function", "function_expression"):
        return False
    return call.arguments[-1].node.type in _FUNCTIONS


def is_injected_router(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a router of unknown type comes from elsewhere: a parameter or import that is named like one, given paths that open with a slash."""
    if call.receiver is None or call.receiver_type not in ("", "default", "app", "router", "server"):
        return False
    name = file.text(call.receiver)
    if (
        len(name) > _MAX_NAME
        or not _ROUTER_NAMES.match(name)
        or not registers(call)
        or file.origin(call.receiver) is not None
    ):
        return False
    handler = call.arguments[-1].node.type
    paths = texts(call.arguments[0].node, call, file)
    return handler != "new_expression" and all(_is_path(path) for path in paths) and bool(paths)


def _is_path(path: Text) -> bool:
    first = path[0] if path else None
    return isinstance(first, Literal) and first.text.startswith(("/", "*"))


def routes(
    methods: Iterable[str],
    paths: Iterable[Text],
    call: CallSyntax,
    file: SourceFile,
    *,
    framework: str,
    handler: Node | None,
) -> Iterator[Fact]:
    """A RouteDecl for each method and path."""
    function = function_name(handler, call, file) if handler is not None else call.caller
    router = router_name(root_text(call, file), file)
    found = list(paths)
    for method in methods:
        for path in found:
            yield RouteDecl(method, path, file.span(call.line), framework, function, router=router)


def root_text(call: CallSyntax, file: SourceFile) -> str:
    """What a chain of calls starts from: `router` in `router.route("/x").get(list).post(place)`."""
    node = call.receiver
    for _ in range(40):
        target = called(node) if node is not None and node.type == "call_expression" else None
        if target is None or target.type != "member_expression":
            break
        node = target.child_by_field_name("object")
    return file.text(node)


def router_name(receiver: str, file: SourceFile) -> str:
    """The qualified name of a router: `src.orders.router`; of an imported one the name under which it was declared."""
    head, dot, rest = receiver.removeprefix("this.").partition(".")
    imported = file.imports.get(head)
    if imported:
        return f"{imported}{dot}{rest}"
    return f"{file.package}.{head}{dot}{rest}" if head.isidentifier() else ""


def mounted(receiver: str, file: SourceFile, mounts: tuple[str, ...], depth: int = 0) -> list[Text]:
    """The prefixes under which this file mounts one of its own routers, through routers that it is mounted on."""
    found: list[Text] = []
    for call in file.calls if depth < MAX_MOUNTS else ():
        if call.name not in mounts or call.receiver is None or not call.arguments:
            continue
        if not any(_names_router(argument.node, receiver, file) for argument in call.arguments):
            continue
        above = mounted(file.text(call.receiver), file, mounts, depth + 1) or [()]
        outer = own_prefixes(call, file)
        inner = mount_prefixes(call, file)
        found += [joined_path(first, second, third) for first in above for second in outer for third in inner]
    return list(dict.fromkeys(found))


def own_prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The `prefix` that the router was made with on which a call is made."""
    made = origin(call, file)
    given = option(made, file, "prefix") if made is not None else None
    return (texts(given, made, file) if made is not None else []) or [()]


def _names_router(node: Node, receiver: str, file: SourceFile) -> bool:
    written = file.text(node)
    return written == receiver or written.startswith(f"{receiver}.routes(")


def mount_prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The prefixes that a mounting call gives: its first string, or the `prefix` of its options."""
    given = entry_of(call.arguments[-1].node, file, "prefix")
    if given is not None:
        return texts(given, call, file) or [()]
    found = [path for path in list_texts(call.arguments[0].node, call, file) if _is_path(path)]
    return found or [()]


def prefix_facts(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """RoutePrefix for the router of another file that a call mounts: the last of its arguments that is imported, after middleware."""
    routers = [name for argument in call.arguments if (name := _foreign_router(argument.node, file))]
    for router in routers[-1:]:
        for prefix in mount_prefixes(call, file):
            yield RoutePrefix(router, prefix, file.span(call.line), router_name(file.text(call.receiver), file))


def _class_of(node: Node, file: SourceFile) -> str:
    """The imported class of the object that gives a router: `authRoutes.routes()` after `new AuthRoutes()`."""
    target = called(node)
    made = (
        file.origin(target.child_by_field_name("object"))
        if target is not None and target.type == "member_expression"
        else None
    )
    if made is None:
        return ""
    if made.is_new:
        return file.imports.get(made.name, "")
    first = made.argument(position=0)
    return file.imports.get(file.text(first), "") if made.name in ("resolve", "get") and first is not None else ""


def _foreign_router(node: Node, file: SourceFile) -> str:
    """`orders`, `orders.router`, `orders.routes()`, `require("./orders")`, `orders(db)` as the qualified name of what is imported."""
    required = _REQUIRED.match(file.text(node))
    if required is not None:
        return resolve_path(file.path.rpartition("/")[0], required.group(1)) or ""
    written = file.text(node).partition("(")[0].removesuffix(".routes").removesuffix(".middleware")
    head, dot, rest = written.partition(".")
    imported = file.imports.get(head, "") or _class_of(node, file)
    is_own = imported and not any(imported == name or imported.startswith(name + ".") for name in file.imported)
    return f"{imported}{dot}{rest}" if is_own and written.replace(".", "").replace("_", "").isalnum() else ""
