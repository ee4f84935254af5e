"""Flask with its REST extensions: routes of applications, blueprints, resources and namespaces, with their prefixes."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import (
    class_methods,
    given_methods,
    maker,
    mounted,
    own_prefixes,
    prefix_facts,
    router_name,
    routes,
    stands_on,
    type_named,
)
from parsed_graph.rules.route_syntax import angle_path, each
from parsed_graph.rules.script_arguments import annotation_texts, function_name, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_MAKERS = (
    "Flask",
    "Blueprint",
    "Api",
    "Namespace",
    "APIFlask",
    "APIBlueprint",
    "OpenAPI",
    "Quart",
    "create_app",
    "namespace",
)
_PACKAGES = ("flask", "apiflask", "quart", "connexion")
_MOUNTS = ("register_blueprint", "add_namespace")


def _route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if not stands_on(annotation, file, _MAKERS, _PACKAGES):
        return
    paths = [
        text
        for argument in annotation.arguments
        if not argument.name or argument.name == "rule"
        for text in annotation_texts(argument.node, annotation, file)
    ]
    found = _prefixed(annotation.receiver, paths, file)
    default = ("GET",) if annotation.name == "route" else (METHODS[annotation.name],)
    handlers = [(m, "") for m in given_methods(annotation.argument("methods"), file, default)]
    if annotation.on_type is not None:
        handlers = class_methods(annotation.on_type, file) or [("ANY", annotation.on_type.qualified_name)]
    for method, function in handlers:
        name = annotation.on_function.qualified_name if annotation.on_function else function
        yield from routes(
            [method],
            found,
            annotation.line,
            file,
            framework="flask",
            function=name,
            router=router_name(annotation.receiver, file),
        )


def _rule(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.add_url_rule("/x", view_func=f)`."""
    paths = texts(call.argument("rule", position=0), call, file)
    view = call.argument("view_func", position=2)
    function = function_name(view, call, file)
    handlers = class_methods(type_named(view, file), file)
    methods = given_methods(call.argument("methods"), file, ("GET",))
    found = _prefixed(file.text(call.receiver), paths, file)
    for method, name in handlers or [(method, function) for method in methods]:
        yield from routes(
            [method],
            found,
            call.line,
            file,
            framework="flask",
            function=name,
            router=router_name(file.text(call.receiver), file),
        )


def _resource(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`api.add_resource(Orders, "/orders", "/orders/<id>")`."""
    owner = call.argument("resource", position=0)
    paths = [t for argument in call.arguments[1:] if not argument.name for t in texts(argument.node, call, file)]
    receiver = file.text(call.receiver)
    handlers = class_methods(type_named(owner, file), file) or [("ANY", function_name(owner, call, file))]
    for method, function in handlers:
        yield from routes(
            [method], _prefixed(receiver, paths, file), call.line, file, framework="flask", function=function,
            router=router_name(receiver, file),
        )  # fmt: skip


def _prefixed(receiver: str, paths: list[Text], file: SourceFile) -> list[Text]:
    made = maker(receiver, file)
    own = _own(made, file)
    # A prefix given when a blueprint is registered replaces the one that it was made with.
    above = [path for path in mounted(receiver, file, _MOUNTS, keyword="url_prefix") if path]
    return each(joined_paths(above or own, paths), angle_path)


def _own(made: CallSyntax | None, file: SourceFile) -> list[Text]:
    if made is not None and made.name in ("Namespace", "namespace"):
        given = texts(made.argument("path"), made, file)
        names = [t for t in texts(made.argument("name", position=0), made, file) if t and isinstance(t[0], Literal)]
        return given or [(Literal("/"), *name) for name in names] or [()]
    if made is not None and made.name == "Api":
        blueprint = made.argument("app", "blueprint", position=0)
        inner = own_prefixes(maker(file.text(blueprint), file), file, "url_prefix") if blueprint is not None else [()]
        return list(joined_paths(inner, own_prefixes(made, file, "prefix")))
    return own_prefixes(made, file, "url_prefix")


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    router = call.argument("blueprint", "ns", position=0)
    prefix = call.argument("url_prefix", "path", position=1 if call.name == "add_namespace" else None)
    if prefix is not None:
        yield from prefix_facts(call, router, prefix, file)


FRAMEWORK = Framework(
    "flask",
    languages=("python",),
    annotations=(AnnotationRule(("route", *METHODS), _route, imports=_PACKAGES),),
    calls=(
        CallRule(("add_url_rule",), _rule),
        CallRule(("add_resource",), _resource),
        CallRule(_MOUNTS, _mounted),
    ),
)
