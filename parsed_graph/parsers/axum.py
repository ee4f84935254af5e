"""axum and poem: routes of a router with the nests that it stands in, through variables and functions, of this file or another.

https://docs.rs/axum/latest/axum/struct.Router.html
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.route_syntax import brace_path, colon_path, each
from parsed_graph.rules.rust_handlers import function_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("axum", "poem", "aide", "utoipa_axum")
_VERBS = {
    **METHODS,
    "any": "ANY",
    "on": "ANY",
    "get_with": "GET",
    "post_with": "POST",
    "put_with": "PUT",
    "delete_with": "DELETE",
}
_MOUNTS = ("nest", "merge", "nest_service", "nest_api_service")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`.route("/orders/{id}", get(show).delete(remove))`."""
    if len(call.arguments) < 2 or call.receiver is None:
        return
    groups = call_index(file).once("axum nests", lambda: sorted_groups(_groups(file)))
    handlers = _handlers(call.arguments[1].node, call, file)
    for path in each(texts(call.arguments[0].node, call, file), _plain):
        for prefix in prefixes_around(call.node, groups):
            for method, function in handlers:
                yield RouteDecl(
                    method, joined_path(prefix, path), file.span(call.line), "axum", function, router=call.caller
                )


def _plain(text: Text) -> Text:
    """`/{id}`, and `/:id` and `/*rest` of earlier versions."""
    found = brace_path(colon_path(text))
    return tuple(Literal(_rest(part.text)) if isinstance(part, Literal) else part for part in found)


def _rest(path: str) -> str:
    """`/files/*path` and `/files/{*path}` take any rest."""
    head, star, _ = path.partition("*")
    return head.removesuffix("{") + "**" if star else path


def _handlers(node: Node, call: CallSyntax, file: SourceFile) -> list[tuple[str, str]]:
    """(method, qualified handler) of `get(list).post(create)`; ANY for a service that is made elsewhere."""
    index = call_index(file)
    outer = index.at(node)
    if outer is None:
        return [("ANY", "")]
    found = [
        (
            _VERBS[link.name.removesuffix("_service")],
            function_path(link.arguments[-1].node, link, file) if link.arguments else "",
        )
        for link in index.receivers(outer)
        if link.name.removesuffix("_service") in _VERBS
    ]
    return found or [("ANY", "")]


# --- Nests ----------------------------------------------------------------------------------------


def _groups(file: SourceFile) -> Iterator[Group]:
    """Stretches of source whose routes a nest of this file puts a prefix before: its argument, the variable or the function."""
    for call in call_index(file).named(*_MOUNTS):
        prefix, router = _mount(call)
        paths = tuple(each(texts(prefix, call, file), _plain)) if prefix is not None else ((),)
        if router is None or prefix is None:
            continue
        inner = _local(router, call, file)
        if inner is not None:
            yield Group(inner.start_byte, inner.end_byte, paths)


def _mount(call: CallSyntax) -> tuple[Node | None, Node | None]:
    """(prefix, router) of `nest("/v1", router)` and `merge(router)`."""
    if call.name == "merge":
        return None, call.argument(position=0)
    return call.argument(position=0), call.argument(position=1)


def _local(router: Node, call: CallSyntax, file: SourceFile) -> Node | None:
    """Where this file builds a router: in place, in a variable, or in a function."""
    inner = call_index(file).at(router)
    if inner is not None and inner.receiver is None and not inner.is_new:
        return next((f.node for f in file.functions if f.owner is None and f.name == inner.name), None)
    if router.type == "identifier":
        value = file.value(router)
        return value if value is not None and value != router else None
    return router if inner is not None and inner.receiver is not None and not _is_path(inner, file) else None


def _is_path(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a call is that of a module's function: `orders::routes()`."""
    return (
        call.receiver is not None
        and call.receiver.type in ("identifier", "scoped_identifier")
        and call.name.islower()
        and "::" in file.text(call.node).partition("(")[0]
    )


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`.nest("/orders", orders::routes())`: the routes of a function of another file, or of one that merges others."""
    prefix, router = _mount(call)
    inner = call_index(file).at(router) if router is not None else None
    if inner is None or router is None or call.receiver is None:
        return
    outermost = call_index(file).receivers(inner)[0]
    if outermost.is_new or (outermost.receiver is not None and not _is_path(outermost, file)):
        return
    function = outermost.node.child_by_field_name("function")
    name = function_path(function, call, file)
    is_local = outermost.receiver is None and any(f.qualified_name == name for f in file.functions)
    groups = call_index(file).once("axum nests", lambda: sorted_groups(_groups(file)))
    if not name or is_local:
        return
    for outer in prefixes_around(call.node, groups):
        for path in each(texts(prefix, call, file), _plain) if prefix is not None else [()]:
            yield RoutePrefix(name, joined_path(outer, path), file.span(call.line), call.caller)


FRAMEWORK = Framework(
    "axum",
    languages=("rust",),
    calls=(
        CallRule(("route", "at", "api_route", "route_service"), _route, imports=_PACKAGES),
        CallRule(_MOUNTS, _mounted, imports=_PACKAGES),
    ),
)
