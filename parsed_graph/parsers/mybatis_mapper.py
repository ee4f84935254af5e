"""MyBatis mapper XML: the namespace is a RepositoryDecl, and the type whose rows it inserts an EntityDecl with its table.

https://mybatis.org/mybatis-3/sqlmap-xml.html
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsed_graph.artefacts.safe_xml import line_of, local_name, read_xml, text_within
from parsed_graph.artefacts.sql_tables import tables_named
from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser

if TYPE_CHECKING:
    from lxml.etree import _Element

_STATEMENTS = ("select", "insert", "update", "delete")
_PLAIN = frozenset("map hashmap list collection string int integer long date object java.util.map".split())


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Facts of one mapper file; XML of another kind says nothing here."""
    if b"<mapper" not in artefact.content:
        return
    root = read_xml(artefact)
    namespace = root.get("namespace", "")
    if local_name(root) != "mapper" or not namespace:
        return
    span = SourceSpan(artefact.path, line_of(root))
    statements = [child for child in root if local_name(child) in _STATEMENTS]
    entity, table = _stored(statements)
    name = namespace.rpartition(".")[2]
    if entity:
        yield EntityDecl(entity, span, "sql", "aggregate", table)
    yield RepositoryDecl(name, entity, span, "sql", table or _main_table(statements))


def _stored(statements: list["_Element"]) -> tuple[str, str]:
    """The type that the file's inserts take, and the table they fill; a type that is only read may be a view of many tables."""
    for statement in statements:
        taken = statement.get("parameterType", "")
        name = taken.rpartition(".")[2]
        if local_name(statement) == "insert" and name and name.lower() not in _PLAIN and taken.lower() not in _PLAIN:
            tables = tables_named(text_within(statement))
            if tables:
                return name, tables[0]
    return "", ""


def _main_table(statements: list["_Element"]) -> str:
    """The table that most statements name first, "" where two are named as often."""
    counted = Counter(tables[0] for s in statements if (tables := tables_named(text_within(s))))
    ranked = counted.most_common(2)
    return ranked[0][0] if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]) else ""


PARSER = Parser("mybatis_mapper", ("*Mapper.xml", "*Dao.xml", "*DAO.xml", "*/mapper/*.xml", "*/mappers/*.xml"), parse)
