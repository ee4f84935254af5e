"""GraphQL on the JVM: a method with `@QueryMapping` (Spring) or `@DgsQuery` (DGS) serves a root field of the schema."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RpcServe
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.http_paths import annotation_paths
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

_ROOTS = ("Query", "Mutation", "Subscription")
_IMPORTS = ("org.springframework.graphql", "com.netflix.graphql.dgs")


def _served(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """The field has the annotation's name, else the method's."""
    function = annotation.on_function
    if function is None or annotation.on_parameter:
        return
    for name in annotation_paths(annotation, file, "name", "value", "field"):
        field = plain(name) or function.name
        yield RpcServe("graphql", file.span(annotation.line), "graphql", field, function.qualified_name)


def _served_by_type(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@SchemaMapping(typeName = "Query")` and `@DgsData(parentType = "Query")`; those of other types serve no root field."""
    for name in annotation_paths(annotation, file, "typeName", "parentType", position=None):
        if plain(name) in _ROOTS:
            yield from _served(annotation, file)


FRAMEWORK = Framework(
    "graphql_jvm",
    ("java", "kotlin"),
    annotations=(
        AnnotationRule((*(f"{root}Mapping" for root in _ROOTS), *(f"Dgs{root}" for root in _ROOTS)), _served, _IMPORTS),
        AnnotationRule(("SchemaMapping", "DgsData"), _served_by_type, _IMPORTS),
    ),
)
