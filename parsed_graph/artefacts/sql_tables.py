"""Names of the tables that a SQL statement reads or writes, and names as SQL quotes them made plain."""

import re

_NAMED = re.compile(
    r"\b(?:from|join|into|update|delete\s+from|insert\s+overwrite\s+table)\s+(?:only\s+)?"
    r"([\w`\"\[\]]+(?:\s*\.\s*[\w`\"\[\]]+){0,2})",
    re.I,
)
_NO_TABLE = frozenset("select set where values dual lateral unnest table information_schema ignore".split())


def tables_named(statement: str) -> list[str]:
    """The tables after FROM, JOIN, INTO and UPDATE, in order, each once."""
    found: list[str] = []
    for match in _NAMED.finditer(statement[:20_000]):
        name = plain_name(match.group(1))
        if name and name.lower() not in _NO_TABLE and name not in found:
            found.append(name)
    return found


def plain_name(written: str) -> str:
    """A table's name without quotes, schema and catalogue: `"shop"."orders"` and `[dbo].[orders]` are `orders`."""
    return written.rpartition(".")[2].strip().strip("`\"[]'")
