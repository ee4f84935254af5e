"""Rails: what `config/routes.rb` draws: verbs, resources with their nesting, namespaces and scopes, mounted applications.

https://guides.rubyonrails.org/routing.html
The forms of `new` and `edit` are left out: an API has none, and no service calls them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import MAX_GROUPS, MAX_PREFIXES
from parsed_graph.rules.ruby_paths import camelized, route_path, singular
from parsed_graph.rules.script_arguments import literal_text, members, object_entries, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_FILE = re.compile(r"(?:^|/)config/routes(?:/[\w/-]+)?\.rb$|_routes\.rb$")
_PLURAL = (
    ("index", "GET", ""), ("create", "POST", ""), ("show", "GET", "/{id}"), ("update", "PATCH", "/{id}"),
    ("update", "PUT", "/{id}"), ("destroy", "DELETE", "/{id}"),
)  # fmt: skip
_SINGLE = (
    ("create", "POST", ""), ("show", "GET", ""), ("update", "PATCH", ""), ("update", "PUT", ""), ("destroy", "DELETE", ""),
)  # fmt: skip
_FORMS = {"new": "/new", "edit": "/{id}/edit"}
_GROUPS = ("namespace", "scope", "resources", "resource", "member", "collection", "controller", "nested")


class _Group(NamedTuple):
    """A block of routes. `modules` go before a controller's name; a block of resources holds `member` and `controller`, too."""

    start: int
    end: int
    kind: str
    prefixes: tuple[Text, ...]
    modules: str = ""
    controller: str = ""
    parameter: str = ""


def _drawn(file: SourceFile) -> Iterator[Fact]:
    if not _FILE.search(file.path):
        return
    groups = [group for call in call_index(file).named(*_GROUPS) if (group := _group(call, file)) is not None]
    groups = sorted(groups)[:MAX_GROUPS]
    for call in file.calls:
        if call.receiver is not None or call.function is not None:
            continue
        start, end = call.node.start_byte, call.node.end_byte
        around = [group for group in groups if group.start <= start and end <= group.end]
        if call.name in METHODS or call.name in ("match", "root"):
            yield from _route(call, around, file)
        elif call.name in ("resources", "resource"):
            yield from _resources(call, around, file)
        elif call.name == "mount":
            yield from _mounted(call, around, file)


def _group(call: CallSyntax, file: SourceFile) -> _Group | None:
    block = call.node.child_by_field_name("block")
    if block is None or call.receiver is not None:
        return None
    path = texts(call.argument("path"), call, file)
    names = [name for argument in call.arguments if not argument.name and (name := literal_text(argument.node, file))]
    first = names[0] if names else ""
    module = camelized(literal_text(call.argument("module"), file))
    prefixes, parameter, controller = path, "", ""
    if call.name == "namespace":
        prefixes, module = path or _literals(first), module or camelized(first)
    elif call.name == "scope":
        prefixes = path or _scope_paths(call, file)
    elif call.name in ("resources", "resource"):
        prefixes = path or _literals(first)
        controller = camelized(literal_text(call.argument("controller"), file) or _plural(call.name, first))
        parameter = literal_text(call.argument("param"), file) or "id"
        parameter = f"{singular(first)}_{parameter}" if call.name == "resources" else ""
    elif call.name == "controller":
        controller = camelized(first)
    return _Group(block.start_byte, block.end_byte, call.name, tuple(prefixes), module, controller, parameter)


def _scope_paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    positional = [argument.node for argument in call.arguments if not argument.name]
    found: list[Text] = [()]
    for node in positional:
        found = [joined_path(outer, inner) for outer in found for inner in texts(node, call, file) or [()]]
    return found


def _literals(name: str) -> list[Text]:
    return [(Literal(name),)] if name else [()]


def _plural(kind: str, name: str) -> str:
    return name if kind == "resources" or name.endswith("s") else f"{name}s"


def _prefixes(around: list[_Group], place: str) -> list[Text]:
    """What stands before a route. `place` is where it asks to be in the resources around it: member, collection or "" ."""
    found: list[Text] = [()]
    for index, group in enumerate(around):
        inner = list(group.prefixes or ((),))
        following = around[index + 1].kind if index + 1 < len(around) else place
        if group.parameter and following != "collection":
            name = "id" if following == "member" else group.parameter
            inner = [joined_path(prefix, (Literal(f"{{{name}}}"),)) for prefix in inner]
        found = [joined_path(outer, prefix) for outer in found for prefix in inner][:MAX_PREFIXES]
    return found


def _route(call: CallSyntax, around: list[_Group], file: SourceFile) -> Iterator[Fact]:
    """`get 'orders/:id', to: 'orders#show'`, `get :preview, on: :member`, `match 'x', via: [:get, :post]`, `root 'home#index'`."""
    place = literal_text(call.argument("on"), file)
    methods = [METHODS.get(call.name, "GET")]
    if call.name == "match":
        named = [literal_text(node, file).upper() for node in members(call.argument("via"), file)]
        methods = [m for m in named if m.isalpha() and m != "ALL"] or ["ANY"]
    first = call.argument(position=0)
    for path, handler in _paths(call, first, file):
        function = _handler(handler, path, around, file)
        for prefix in _prefixes(around, place):
            whole = route_path(joined_path(prefix, path) if path or prefix else (Literal("/"),))
            for method in methods:
                yield _declared(method, whole, function, call, file)


def _paths(call: CallSyntax, first: Node | None, file: SourceFile) -> Iterator[tuple[Text, str]]:
    """Each path with its `controller#action`."""
    target = call.argument("to", "controller", "action")
    if call.name == "root":
        yield (Literal("/"),), literal_text(target if target is not None else first, file)
        return
    hashed = object_entries(first, file)
    arrows = {a.name: a.node for a in call.arguments if a.name and ("/" in a.name or "#" in literal_text(a.node, file))}
    arrows = {name: node for name, node in arrows.items() if name not in ("to", "via", "as")}
    for name, node in (hashed or arrows).items():
        yield (Literal(name),), literal_text(node, file)
    if hashed or (arrows and first is None):
        return
    action = literal_text(call.argument("action"), file)
    controller = literal_text(call.argument("controller"), file)
    given = literal_text(call.argument("to"), file) or (f"{controller}#{action}" if controller and action else action)
    for argument in call.arguments:
        if not argument.name:
            for path in texts(argument.node, call, file):
                yield path, given


def _handler(given: str, path: Text, around: list[_Group], file: SourceFile) -> str:
    controller, hash_sign, action = given.partition("#")
    owner = next((group.controller for group in reversed(around) if group.controller), "")
    first = path[0].text if len(path) == 1 and isinstance(path[0], Literal) else ""
    if hash_sign:
        owner = camelized(controller)
    else:
        action = given or first.strip("/").rpartition("/")[2]
        if not owner and "/" in first.strip("/"):
            owner = camelized(first.strip("/").rpartition("/")[0])
    return _action(owner, action, around, file) if owner and action.isidentifier() else ""


def _action(owner: str, action: str, around: list[_Group], file: SourceFile) -> str:
    modules = [group.modules for group in around if group.modules]
    return ".".join(part for part in (file.package, *modules, f"{owner}Controller", action) if part)


def _resources(call: CallSyntax, around: list[_Group], file: SourceFile) -> Iterator[Fact]:
    names = [literal_text(argument.node, file) for argument in call.arguments if not argument.name]
    only = _names(call.argument("only"), file)
    excepted = _names(call.argument("except"), file)
    module = camelized(literal_text(call.argument("module"), file))
    parameter = literal_text(call.argument("param"), file) or "id"
    actions = [*(_PLURAL if call.name == "resources" else _SINGLE)]
    actions += [(form, "GET", _FORMS[form]) for form in only if form in _FORMS]
    for name in names:
        if not name:
            continue
        path = literal_text(call.argument("path"), file) or name
        owner = camelized(literal_text(call.argument("controller"), file) or _plural(call.name, name))
        owner = f"{module}.{owner}" if module else owner
        for action, method, ending in actions:
            if (call.argument("only") is not None and action not in only) or action in excepted:
                continue
            own = f"{path}{ending.replace('{id}', f'{{{parameter}}}')}"
            for prefix in _prefixes(around, ""):
                whole = route_path(joined_path(prefix, (Literal(own),)))
                yield _declared(method, whole, _action(owner, action, around, file), call, file)


def _names(node: Node | None, file: SourceFile) -> list[str]:
    return [literal_text(member, file) for member in members(node, file)]


def _mounted(call: CallSyntax, around: list[_Group], file: SourceFile) -> Iterator[Fact]:
    """`mount Orders::API => '/api'`, `mount Orders::API, at: '/api'`: its routes are declared where it is written."""
    first = call.argument(position=0)
    given = {a.name: a.node for a in call.arguments if a.name and a.name[:1].isupper()}
    pairs = list(given.items()) if first is None else [(file.text(first), call.argument("at") or first)]
    for name, node in pairs:
        router = file.imports.get(name.partition(".")[0], "")
        for path in texts(node, call, file) if node is not first else [()]:
            for prefix in _prefixes(around, "collection"):
                whole = joined_path(prefix, path)
                if router and whole:
                    yield RoutePrefix(router, route_path(whole), file.span(call.line))


def _declared(method: str, path: Text, function: str, call: CallSyntax, file: SourceFile) -> RouteDecl:
    return RouteDecl(method, path or (Literal("/"),), file.span(call.line), "rails", function)


FRAMEWORK = Framework("rails_routes", languages=("ruby",), files=(_drawn,))
