"""Spring's component scan: controllers are BeanDecls, and so is who has packages scanned or classes imported.

https://docs.spring.io/spring-framework/reference/core/beans/classpath-scanning.html
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import BeanDecl, Fact
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.string_values import list_members, string_values
from parsed_graph.rules.type_names import class_argument
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile, TypeSyntax

_APPLICATIONS = ("SpringBootApplication", "SpringCloudApplication")


def _controller(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    owner = annotation.on_type
    if owner is not None and _is_made(owner, file):
        yield BeanDecl(owner.qualified_name, "", file.span(annotation.line))


def _scan(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """What is scanned: the named packages, those of the named classes, else the class's own. A filter may leave anything out."""
    owner = annotation.on_type
    if owner is None or annotation.argument("excludeFilters", "useDefaultFilters") is not None:
        return
    is_application = annotation.name in _APPLICATIONS
    if is_application and owner.annotation("ComponentScan") is not None:
        return  # What stands on the class itself goes before what its annotation brings along.
    packages = annotation.argument("scanBasePackages", "basePackages")
    classes = annotation.argument("scanBasePackageClasses", "basePackageClasses")
    if packages is None and not is_application:
        packages = annotation.argument("value", position=0)
    found = [
        name.removesuffix(".**")
        for text in string_values(packages, None, owner, file)
        for name in re.split(r"[,;\s]+", plain(text) or "")
    ]
    found += [class_argument(node, file).rpartition(".")[0] for node in list_members(classes, file)]
    if packages is None and classes is None:
        found.append(file.package)
    for name in found:
        if name and "*" not in name:
            yield BeanDecl(owner.qualified_name, name, file.span(annotation.line))


def _import(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    owner = annotation.on_type
    for argument in annotation.arguments if owner is not None else ():
        for node in list_members(argument.node, file):
            name = class_argument(node, file)
            if owner is not None and name:
                yield BeanDecl(owner.qualified_name, name, file.span(annotation.line))


def _is_made(owner: TypeSyntax, file: SourceFile) -> bool:
    """Whether the container makes the class wherever it finds it: it is concrete and under no condition."""
    modifiers = owner.node.children[:1] if owner.node is not None else []
    is_abstract = any(file.text(child) == "abstract" for node in modifiers for child in node.children)
    is_conditional = any(a.name == "Profile" or a.name.startswith("Conditional") for a in owner.annotations)
    return owner.kind == "class" and not is_abstract and not is_conditional


FRAMEWORK = Framework(
    "spring_scan",
    ("java", "kotlin"),
    annotations=(
        AnnotationRule(("RestController", "Controller"), _controller, imports=("org.springframework",)),
        AnnotationRule((*_APPLICATIONS, "ComponentScan"), _scan, imports=("org.springframework",)),
        AnnotationRule(("Import",), _import, imports=("org.springframework",)),
    ),
)
