"""Laravel and Lumen: routes of `routes/*.php` with their groups, resources, and the prefixes that providers put before a file of routes.

https://laravel.com/docs/routing
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.php_handlers import class_named, handler_name
from parsed_graph.rules.python_routers import given_methods
from parsed_graph.rules.route_syntax import brace_path
from parsed_graph.rules.script_arguments import entry_of, literal_text, members, object_entries, texts
from parsed_graph.syntax.module_names import resolve_path
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CONTROLLERS = "App.Http.Controllers"
_RESOURCES = (
    ("index", "GET", ""), ("create", "GET", "/create"), ("store", "POST", ""), ("show", "GET", "/{id}"),
    ("edit", "GET", "/{id}/edit"), ("update", "PUT", "/{id}"), ("update", "PATCH", "/{id}"), ("destroy", "DELETE", "/{id}"),
)  # fmt: skip
_FORMS = frozenset({"create", "edit"})
_ROUTE_FILE = re.compile(
    r"""['"]/?(?:\.\./)*((?:[\w-]+/)*routes/(?:[\w./-]+/)?[\w.-]+)\.php['"]|['"]routes/([\w./-]+)\.php['"]"""
)


def _is_router(call: CallSyntax, file: SourceFile) -> bool:
    """`Route::get`, a chain that starts from `Route`, and Lumen's `$router->get` in a file of routes."""
    start = call_index(file).receivers(call)[0]
    written = file.text(start.receiver) if start.receiver is not None else ""
    if written.rpartition("\\")[2] == "Route":
        return True
    is_lumen = written in ("$router", "$app->router", "$this->app->router", "$api", "$app")
    return (
        is_lumen and not file.imports_any(("Slim.", "Mezzio", "Phalcon", "FastRoute")) and "routes" in f"/{file.path}"
    )


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_router(call, file) or not call.arguments:
        return
    position = 1 if call.name == "match" else 0
    methods = ["ANY"] if call.name in ("any", "view", "redirect") else [call.name.upper()]
    if call.name == "match":
        methods = given_methods(call.argument("methods", position=0), file, ("ANY",))
    handler = call.argument("action", position=position + 1)
    controller = _controller(call, file)
    function = handler_name(_action(handler, file), call, file, controller, _CONTROLLERS)
    paths = texts(call.argument("uri", position=position), call, file)
    yield from _routes(methods, paths, function, call, file)


def _action(handler: Node | None, file: SourceFile) -> Node | None:
    """Lumen's `['uses' => 'OrderController@index']`."""
    return entry_of(handler, file, "uses") or handler


def _resource(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Route::apiResource('orders', OrderController::class)->only(['index'])`, `Route::resources(['orders' => …])`."""
    if not _is_router(call, file):
        return
    if call.name.endswith("s"):
        for key, node in object_entries(call.argument(position=0), file).items():
            yield from _actions((Literal(key),), node, call, file)
        return
    for name in texts(call.argument("name", position=0), call, file):
        yield from _actions(name, call.argument("controller", position=1), call, file)


def _actions(name: Text, controller: Node | None, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    owner = class_named(controller, file, _CONTROLLERS)
    only, excepted = _named(call, file, "only"), _named(call, file, "except")
    for action, method, ending in _RESOURCES:
        if (action in _FORMS and call.name.startswith("api")) or (only and action not in only) or action in excepted:
            continue
        path = joined_path(_nested(name), (Literal(ending),)) if ending else _nested(name)
        yield from _routes([method], [path], f"{owner}.{action}" if owner else call.caller, call, file)


def _nested(name: Text) -> Text:
    """`orders.items` is `orders/{order}/items`."""
    if len(name) != 1 or not isinstance(name[0], Literal) or "." not in name[0].text:
        return name
    *outer, last = name[0].text.split(".")
    return (Literal("/".join([*(f"{part}/{{{part.removesuffix('s')}}}" for part in outer), last])),)


def _named(call: CallSyntax, file: SourceFile, link: str) -> list[str]:
    """The actions that `->only([…])` or `->except([…])` after a resource names."""
    chain = [found for found in call_index(file).chain(call) if found.name == link]
    return [literal_text(node, file) for found in chain for node in _listed(found, file)]


def _routes(methods: list[str], paths: list[Text], function: str, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    groups = call_index(file).once("laravel groups", lambda: sorted_groups(_groups(file)))
    for prefix in prefixes_around(call.node, groups):
        for own in _chain_prefixes(call, file):
            for path in paths or [()]:
                whole = _unbounded(brace_path(joined_path(prefix, own, path)), call, file)
                for method in methods:
                    yield RouteDecl(method, whole, file.span(call.line), "laravel", function, router=_module(file.path))


def _unbounded(path: Text, call: CallSyntax, file: SourceFile) -> Text:
    """`->where('any', '.*')` lets a parameter hold slashes."""
    for link in call_index(file).chain(call):
        if link.name == "where" and literal_text(link.argument(position=1), file) in (".*", ".+", "(.*)"):
            name = literal_text(link.argument(position=0), file)
            return tuple(Literal(p.text.replace(f"{{{name}}}", "**")) if isinstance(p, Literal) else p for p in path)
    return path


# --- Groups ---------------------------------------------------------------------------------------


def _groups(file: SourceFile) -> Iterator[Group]:
    for call in call_index(file).named("group"):
        if call.arguments and _is_router(call, file):
            closure = call.arguments[-1].node
            yield Group(closure.start_byte, closure.end_byte, tuple(_group_prefixes(call, file)))


def _group_prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    options = call.arguments[0].node if len(call.arguments) > 1 else None
    given = texts(entry_of(options, file, "prefix"), call, file) or [()]
    return [joined_path(outer, inner) for outer in _chain_prefixes(call, file) for inner in given]


def _chain_prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The prefixes of the chain that a call ends: `Route::prefix('v1')->middleware('auth')->get(…)`."""
    found: list[Text] = [()]
    for link in call_index(file).receivers(call)[:-1]:
        if link.name == "prefix":
            given = texts(link.argument("prefix", position=0), link, file) or [()]
            found = [joined_path(outer, inner) for outer in found for inner in given]
    return found


def _controller(call: CallSyntax, file: SourceFile) -> str:
    """The class that `Route::controller(OrderController::class)->group(…)` names for the routes inside."""
    for group in reversed(call_index(file).named("group")):
        if group.node.start_byte < call.node.start_byte and call.node.end_byte <= group.node.end_byte:
            for link in call_index(file).receivers(group):
                if link.name == "controller":
                    return class_named(link.argument(position=0), file, _CONTROLLERS)
    return ""


# --- Files of routes ------------------------------------------------------------------------------


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Route::prefix('api')->group(base_path('routes/api.php'))` in a provider; Lumen's group that requires the file."""
    if not call.arguments or not (_is_router(call, file) or file.text(call.receiver).endswith("->router")):
        return
    last = call.arguments[-1].node
    written = file.text(last) if last.end_byte - last.start_byte < 600 else ""
    for match in _ROUTE_FILE.finditer(written):
        for prefix in _group_prefixes(call, file):
            yield from _prefix(match.group(1) or f"routes/{match.group(2)}", prefix, call, file)


def _routing(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`->withRouting(api: __DIR__.'/../routes/api.php', apiPrefix: 'v1')` in `bootstrap/app.php`, by default under `/api`."""
    given = call.argument("api")
    prefixes = texts(call.argument("apiPrefix"), call, file) or [(Literal("api"),)]
    for node in [given] if given is not None else []:
        for match in _ROUTE_FILE.finditer(file.text(node)):
            for prefix in prefixes:
                yield from _prefix(match.group(1) or f"routes/{match.group(2)}", prefix, call, file)


def _prefix(path: str, prefix: Text, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if prefix:
        yield RoutePrefix(_module(f"{_program(file)}{path}.php"), prefix, file.span(call.line))


def _program(file: SourceFile) -> str:
    """The folder of the program, with a slash: what `app/` or `bootstrap/` lies in."""
    parts = file.path.split("/")
    for name in ("app", "bootstrap", "Modules", "modules", "src"):
        if name in parts:
            return "".join(f"{part}/" for part in parts[: parts.index(name)])
    return ""


def _module(path: str) -> str:
    """The name of a file of routes as a router: `orders.routes.api`."""
    return resolve_path("", path.removesuffix(".php")) or path


def _listed(link: CallSyntax, file: SourceFile) -> list[Node]:
    return [member for argument in link.arguments for member in members(argument.node, file)]


FRAMEWORK = Framework(
    "laravel_routes",
    languages=("php",),
    calls=(
        CallRule((*METHODS, "any", "match", "view"), _route),
        CallRule(("resource", "apiResource", "resources", "apiResources"), _resource),
        CallRule(("group",), _mounted),
        CallRule(("withRouting",), _routing),
    ),
)
