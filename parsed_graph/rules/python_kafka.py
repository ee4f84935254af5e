"""Kafka clients of Python that share one interface: producers publish, consumers subscribe, both connect to the bootstrap servers."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import first_text, list_texts, option, origin, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def kafka_framework(name: str, client: str, package: str, producer: str, consumer: str, *others: str) -> Framework:
    """The rules of a client of which these are the classes; `others` connect and do nothing more."""

    def connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
        servers = list_texts(option(call, file, "bootstrap_servers"), call, file)
        yield from connections(servers, file, call.line, function=call.caller, product="kafka", capability="messaging")
        if call.name == consumer:
            topics = [t for a in call.arguments if not a.name for t in list_texts(a.node, call, file)]
            group = _group(call, file)
            yield from subscribed("kafka", topics, call.line, call.function, file, client=client, group=group)

    def sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
        event = event_in(call.argument("value", position=1), file)
        topics = texts(call.argument("topic", position=0), call, file)
        yield from published("kafka", topics, call, file, client=client, event=event)

    def subscribing(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
        topics = list_texts(call.argument("topics", "pattern", position=0), call, file)
        group = _group(origin(call, file), file)
        yield from subscribed("kafka", topics, call.line, call.function, file, client=client, group=group)

    return Framework(
        name,
        languages=("python",),
        calls=(
            CallRule((producer, consumer, *others), connected, imports=(package,)),
            CallRule(("send", "send_and_wait"), sent, types=(producer,), imports=(package,)),
            CallRule(("subscribe",), subscribing, types=(consumer,), imports=(package,)),
        ),
    )


def _group(made: CallSyntax | None, file: SourceFile) -> Text:
    return first_text(option(made, file, "group_id"), made, file) if made is not None else ()
