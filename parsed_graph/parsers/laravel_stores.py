"""Laravel's `config/database.php` and `config/queue.php`: connections whose host the deployment gives are uses of infrastructure.

Every skeleton has these files, so a connection counts only where an address outside the machine itself is set for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import ConfigValue, Env, Fact, InfrastructureUse, Setting, Text
from parsed_graph.framework import Framework
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.placeholders import expand_placeholders
from parsed_graph.syntax.source_file import SourceFile

_PRODUCTS = {
    "mysql": "mysql", "mariadb": "mariadb", "pgsql": "postgres", "sqlsrv": "sqlserver", "mongodb": "mongo", "oracle": "oracle",
}  # fmt: skip
_DRIVER = re.compile(r"database\.connections\.([^.]+)\.driver")
_FILES = re.compile(r"(?:^|/)config/(database|queue)\.php$")
_DEFAULT = re.compile(r"\$\{\w+:(\w+)\}|(\w+)$")


def _read(file: SourceFile) -> Iterator[Fact]:
    match = _FILES.search(file.path)
    if match is None:
        return
    values = {fact.key: fact for fact in file.facts if isinstance(fact, ConfigValue)}
    if match.group(1) == "queue":
        for key in ("queue.connections.rabbitmq.hosts[0]", "queue.connections.rabbitmq"):
            yield from _use(key, "messaging", "rabbitmq", values, file)
        return
    yield from _databases(values, file)
    for name in ("default", "cache"):
        yield from _use(f"database.redis.{name}", "cache", "redis", values, file)


def _databases(values: dict[str, ConfigValue], file: SourceFile) -> Iterator[Fact]:
    """The default connection, and those whose host is another one."""
    chosen = _DEFAULT.match(values["database.default"].value) if "database.default" in values else None
    default = (chosen.group(1) or chosen.group(2)) if chosen else ""
    names = [match.group(1) for key in values if (match := _DRIVER.fullmatch(key))]
    seen: set[str] = set()
    for name in sorted(names, key=lambda each: each != default):
        base = f"database.connections.{name}"
        product = _PRODUCTS.get(values[f"{base}.driver"].value, "")
        host = next((values[key].value for key in (f"{base}.host", f"{base}.dsn") if key in values), "")
        if product and host and host not in seen:
            seen.add(host)
            yield from _use(base, "database", product, values, file)


def _use(base: str, capability: str, product: str, values: dict[str, ConfigValue], file: SourceFile) -> Iterator[Fact]:
    host = values.get(f"{base}.host") or values.get(f"{base}.dsn")
    if host is None or not host.value:
        return
    address = _text(host.value)
    if f"{base}.database" in values and capability == "database" and not host.key.endswith(".dsn"):
        address = joined([(address,), literal("/"), (_text(values[f"{base}.database"].value),)])[0]
    yield InfrastructureUse(capability, product, host.span, address, certain=False)


def _text(value: str) -> Text:
    """`${DB_HOST:127.0.0.1}` as the variable that it is."""
    expanded = expand_placeholders(literal(value)[0])
    return tuple(Env(part.key, part.default) if isinstance(part, Setting) else part for part in expanded)


FRAMEWORK = Framework("laravel_stores", languages=("php",), files=(_read,))
