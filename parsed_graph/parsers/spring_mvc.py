"""Spring MVC and annotated WebFlux: each mapped method of a controller is a route under its type's prefix.

Mappings on an interface or on a class that is no controller itself are routes of framework `spring-mvc-interface`:
they count where a controller inherits them, which it says by a RoutePrefix with the base type as router.
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl, RoutePrefix
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import path_values
from parsed_graph.rules.spring_mapping import CLIENT_TYPES, MAPPINGS, routes, type_prefixes
from parsed_graph.rules.type_names import qualified_type
from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax

_CONTROLLERS = ("RestController", "Controller", "RepositoryRestController", "BasePathAwareController")


def route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A mapping on a method."""
    owner, function = annotation.on_type, annotation.on_function
    if function is None or owner is None or annotation.on_parameter or owner.annotation(*CLIENT_TYPES):
        return
    framework = "spring-mvc" if _is_controller(owner) else "spring-mvc-interface"
    span = file.span(annotation.line)
    for method, path in routes(annotation, owner, file):
        yield RouteDecl(method, path, span, framework, function.qualified_name)


def inherited_routes(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """A controller with base types: their mappings, if they have any, are its own, under its prefix."""
    owner = annotation.on_type
    if owner is None or annotation.on_function or annotation.on_field or not owner.bases:
        return
    for base in owner.bases:
        qualified = qualified_type(base, file)
        for prefix in () if is_library(qualified) else type_prefixes(owner, file):
            yield RoutePrefix(qualified, prefix, file.span(owner.line), owner.qualified_name)


def view(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`registry.addViewController("/login")` serves a view."""
    for path in path_values(call.argument(position=0), call.function, call.owner, file):
        yield RouteDecl("GET", path, file.span(call.line), "spring-mvc", call.caller)


def path_prefix(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`configurer.addPathPrefix("/api", …)` goes before the routes of the whole service."""
    for path in path_values(call.argument(position=0), call.function, call.owner, file):
        yield RoutePrefix("", path, file.span(call.line))


def _is_controller(owner: TypeSyntax) -> bool:
    if owner.kind in ("interface", "annotation"):
        return False
    if owner.annotation(*_CONTROLLERS, "RequestMapping") is not None:
        return True
    # A stereotype of one's own: `@ApiController`, `@PublicRestController`.
    return any(annotation.name.endswith("Controller") for annotation in owner.annotations)


FRAMEWORK = Framework(
    "spring_mvc",
    ("java", "kotlin", "scala"),
    annotations=(
        AnnotationRule(tuple(MAPPINGS), route, imports=("org.springframework",)),
        AnnotationRule(_CONTROLLERS, inherited_routes, imports=("org.springframework",)),
    ),
    calls=(
        CallRule(("addViewController",), view, types=("ViewControllerRegistry",)),
        CallRule(("addPathPrefix",), path_prefix, types=("PathMatchConfigurer",)),
    ),
)
