"""ASP.NET controllers: [HttpGet] and its like under the class's [Route] are routes, tokens filled in; without attributes, controller/action.

https://learn.microsoft.com/aspnet/core/mvc/controllers/routing
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import Framework
from parsed_graph.rules.csharp_calls import csharp_path
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.script_arguments import annotation_texts, literal_text
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, SourceFile, TypeSyntax

_VERBS = {
    "HttpGet": "GET",
    "HttpPost": "POST",
    "HttpPut": "PUT",
    "HttpDelete": "DELETE",
    "HttpPatch": "PATCH",
    "HttpHead": "HEAD",
    "HttpOptions": "OPTIONS",
}
_CONTROLLERS = ("Controller", "ControllerBase", "ODataController", "ApiController")
_RESULTS = ("IActionResult", "ActionResult", "ViewResult", "JsonResult", "IHttpActionResult")


def _controllers(file: SourceFile) -> Iterator[Fact]:
    for declared in file.types:
        if declared.kind == "class" and _is_controller(declared):
            for function in file.functions:
                if function.owner is declared and function.name != "constructor":
                    yield from _action(function, declared, file)


def _is_controller(declared: TypeSyntax) -> bool:
    bases = {base.partition("<")[0].rpartition(".")[2] for base in declared.bases}
    if declared.annotation("NonController"):
        return False
    is_base = any(base in _CONTROLLERS or base.endswith(("Controller", "ControllerBase")) for base in bases)
    return is_base or declared.annotation("ApiController", "Controller") is not None


def _action(function: FunctionSyntax, declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    if function.annotation("NonAction"):
        return
    verbs = [(a, _methods(a, file)) for a in function.annotations if a.name in _VERBS or a.name == "AcceptVerbs"]
    routes = [annotation for annotation in function.annotations if annotation.name == "Route"]
    prefixes = _templates(declared.annotations, file)
    given = [(annotation, methods) for annotation, methods in verbs if _template(annotation) is not None]
    if given or (routes and not verbs):
        pairs = given or [(route, ("ANY",)) for route in routes]
    elif routes:
        pairs = [(route, methods) for route in routes for _, methods in verbs]
    elif prefixes and (verbs or _returns_result(function)):
        yield from _facts(verbs[0][1] if verbs else ("ANY",), prefixes, [()], function, declared, file)
        return
    else:
        yield from _conventional(function, declared, verbs[0][1] if verbs else ("ANY",), file)
        return
    for annotation, methods in pairs:
        paths = annotation_texts(_template(annotation), annotation, file) or [()]
        yield from _facts(methods, prefixes or [()], paths, function, declared, file)


def _template(annotation: AnnotationSyntax):  # type: ignore[no-untyped-def]
    position = 0 if annotation.name != "AcceptVerbs" else None
    return annotation.argument("template", "Route", "Template", position=position)


def _methods(annotation: AnnotationSyntax, file: SourceFile) -> tuple[str, ...]:
    if annotation.name in _VERBS:
        return (_VERBS[annotation.name],)
    return tuple(literal_text(a.node, file).upper() for a in annotation.arguments if not a.name) or ("ANY",)


def _templates(annotations: list[AnnotationSyntax], file: SourceFile) -> list[Text]:
    """The prefixes that a class's [Route] attributes give."""
    routes = [annotation for annotation in annotations if annotation.name in ("Route", "RoutePrefix")]
    return [text for route in routes for text in annotation_texts(_template(route), route, file)]


def _facts(
    methods: tuple[str, ...],
    prefixes: list[Text],
    paths: list[Text],
    function: FunctionSyntax,
    declared: TypeSyntax,
    file: SourceFile,
) -> Iterator[Fact]:
    version = _version(function, declared, file)
    for prefix in prefixes:
        for path in paths:
            whole = _filled(_joined(prefix, path), function, declared, file)
            for method in methods:
                span = file.span(function.line)
                yield RouteDecl(method, whole, span, "aspnet", function.qualified_name, version=version)


def _joined(prefix: Text, path: Text) -> Text:
    """A template that begins with `/` or `~/` stands alone."""
    first = path[0] if path else None
    if isinstance(first, Literal) and first.text.startswith(("/", "~/")):
        return (Literal(first.text.lstrip("~")), *path[1:])
    return joined_path(prefix, path)


def _filled(path: Text, function: FunctionSyntax, declared: TypeSyntax, file: SourceFile) -> Text:
    """`[controller]`, `[action]` and `[area]` are names; a constraint `{id:int}` is dropped."""
    area = declared.annotation("Area")
    names = {
        "[controller]": declared.name.removesuffix("Controller"),
        "[action]": function.name.removesuffix("Async"),
        "[area]": literal_text(area.argument(position=0), file) if area else "",
    }
    parts = []
    for part in csharp_path(path):
        if isinstance(part, Literal):
            text = part.text
            for token, name in names.items():
                text = text.replace(token, name)
            part = Literal(text)
        parts.append(part)
    return tuple(parts) or (Literal("/"),)


def _conventional(
    function: FunctionSyntax, declared: TypeSyntax, methods: tuple[str, ...], file: SourceFile
) -> Iterator[Fact]:
    """An action of a controller with views: `{controller}/{action}`, Home and Index by default."""
    is_view = any(base.rpartition(".")[2] == "Controller" for base in declared.bases)
    if not is_view or not _returns_result(function):
        return
    path = f"/{declared.name.removesuffix('Controller')}/{function.name.removesuffix('Async')}"
    for method in methods:
        yield RouteDecl(method, (Literal(path),), file.span(function.line), "aspnet-mvc", function.qualified_name)


def _returns_result(function: FunctionSyntax) -> bool:
    return any(result in function.return_type for result in _RESULTS)


def _version(function: FunctionSyntax, declared: TypeSyntax, file: SourceFile) -> str:
    found = function.annotation("MapToApiVersion") or declared.annotation("ApiVersion")
    node = found.argument(position=0) if found else None
    return literal_text(node, file) or file.text(node).strip('"')


FRAMEWORK = Framework("aspnet_controllers", ("csharp",), files=(_controllers,))
