"""MyBatis mapper interfaces: @Mapper is a RepositoryDecl; its table is the one that its SQL annotations name.

MapStruct's @Mapper, which stores nothing, has another package.
"""

from collections.abc import Iterator

from parsed_graph.artefacts.sql_tables import tables_named
from parsed_graph.facts import Fact, Literal, RepositoryDecl
from parsed_graph.framework import AnnotationRule, Framework, simple_name
from parsed_graph.rules.string_values import string_values
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile, TypeSyntax

_MYBATIS = ("org.apache.ibatis.annotations",)
_STATEMENTS = ("Select", "Insert", "Update", "Delete")


def _mapped(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    declared = annotation.on_type
    imported = file.imports.get("Mapper", _MYBATIS[0])
    if declared is None or annotation.on_function or not imported.startswith(_MYBATIS):
        return
    if any(simple_name(base) == "BaseMapper" for base in declared.bases):
        return  # MyBatis-Plus names the entity; `spring_data.py` reads it.
    tables = _tables(declared, file)
    table = tables.pop() if len(tables) == 1 else ""
    yield RepositoryDecl(declared.name, "", file.span(declared.line), "sql", table)


def _tables(declared: TypeSyntax, file: SourceFile) -> set[str]:
    found: set[str] = set()
    for function in file.functions:
        statement = function.annotation(*_STATEMENTS) if function.owner is declared else None
        if statement is not None:
            node = statement.argument("value", position=0)
            parts = [part for text in string_values(node, function, declared, file) for part in text]
            found |= set(tables_named(" ".join(part.text for part in parts if isinstance(part, Literal))))
    return found


FRAMEWORK = Framework(
    "mybatis",
    ("java", "kotlin"),
    annotations=(AnnotationRule(("Mapper",), _mapped, imports=_MYBATIS),),
)
