"""Django: urlpatterns with includes, and the routers, viewsets and extra actions of REST framework."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path, joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import given_methods
from parsed_graph.rules.route_syntax import angle_path, each, regex_path
from parsed_graph.rules.script_arguments import annotation_texts, function_name, literal_text, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("django.urls", "django.conf.urls", "django.contrib.urls")
_PATTERNS = ("path", "re_path", "url")
_ROUTERS = ("DefaultRouter", "SimpleRouter", "ExtendedDefaultRouter", "ExtendedSimpleRouter", "NestedSimpleRouter")
_READING = frozenset({"ReadOnlyModelViewSet"})
MAX_NESTING = 6


def _pattern(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    view = call.argument("view", position=1)
    if view is None:
        return
    paths = list(joined_paths(_around(call, file, 0), _paths(call, file)))
    included = call_index(file).at(view)
    if included is not None and included.name == "include":
        yield from _included(included, paths, call, file)
        return
    if file.text(view).endswith((".site.urls", ".urls")):
        return
    for path in paths:
        yield RouteDecl("ANY", path, file.span(call.line), "django", _view_name(view, call, file), router=_module(file))


def _paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    found = texts(call.argument("route", "regex", position=0), call, file)
    return each(found, angle_path if call.name == "path" else regex_path)


def _module(file: SourceFile) -> str:
    return f"{file.package}.urlpatterns"


def _view_name(view: Node, call: CallSyntax, file: SourceFile) -> str:
    """`views.OrderList.as_view()` and `login_required(views.index)` are about the view inside."""
    found = call_index(file).at(view)
    if found is None:
        return function_name(view, call, file)
    if found.name == "as_view":
        return function_name(found.receiver, call, file)
    return function_name(found.arguments[0].node, call, file) if found.arguments else call.caller


def _included(include: CallSyntax, paths: list[Text], call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    target = include.argument("arg", position=0)
    module = literal_text(target, file)
    if not module and target is not None and target.type in ("identifier", "attribute"):
        name = file.text(target)
        imported = file.imports.get(name.partition(".")[0])
        module = f"{imported}.{name.partition('.')[2]}".rstrip(".") if imported and not name.endswith(".urls") else ""
    if module:
        for path in paths:
            yield RoutePrefix(f"{module}.urlpatterns", path, file.span(call.line), _module(file))


def _around(call: CallSyntax, file: SourceFile, depth: int) -> list[Text]:
    """The patterns that a pattern stands in: in `include([…])`, or in a list of this file that is included."""
    found: list[Text] = []
    for outer in file.calls if depth < MAX_NESTING else ():
        if outer is call or outer.name not in _PATTERNS or len(outer.arguments) < 2:
            continue
        view = outer.arguments[1].node
        is_inside = outer.node.start_byte < call.node.start_byte and call.node.end_byte < outer.node.end_byte
        if is_inside or _is_in_list(call, view, file):
            above = _around(outer, file, depth + 1)
            found += list(joined_paths(above, _paths(outer, file)))
            if is_inside:
                break
    return found or [()]


def _is_in_list(call: CallSyntax, view: Node, file: SourceFile) -> bool:
    """Whether a pattern is a member of the list variable that `include(variable)` names."""
    include = call_index(file).at(view)
    target = include.argument(position=0) if include is not None and include.name == "include" else None
    if target is None or target.type not in ("identifier", "tuple"):
        return False
    named = target.named_children[0] if target.type == "tuple" and target.named_child_count else target
    value = file.value(named)
    return value is not None and value.type == "list" and value.start_byte < call.node.start_byte < value.end_byte


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`router.register(r"orders", OrderViewSet)`: a collection and its members."""
    viewset = call.argument("viewset", position=1)
    name = function_name(viewset, call, file)
    declared = next((t for t in file.types if t.qualified_name == name), None)
    is_reading = declared is not None and any(base.rpartition(".")[2] in _READING for base in declared.bases)
    router = file.text(call.receiver)
    for prefix in each(texts(call.argument("prefix", position=0), call, file), regex_path):
        for mount in _router_mounts(router, file):
            path = joined_path(mount, prefix)
            for full in (path, joined_path(path, (Literal("/{pk}"),))):
                method = "GET" if is_reading else "ANY"
                yield RouteDecl(method, full, file.span(call.line), "django", name, router=_module(file))
            yield RoutePrefix(name, path, file.span(call.line), _module(file))


def _router_mounts(router: str, file: SourceFile) -> list[Text]:
    """Where `include(router.urls)` stands in this file."""
    found: list[Text] = []
    for call in file.calls:
        if call.name in _PATTERNS and len(call.arguments) > 1 and f"{router}.urls" in file.text(call.arguments[1].node):
            found += list(joined_paths(_around(call, file, 0), _paths(call, file)))
    return found or [()]


def _action(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@action(detail=True, methods=["post"])` of a viewset; where the viewset stands is told by its registration."""
    function = annotation.on_function
    if function is None or function.owner is None:
        return
    given = annotation.argument("url_path")
    paths = (
        each(annotation_texts(given, annotation, file), regex_path)
        if given is not None
        else [(Literal(function.name),)]
    )
    start: Text = (Literal("/{pk}"),) if file.text(annotation.argument("detail", position=1)) == "True" else ()
    for method in given_methods(annotation.argument("methods", position=0), file, ("GET",)):
        if method in METHODS.values():
            for path in paths:
                full = joined_path(start, path)
                yield RouteDecl(
                    method, full, file.span(annotation.line), "django", function.qualified_name,
                    router=function.owner.qualified_name,
                )  # fmt: skip


FRAMEWORK = Framework(
    "django_urls",
    languages=("python",),
    annotations=(AnnotationRule(("action", "detail_route", "list_route"), _action, imports=("rest_framework",)),),
    calls=(
        CallRule(_PATTERNS, _pattern, imports=_PACKAGES),
        CallRule(("register",), _registered, types=_ROUTERS, imports=("rest_framework",)),
    ),
)
