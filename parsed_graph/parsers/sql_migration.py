"""SQL scripts (Flyway and other migrations, schema and init files): what they create, alter and drop are TableDecl.

Temporary tables, partitions and tables made by a query (`CREATE TABLE … AS SELECT`) are no tables of the schema.
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.sql_table_changes import table_changes
from parsed_graph.facts import Fact, SourceSpan, TableDecl
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.sql_dialects import unclosed_sql

_UNDO = re.compile(r"^(U\d[\w.]*__.*|.*\.down|.*[._-]rollback|down)\.(sql|cql)$", re.I)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """The tables of a script, in the order of its statements; scripts that undo others say nothing."""
    if _UNDO.match(artefact.name):
        return
    if b"able" in artefact.content.replace(b"ABLE", b"able"):
        for operation, name, line in table_changes(artefact.text):
            yield TableDecl(name, SourceSpan(artefact.path, line), operation)
    yield from unclosed_sql(artefact.path, artefact.text)


PARSER = Parser("sql_migration", ("*.sql", "*.cql"), parse)
