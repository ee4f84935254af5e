"""Qualifies the type names of a file: declared here, imported, or of the same package."""

from tree_sitter import Node

from parsed_graph.syntax.source_file import SourceFile


def qualified_type(declared: str, file: SourceFile) -> str:
    """`OrdersApi<T>` -> `com.shop.OrdersApi`; a name that is a path already stays."""
    name = declared.partition("<")[0].strip().rstrip("?[]")
    head, _, rest = name.partition(".")
    if head[:1].islower() and rest:
        return name
    own = next((declared.qualified_name for declared in file.types if declared.name == head), "")
    found = own or file.imports.get(head) or (f"{file.package}.{head}" if file.package else head)
    return f"{found}.{rest}" if rest else found


def class_argument(node: Node | None, file: SourceFile) -> str:
    """The qualified type of `OrdersApi.class` or `OrdersApi::class.java`, "" for other expressions."""
    text = file.text(node).replace(" ", "")
    for ending in (".class", "::class.java", "::class"):
        if text.endswith(ending):
            return qualified_type(text.removesuffix(ending), file)
    return ""
