"""Settings of Flask, Django and Celery that name infrastructure: database URIs, caches, brokers, as the code assigns them."""

from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Env, Fact, Literal, SourceSpan, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import PRODUCTS, connections, host_and_port
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.alternatives import plain
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_URLS = {
    "SQLALCHEMY_DATABASE_URI": ("database", ""), "SQLALCHEMY_DATABASE_URL": ("database", ""), "MONGO_URI": ("database", "mongo"),
    "MONGODB_HOST": ("database", "mongo"), "CELERY_BROKER_URL": ("messaging", ""), "BROKER_URL": ("messaging", ""),
    "broker_url": ("messaging", ""), "CELERY_RESULT_BACKEND": ("", ""), "result_backend": ("", ""),
    "CACHE_REDIS_URL": ("cache", "redis"), "CACHE_REDIS_HOST": ("cache", "redis"), "RATELIMIT_STORAGE_URL": ("cache", "redis"),
    "RATELIMIT_STORAGE_URI": ("cache", "redis"), "MYSQL_HOST": ("database", "mysql"), "MYSQL_DATABASE_HOST": ("database", "mysql"),
    "RQ_REDIS_URL": ("cache", "redis"), "ELASTICSEARCH_URL": ("search", "elasticsearch"),
}  # fmt: skip
_FRAMEWORKS = ("flask", "celery", "django", "quart", "environ", "dj_database_url", "decouple", "os", "pathlib", "kombu")


def _settings(file: SourceFile) -> Iterator[Fact]:
    constants = [fact for fact in file.facts if isinstance(fact, ConstDecl)]
    databases: defaultdict[str, dict[str, tuple[Text, SourceSpan]]] = defaultdict(dict)
    for constant in constants:
        head, _, key = constant.name.rpartition(".")
        if key in _URLS and file.imports_any(_FRAMEWORKS):
            capability, product = _URLS[key]
            yield from connections([constant.value], file, constant.span.line, product=product, capability=capability)
        elif ".DATABASES." in constant.name:
            databases[head].setdefault(key, (constant.value, constant.span))
        elif ".CACHES." in constant.name and key == "LOCATION" and _is_remote(constant.value):
            yield from connections([constant.value], file, constant.span.line, product="redis", capability="cache")
    for entries in databases.values():
        yield from _database(entries, file)


def _database(entries: dict[str, tuple[Text, SourceSpan]], file: SourceFile) -> Iterator[Fact]:
    """One alias of Django's DATABASES."""
    engine, span = entries.get("ENGINE", ((), None))
    backend = plain(engine) or _default(engine)
    product = PRODUCTS.get(backend.rpartition(".")[2].replace("postgis", "postgres"), "")
    if span is None or not product:
        return
    host = entries.get("HOST", ((), span))[0]
    port = entries.get("PORT", ((), span))[0]
    addresses = host_and_port([host], [port] if port else []) if host else ()
    name = plain(entries.get("NAME", ((), span))[0]) or _default(entries.get("NAME", ((), span))[0])
    yield from connections(addresses, file, span.line, product=product, capability="database", database=name)


def _default(text: Text) -> str:
    part = text[0] if len(text) == 1 else None
    return part.default or "" if isinstance(part, Env) else ""


def _is_remote(text: Text) -> bool:
    first = text[0] if text else None
    return not isinstance(first, Literal) or first.text.startswith(("redis", "memcache", "unix")) or ":" in first.text


def _database_url(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`dj_database_url.config(default=…)` and django-environ's `env.db()` read `DATABASE_URL`."""
    name = plain((texts(call.argument("env", "var", position=0 if call.name == "db" else None), call, file) or [()])[0])
    defaults = texts(call.argument("default", position=0 if call.name == "config" else 1), call, file)
    default = plain(defaults[0]) if defaults else None
    address: Text = (Env(name or "DATABASE_URL", default or None),)
    yield from connections([address], file, call.line, function=call.caller, capability="database")


FRAMEWORK = Framework(
    "python_settings",
    languages=("python",),
    calls=(
        CallRule(("config",), _database_url, types=("dj_database_url",), imports=("dj_database_url",)),
        CallRule(("db", "db_url"), _database_url, types=("Env",), imports=("environ",)),
    ),
    files=(_settings,),
)
