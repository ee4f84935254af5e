"""Javalin: `app.get("/orders/{id}", handler)` is a route; inside `path("orders", () -> { get(…); })` it is one below that path.

https://javalin.io/documentation
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_paths, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("io.javalin",)
_VERBS = ("get", "post", "put", "delete", "patch", "head")
_CRUD = (("GET", False), ("POST", False), ("GET", True), ("PATCH", True), ("DELETE", True))
"""The verbs that `crud` serves, and whether on one resource."""
_LAMBDAS = frozenset({"lambda_expression", "lambda_literal"})
_TEXTS = frozenset("string_literal binary_expression identifier field_access navigation_expression".split())


def route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb with its handler, on the application or, without one, on the path around it."""
    if not call.arguments or not _is_routing(call):
        return
    for path in joined_paths(_prefixes(call, file), _own_paths(call, file)):
        whole = path or (Literal("/"),)
        yield RouteDecl(call.name.upper(), _plain(whole), file.span(call.line), "javalin", call.caller)


def crud(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`crud("orders/{id}", handler)`: a collection, and each of it."""
    for path in joined_paths(_prefixes(call, file), _own_paths(call, file)):
        text = "".join(part.text for part in path if isinstance(part, Literal))
        collection: Text = (Literal(text.rpartition("/")[0] or "/"),)
        for method, is_one in _CRUD if len(path) == 1 else ():
            yield RouteDecl(method, path if is_one else collection, file.span(call.line), "javalin", call.caller)


def _is_routing(call: CallSyntax) -> bool:
    """`get` is a usual name: it counts on a Javalin, or bare."""
    return call.receiver is None or call.receiver_type in (
        "Javalin",
        "JavalinConfig",
        "JavalinDefaultRoutingApi",
        "ApiBuilder",
    )


def _own_paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    first = call.arguments[0].node
    is_handler = len(call.arguments) == 1 or first.type not in _TEXTS
    return [()] if is_handler else _below_root(path_values(first, call.function, call.owner, file))


def _below_root(paths: list[Text]) -> list[Text]:
    return [path if _is_rooted(path) else (Literal("/"), *path) for path in paths]


def _is_rooted(path: Text) -> bool:
    return bool(path) and isinstance(path[0], Literal) and path[0].text.startswith("/")


def _prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    """What the `path` blocks around a call put before it, outermost first."""
    around = [outer for outer in call_index(file).named("path") if outer is not call and _holds(outer, call)]
    found: list[Text] = [()]
    for outer in sorted(around, key=lambda each: each.node.end_byte, reverse=True):
        paths = _below_root(path_values(outer.arguments[0].node, outer.function, outer.owner, file))
        found = list(joined_paths(found, paths))
    return found


def _holds(outer: CallSyntax, call: CallSyntax) -> bool:
    block = outer.arguments[-1].node if len(outer.arguments) > 1 else None
    return (
        block is not None
        and block.type in _LAMBDAS
        and block.start_byte <= call.node.start_byte
        and call.node.end_byte <= block.end_byte
    )


def _plain(path: Text) -> Text:
    """`<rest>` takes slashes, too."""
    return tuple(
        Literal("**".join(piece.partition(">")[2] if n else piece for n, piece in enumerate(part.text.split("<"))))
        if isinstance(part, Literal)
        else part
        for part in path
    )


FRAMEWORK = Framework(
    "javalin",
    ("java", "kotlin"),
    calls=(CallRule(_VERBS, route, imports=_IMPORTS), CallRule(("crud",), crud, imports=_IMPORTS)),
)
