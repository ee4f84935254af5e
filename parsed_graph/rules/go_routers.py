"""Routers of Go's web frameworks: which one a call belongs to, and what groups, sub-routers and callers put before its path."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Env, Fact, Literal, Part, RouteDecl, RoutePrefix, Text
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.go_calls import function_named, package_of, target_name
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path, normalised_path
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.scopes import holder
from parsed_graph.syntax.source_file import CallSyntax, SourceFile
from parsed_graph.syntax.typed_call import TypedCall

MAX_DEPTH = 8
"""How many groups stand inside one another."""
ROUTER_PACKAGES = {
    "github.com.gin-gonic.gin": "gin",
    "github.com.labstack.echo": "echo",
    "github.com.gofiber.fiber": "fiber",
    "github.com.go-chi.chi": "chi",
    "github.com.pressly.chi": "chi",
    "github.com.gorilla.mux": "gorilla-mux",
    "github.com.julienschmidt.httprouter": "httprouter",
    "github.com.kataras.iris": "iris",
    "github.com.bmizerany.pat": "pat",
    "github.com.gorilla.pat": "pat",
    "goji.io": "goji",
    "github.com.buaazp.fasthttprouter": "httprouter",
    "net.http": "net/http",
}
_GROUPS = frozenset({"Group", "Route", "PathPrefix", "Path", "Party", "Namespace"})
_TRANSPARENT = frozenset(
    """Subrouter With Use Methods Headers Host Schemes Name Queries StrictSlash UseEncodedPath Handler HandlerFunc NewRoute
    HeadersRegexp MatcherFunc""".split()
)
ROUTER_TYPES = frozenset(
    "Engine RouterGroup IRouter IRoutes Echo Group App Router Mux Subrouter ServeMux Application Party Route".split()
)
_METHOD_NAME = re.compile(r"^\w+\.Method(\w+)$")
_WILDCARD = re.compile(r"(?<=/)\*\w*$")
_GO_WILDCARD = re.compile(r"\{\w*\.\.\.\}")


def router_kind(call: CallSyntax, file: SourceFile) -> str:
    """The framework whose router a method is called on: by its type, else the only one that the file imports, "" where neither tells."""
    package = package_of(call, file)
    if package:
        return ROUTER_PACKAGES.get(package, "")
    owner = file.type_of(call.receiver)
    for path, kind in ROUTER_PACKAGES.items():
        if owner.startswith(path):
            return kind
    if owner and not owner.startswith(file.package + "."):
        return ""
    imported = {kind for path, kind in ROUTER_PACKAGES.items() if path != "net.http" and _imports(file, path)}
    return imported.pop() if len(imported) == 1 else ""


def _imports(file: SourceFile, path: str) -> bool:
    return any(name.startswith(path) for name in file.imports.values())


def route_facts(
    call: CallSyntax,
    file: SourceFile,
    framework: str,
    *,
    methods: tuple[str, ...],
    path: Node | None,
    handler: Node | None,
    is_prefix: bool = False,
) -> Iterator[Fact]:
    """A RouteDecl for each method and path, under the prefixes of the router that it is registered on."""
    own = texts(path, call, file) if path is not None else [()]
    function = function_named(handler, call, file)
    router = router_name(call, file)
    for prefix in prefixes(call.receiver, call, file):
        for text in own:
            whole = joined_path(prefix, go_path(text))
            whole = joined_path(whole, (Literal("/**"),)) if is_prefix else whole
            for method in methods:
                yield RouteDecl(
                    method, whole or (Literal("/"),), file.span(call.line), framework, function, router=router
                )


def prefixes(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The paths that a router, group or sub-router stands for; one empty path for a router itself."""
    return _prefixes(node, call, file, 0) or [()]


def _prefixes(node: Node | None, call: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    if node is None or depth > MAX_DEPTH:
        return [()]
    index = call_index(file)
    made = index.at(node) if node.type == "call_expression" else None
    if made is not None:
        return _of_call(made, file, depth)
    if node.type == "identifier":
        name = file.text(node)
        around = _group_around(name, call, file)
        if around is not None:
            return _of_call(around, file, depth + 1)
        function = call.function
        if function is not None and name in function.parameters and file.origin(node) is None:
            return _from_callers(name, call, file, depth)
    origin = file.origin(node)
    return _of_call(origin, file, depth + 1) if origin is not None else [()]


def _of_call(made: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    if made.receiver is None or made.is_new or depth > MAX_DEPTH:
        return [()]
    if made.name in _GROUPS:
        own = (
            texts(made.argument(position=0), made, file)
            if made.arguments and _is_path(made.arguments[0].node)
            else [()]
        )
        return [
            joined_path(prefix, go_path(path))
            for prefix in _prefixes(made.receiver, made, file, depth + 1)
            for path in own
        ]
    return _prefixes(made.receiver, made, file, depth + 1) if made.name in _TRANSPARENT else [()]


def _is_path(node: Node) -> bool:
    return node.type != "func_literal"


def _group_around(name: str, call: CallSyntax, file: SourceFile) -> CallSyntax | None:
    """The group whose function literal has this parameter: `r.Route("/api", func(r chi.Router) { … })`."""
    home = holder(name, call.scope) if isinstance(call, TypedCall) else None
    if home is None or home.node.type != "func_literal" or name not in home.parameters:
        return None
    around = call_index(file).named("Route", "Group", "Party", "PartyFunc")
    return next((outer for outer in around if outer.arguments and outer.arguments[-1].node.id == home.node.id), None)


def _from_callers(name: str, call: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    function = call.function
    if function is None:
        return [()]
    position = list(function.parameters).index(name)
    found: list[Text] = []
    for caller in call_index(file).named(function.name):
        if not caller.is_new and position < len(caller.arguments) and caller.function is not function:
            found += _prefixes(caller.arguments[position].node, caller, file, depth + 1)
    return list(dict.fromkeys(found)) or [()]


def router_name(call: CallSyntax, file: SourceFile) -> str:
    """What other files mount this route by: the function that gets or makes its router, or the field that holds it."""
    root = call.receiver
    for _ in range(MAX_DEPTH):
        made = call_index(file).at(root) if root is not None and root.type == "call_expression" else None
        if made is None or made.receiver is None:
            break
        root = made.receiver
    if root is not None and root.type == "selector_expression":
        owner = file.type_of(root.child_by_field_name("operand"))
        return f"{owner}.{file.text(root.child_by_field_name('field'))}" if owner else ""
    return call.caller


def mounts(file: SourceFile) -> Iterator[Fact]:
    """A RoutePrefix for each function of another file that gets a router with a path: `orders.Register(api.Group("/orders"))`."""
    index = call_index(file)
    grouped = [group for group in index.named("Group", "PathPrefix", "Route", "Party") if group.receiver is not None]
    if not grouped:
        return
    own = {function.name for function in file.functions}
    for call in file.calls:
        if call.is_new or call.name in _GROUPS or call.name in own or package_of(call, file) == "net.http":
            continue
        for argument in call.arguments:
            if argument.node.type not in ("identifier", "call_expression", "selector_expression"):
                continue
            if file.type_of(argument.node).rpartition(".")[2] not in ROUTER_TYPES:
                continue
            target = target_name(call, file)
            for prefix in prefixes(argument.node, call, file):
                if prefix and target:
                    yield RoutePrefix(target, prefix, file.span(call.line))


def mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`r.Mount("/orders", orders.Routes())`: what makes the mounted router is known by its function."""
    made = file.origin(call.argument(position=1))
    target = target_name(made, file) if made is not None and not made.is_new else ""
    if not target or made is None or (made.name.startswith("New") and package_of(made, file) in ROUTER_PACKAGES):
        return
    for prefix in prefixes(call.receiver, call, file):
        for path in texts(call.argument(position=0), call, file):
            yield RoutePrefix(target, joined_path(prefix, go_path(path)), file.span(call.line))


def method_named(node: Node | None, file: SourceFile) -> str:
    """The HTTP method that an expression names: `"POST"`, `http.MethodPost`; ANY where it is open."""
    match = _METHOD_NAME.match(file.text(node))
    word = match.group(1).upper() if match else literal_text(node, file).upper()
    return word if word in HTTP_METHODS else "ANY"


def go_path(text: Text) -> Text:
    """`/orders/:id`, `/files/*path`, `/x/{id:[0-9]+}`, `/y/{rest...}` in one syntax; a variable that is not set is empty (os.Getenv)."""
    plain = normalised_path(tuple([_plain_part(part) for part in text]))
    return merge_literals(list(plain))


def _plain_part(part: Part) -> Part:
    if isinstance(part, Literal):
        return Literal(_plain_wildcards(part.text))
    return Env(part.key, "") if isinstance(part, Env) and part.default is None else part


def _plain_wildcards(text: str) -> str:
    if "..." in text:
        text = _GO_WILDCARD.sub("**", text)
    text = text.replace("{$}", "")
    return _WILDCARD.sub("**", text) if "*" in text and not text.endswith("**") else text
