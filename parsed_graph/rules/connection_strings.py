"""Connection strings that are no URLs, as `host:port/database`: ADO.NET and libpq keywords, and the DSN of Go's MySQL driver.

https://learn.microsoft.com/dotnet/framework/data/adonet/connection-strings
https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
https://github.com/go-sql-driver/mysql#dsn-data-source-name
"""

from __future__ import annotations

import re

from parsed_graph.facts import Literal, Text
from parsed_graph.syntax.placeholders import merge_literals

_HOSTS = (
    "server",
    "host",
    "hostname",
    "datasource",
    "addr",
    "address",
    "networkaddress",
    "endpoint",
    "accountendpoint",
)
_DATABASES = ("database", "initialcatalog", "dbname", "databasename")
_KEYWORD = re.compile(
    r"(?i)(?:^|[;\s])\s*(?:server|host|hostname|data ?source|addr|address|network address|endpoint|accountendpoint)\s*="
)
_PAIR = re.compile(r"([A-Za-z][\w ]*?)\s*=\s*('[^']*'|\"[^\"]*\"|[^;]*)(?:;|$)")
_WORD_PAIR = re.compile(r"([a-z_]+)\s*=\s*('[^']*'|\S*)")
_PART = re.compile("\0(\\d+)\0")
_FILE = re.compile(r"\.(db|db3|sqlite|sqlite3|mdf)\b|:memory:", re.I)


def connection_address(text: Text) -> Text:
    """`Server=db,1433;Database=orders` -> `db:1433/orders`; what is no such string stays. () for a file or a database in memory."""
    if any(isinstance(part, Literal) and "(" in part.text for part in text):
        return _mysql_dsn(text)
    if not any(isinstance(part, Literal) and "=" in part.text for part in text):
        return text
    flat = "".join(part.text if isinstance(part, Literal) else f"\0{index}\0" for index, part in enumerate(text))
    if "://" in flat.partition("=")[0] or not _KEYWORD.search(flat):
        return text
    pairs = _PAIR.findall(flat) if ";" in flat else _WORD_PAIR.findall(flat)
    values = {key.replace(" ", "").replace("_", "").lower(): value.strip("'\" ") for key, value in pairs}
    host = next((values[key] for key in _HOSTS if values.get(key)), "")
    if _FILE.search(host):
        return ()
    return _unflattened(_address(host, values), text) if host else text


def _address(host: str, values: dict[str, str]) -> str:
    host = host.removeprefix("tcp:").replace("\\", "/").partition("/")[0] if "://" not in host else host.rstrip("/")
    name, comma, port = host.partition(",")
    port = port if comma else values.get("port", "")
    database = next((values[key] for key in _DATABASES if values.get(key)), "")
    return name + (f":{port}" if port and ":" not in name else "") + (f"/{database}" if database else "")


def _unflattened(flat: str, text: Text) -> Text:
    pieces = _PART.split(flat)
    return merge_literals([text[int(piece)] if index % 2 else Literal(piece) for index, piece in enumerate(pieces)])


def _mysql_dsn(text: Text) -> Text:
    """`user:password@tcp(host:3306)/orders` -> `host:3306/orders`."""
    flat = "".join(part.text if isinstance(part, Literal) else f"\0{index}\0" for index, part in enumerate(text))
    match = re.search(r"@?(?:tcp|unix)\(([^()]*)\)(/[^?]*)?", flat)
    return _unflattened(match.group(1) + (match.group(2) or ""), text) if match else text
