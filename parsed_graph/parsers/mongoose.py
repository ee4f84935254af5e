"""MongoDB from Node.js (Mongoose, the driver, Typegoose): connections are database uses, models are entities."""

from collections.abc import Iterator

from parsed_graph.facts import EntityDecl, Fact, RepositoryDecl, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.script_arguments import entry_of, literal_text, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("mongoose", "mongodb", "@nestjs/mongoose", "@typegoose", "monk", "mongojs")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`mongoose.connect(url)`, `MongoClient.connect(url)`, `new MongoClient(url)`, `MongooseModule.forRoot(url)`."""
    if call.name == "MongoClient" and not call.is_new:
        return
    yield from _database(texts(call.argument(position=0), call, file), call, file)


def _connected_later(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`MongooseModule.forRootAsync({ useFactory: () => ({ uri }) })`."""
    for node in objects_in(call.argument(position=0)):
        uri = entry_of(node, file, "uri")
        if uri is not None:
            yield from _database(texts(uri, call, file), call, file)
            return


def _database(addresses: list[Text], call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if addresses or call.name != "connect":
        yield from connections(addresses, file, call.line, product="mongo", capability="database", function=call.caller)


def _model(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`mongoose.model("Order", schema, "orders")`; with a name alone it looks a model up."""
    if len(call.arguments) < 2 or (call.receiver is None and file.imports.get("model") != "mongoose.model"):
        return
    name = literal_text(call.argument(position=0), file)
    if name:
        yield from _entity(name, literal_text(call.argument(position=2), file), call.line, file)


def _schema(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@Schema({ collection: "orders" })` of NestJS; `@modelOptions` of Typegoose."""
    declared = annotation.on_type
    if declared is None or annotation.on_function is not None or annotation.on_field:
        return
    options = annotation.argument(position=0)
    inner = entry_of(options, file, "schemaOptions") or options
    if file.text(entry_of(inner, file, "_id")) == "false":
        yield EntityDecl(declared.name, file.span(annotation.line), "mongo", "value")
        return
    yield from _entity(declared.name, literal_text(entry_of(inner, file, "collection"), file), annotation.line, file)


def _entity(name: str, collection: str, line: int, file: SourceFile) -> Iterator[Fact]:
    yield EntityDecl(name, file.span(line), "mongo", table=collection)
    yield RepositoryDecl(f"{file.package}.{name}", name, file.span(line), "mongoose", collection)


FRAMEWORK = Framework(
    "mongoose",
    languages=SCRIPTS,
    annotations=(AnnotationRule(("Schema", "modelOptions"), _schema, imports=_PACKAGES),),
    calls=(
        CallRule(
            ("connect", "createConnection"),
            _connected,
            types=("mongoose", "MongoClient", "mongoose.default", "Mongoose"),
            imports=_PACKAGES,
        ),
        CallRule(
            ("connect", "createConnection"),
            _connected,
            types=("",),
            imports=("mongoose.connect", "mongoose.createConnection"),
        ),
        CallRule(("MongoClient",), _connected, imports=_PACKAGES),
        CallRule(("forRoot",), _connected, types=("MongooseModule",), imports=_PACKAGES),
        CallRule(("forRootAsync",), _connected_later, types=("MongooseModule",), imports=_PACKAGES),
        CallRule(
            ("model",),
            _model,
            types=("mongoose", "mongoose.default", "mongoose.createConnection", "Connection", ""),
            imports=_PACKAGES,
        ),
    ),
)
