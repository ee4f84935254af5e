"""Databases and caches that Scala code opens by address: Slick, doobie, ScalikeJDBC, skunk, redis4cats, MongoDB's and ReactiveMongo's drivers."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SQL_IMPORTS = ("slick", "scala.slick", "com.typesafe.slick", "scalikejdbc", "doobie")
_EMBEDDED = ("jdbc:h2", "jdbc:hsqldb", "jdbc:derby", "jdbc:sqlite")


def _sql(call: CallSyntax, file: SourceFile, position: int) -> Iterator[Fact]:
    """`Database.forURL(url, …)`; what JDBC calls by a file or memory is no infrastructure."""
    addresses = argument_values(call.argument("url", position=position), call, file)
    kept = [a for a in addresses if not str(getattr(a[0] if a else None, "text", "")).startswith(_EMBEDDED)]
    if kept:
        yield from connections(kept, file, call.line, capability="database", function=call.caller)


def url_first(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Slick's `forURL(url)`, ScalikeJDBC's `ConnectionPool.singleton(url, user, password)`."""
    yield from _sql(call, file, 0)


def url_second(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Doobie's `fromDriverManager(driver, url, …)` and `newHikariTransactor(driver, url, …)`."""
    yield from _sql(call, file, 1)


def session(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """skunk: `Session.pooled(host = …, port = …, database = …)`."""
    host, port = call.argument("host"), call.argument("port")
    if host is not None:
        ports = argument_values(port, call, file) if port is not None else ()
        addresses = host_and_port(argument_values(host, call, file), ports)
        yield from connections(addresses, file, call.line, product="postgres", function=call.caller)


def redis(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """redis4cats: `Redis[F].utf8(uri)`, `RedisClient[F].from(uri)`."""
    addresses = argument_values(call.argument("uri", position=0), call, file)
    yield from connections(addresses, file, call.line, product="redis", capability="cache", function=call.caller)


def redis_by_host(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """rediscala: `RedisClient(host = …, port = …)`."""
    host, port = call.argument("host", position=0), call.argument("port", position=1)
    ports = argument_values(port, call, file) if port is not None else ()
    addresses = host_and_port(argument_values(host, call, file), ports) if host is not None else ()
    if addresses:
        yield from connections(addresses, file, call.line, product="redis", capability="cache", function=call.caller)


def mongo(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`MongoClient(uri)` of the Scala driver; ReactiveMongo's `fromString(uri)` and `connection(List(host))`."""
    addresses = argument_values(call.argument(position=0), call, file)
    yield from connections(addresses, file, call.line, product="mongo", function=call.caller)


FRAMEWORK = Framework(
    "scala_stores",
    ("scala",),
    calls=(
        CallRule(("forURL", "singleton"), url_first, types=("Database", "ConnectionPool"), imports=_SQL_IMPORTS),
        CallRule(("forURL",), url_first, types=("",), imports=_SQL_IMPORTS),
        CallRule(("fromDriverManager", "newHikariTransactor"), url_second, imports=("doobie",)),
        CallRule(("pooled", "single"), session, types=("Session",), imports=("skunk",)),
        CallRule(
            ("utf8", "from", "simple"), redis, types=("Redis", "RedisClient"), imports=("dev.profunktor.redis4cats",)
        ),
        CallRule(("RedisClient",), redis_by_host, imports=("redis.RedisClient",)),
        CallRule(("MongoClient",), mongo, imports=("org.mongodb.scala",)),
        CallRule(("connection", "connect", "fromString", "parseURI"), mongo, imports=("reactivemongo",)),
    ),
)
