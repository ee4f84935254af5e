"""MongoDB from Python (PyMongo, Motor, MongoEngine, Beanie): clients are database uses, document classes and collections are entities."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, Text
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.python_class_body import assigned_in, inner_class
from parsed_graph.rules.script_arguments import entry_of, list_texts, literal_text, option, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_PACKAGES = ("pymongo", "motor", "mongoengine", "beanie", "flask_pymongo", "odmantic", "umongo")
_CLIENTS = ("MongoClient", "AsyncIOMotorClient", "AsyncMongoClient", "MotorClient", "PyMongo")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    given = option(call, file, "host", "uri") or call.argument(position=1 if call.name == "PyMongo" else 0)
    if call.name == "PyMongo" and given is None:
        return
    addresses: list[Text] = list_texts(given, call, file)
    ports = texts(
        option(call, file, "port") or (call.argument(position=1) if call.name != "PyMongo" else None), call, file
    )
    found = list(host_and_port(addresses, [port for port in ports if _is_number(port)]))
    yield from connections(found, file, call.line, function=call.caller, product="mongo", capability="database")


def _is_number(port: Text) -> bool:
    text = getattr(port[0], "text", "") if port else ""
    return text.isdigit() or (bool(port) and not text)


def _document(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    name = _collection(declared, file)
    kind = "value" if any(base.rpartition(".")[2].startswith("Embedded") for base in declared.bases) else "aggregate"
    yield EntityDecl(declared.name, file.span(declared.line), "mongo", kind, name)
    if kind == "aggregate":
        yield RepositoryDecl(declared.qualified_name, declared.name, file.span(declared.line), "mongo", name)


def _collection(declared: TypeSyntax, file: SourceFile) -> str:
    """`meta = {"collection": "orders"}`, or Beanie's `class Settings: name = "orders"`."""
    settings = assigned_in(inner_class(declared, file, "Settings", "Config", "Collection"), file)
    if "name" in settings:
        return literal_text(settings["name"], file)
    return literal_text(entry_of(assigned_in(declared, file).get("meta"), file, "collection"), file)


FRAMEWORK = Framework(
    "pymongo",
    languages=("python",),
    calls=(
        CallRule(_CLIENTS, _connected, imports=_PACKAGES),
        CallRule(("connect",), _connected, types=("mongoengine", ""), imports=("mongoengine",)),
    ),
    types=(
        TypeRule(
            ("Document", "DynamicDocument", "EmbeddedDocument", "DynamicEmbeddedDocument"), _document, imports=_PACKAGES
        ),
    ),
)
