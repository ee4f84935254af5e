"""Bull and BullMQ: adding to a queue publishes, processors and workers subscribe; both through Redis."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.message_type import NO_EVENT
from parsed_graph.rules.object_search import objects_in
from parsed_graph.rules.script_arguments import annotation_texts, entry_of, literal_text, option, origin, texts
from parsed_graph.rules.script_events import named_event
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("bull", "bullmq", "@nestjs/bull", "@nestjs/bullmq", "bee-queue")
_QUEUES = ("Queue", "Bull", "bull", "BeeQueue", "bee-queue", "FlowProducer")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    second = call.argument(position=1 if call.name != "Worker" else 2)
    redis = option(call, file, "connection", "redis") or second
    addresses = _addresses(redis, call, file)
    if addresses:
        yield from connections(addresses, file, call.line, product="redis", capability="cache", function=call.caller)


def _module(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`BullModule.forRootAsync({ useFactory: () => ({ redis: { host, port } }) })`."""
    for found in objects_in(call.argument(position=0)):
        redis = entry_of(found, file, "connection", "redis")
        addresses = _addresses(redis, call, file)
        if addresses:
            yield from connections(
                addresses, file, call.line, product="redis", capability="cache", function=call.caller
            )
            return


def _addresses(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    hosts = texts(entry_of(node, file, "host"), call, file)
    if hosts:
        return list(host_and_port(hosts, texts(entry_of(node, file, "port"), call, file)))
    is_url = node is not None and node.type in ("string", "template_string", "identifier", "member_expression")
    return [text for text in texts(node, call, file) if text] if is_url else []


def _worker(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _connected(call, file)
    queues = texts(call.argument(position=0), call, file)
    yield from subscribed("redis", queues, call.line, call.function, file, client="bull")


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    job = literal_text(call.argument(position=0), file) if len(call.arguments) > 1 else ""
    queues = _queue_names(call, file)
    event = named_event(job) if job else NO_EVENT
    yield from published("redis", queues, call, file, client="bull", event=event)


def _processed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from subscribed("redis", _queue_names(call, file), call.line, call.function, file, client="bull")


def _queue_names(call: CallSyntax, file: SourceFile) -> list[Text]:
    made = origin(call, file)
    if made is not None and made.name in _QUEUES:
        return texts(made.argument(position=0), made, file)
    return _injected(call, file)


def _injected(call: CallSyntax, file: SourceFile) -> list[Text]:
    """`@InjectQueue("mail") private queue: Queue`."""
    name = file.text(call.receiver).rpartition(".")[2]
    found = [a for a in file.annotations if a.name == "InjectQueue" and name in (a.on_parameter, a.on_field)]
    return [text for a in found for text in annotation_texts(a.argument(position=0), a, file)]


def _processor(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    given = annotation.argument(position=0)
    node = entry_of(given, file, "name") or given
    owner = annotation.on_type
    if owner is None or annotation.on_function is not None:
        return
    function = next((f for f in file.functions if f.owner is owner and f.annotation("Process", "OnWorkerEvent")), None)
    function = function or next((f for f in file.functions if f.owner is owner and f.name == "process"), None)
    queues = annotation_texts(node, annotation, file)
    yield from subscribed("redis", queues, annotation.line, function, file, client="bull")


FRAMEWORK = Framework(
    "bull",
    languages=SCRIPTS,
    annotations=(AnnotationRule(("Processor",), _processor, imports=_PACKAGES),),
    calls=(
        CallRule(("Queue", "Bull", "FlowProducer", "QueueEvents"), _connected, imports=_PACKAGES),
        CallRule(("forRoot", "forRootAsync"), _module, types=("BullModule",)),
        CallRule(("Worker",), _worker, imports=("bullmq",)),
        CallRule(("add", "addBulk", "createJob"), _added, types=_QUEUES, imports=_PACKAGES),
        CallRule(("process",), _processed, types=_QUEUES, imports=_PACKAGES),
    ),
)
