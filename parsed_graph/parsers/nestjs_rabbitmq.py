"""@golevelup/nestjs-rabbitmq: handlers subscribe, the connection publishes, the module names the broker."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, TopicDecl
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import annotation_texts, entry_of, list_texts, option, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("@golevelup/nestjs-rabbitmq",)


def _handler(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    options = annotation.argument(position=0)
    exchanges = annotation_texts(entry_of(options, file, "exchange"), annotation, file)
    queues = annotation_texts(entry_of(options, file, "queue"), annotation, file)
    keys = annotation_texts(entry_of(options, file, "routingKey"), annotation, file) or [()]
    line, function = annotation.line, annotation.on_function
    yield from subscribed("rabbitmq", queues or exchanges, line, function, file, client="nestjs-rabbitmq")
    for queue in queues:
        for exchange in exchanges:
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(line), bound_to=exchange, routing_key=key)


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument(position=2), file)
    for exchange in texts(call.argument(position=0), call, file):
        for key in texts(call.argument(position=1), call, file) or [()]:
            yield from published(
                "rabbitmq", [exchange], call, file, client="nestjs-rabbitmq", event=event, routing_key=key
            )


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    uris = list_texts(option(call, file, "uri"), call, file)
    yield from connections(uris, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


FRAMEWORK = Framework(
    "nestjs_rabbitmq",
    languages=SCRIPTS,
    annotations=(AnnotationRule(("RabbitSubscribe", "RabbitRPC"), _handler, imports=_PACKAGES),),
    calls=(
        CallRule(("publish", "request"), _published, types=("AmqpConnection",), imports=_PACKAGES),
        CallRule(("forRoot",), _connected, types=("RabbitMQModule",), imports=_PACKAGES),
    ),
)
