"""Spring AMQP declarations: Queue and Exchange beans are TopicDecl, a Binding is a TopicDecl whose bound_to is the exchange.

https://docs.spring.io/spring-amqp/reference/amqp/broker-configuration.html
"""

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, Incomplete, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.client_base import bean_names
from parsed_graph.rules.rabbit_names import (
    EXCHANGE_BUILDERS,
    EXCHANGES,
    QUEUE_BUILDERS,
    QUEUES,
    bean_queue,
    declared_names,
    kind_made,
    made_names,
)
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_AMQP = ("org.springframework.amqp",)
_ANNOTATIONS = "org.springframework.amqp.rabbit.annotation"
_DEAD_LETTER = "x-dead-letter-exchange"


def _made(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = kind_made(call)
    if file.imports.get(call.name, "").startswith(_ANNOTATIONS):
        return  # In Kotlin `@QueueBinding(Queue("orders"), …)` nests annotations that look like calls.
    for name in made_names(call, file) if kind else ():
        yield TopicDecl("rabbitmq", name, kind, file.span(call.line))
        if kind == "queue" and call.function is not None and call.function.annotation("Bean"):
            for bean in bean_names(call.function, file):
                yield ConstDecl(bean_queue(file.path, bean), name, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`BindingBuilder.bind(queue).to(exchange).with(key)`."""
    links = {link.name: link for link in call_index(file).chain(call)}
    bind, key_link = links.get("bind"), links.get("with") or links.get("`with`")
    if bind is None or not bind.arguments or not call.arguments:
        return
    names = declared_names(bind.arguments[0].node, bind, file)
    exchanges = declared_names(call.arguments[0].node, call, file)
    keys: list[Text] = [()]
    if key_link is not None and key_link.arguments:
        keys = argument_values(key_link.arguments[0].node, key_link, file)
    if names is None or exchanges is None:
        detail = f"{file.text(bind.arguments[0].node)[:60]} to {file.text(call.arguments[0].node)[:60]}"
        yield Incomplete("unresolved-binding", detail, file.span(call.line))
        return
    yield from _bindings(names, exchanges, keys, call, file)


def _bound_by_names(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new Binding("orders", DestinationType.QUEUE, "shop", "order.*", null)`."""
    if len(call.arguments) >= 4:
        destination, _, exchange, key = (argument.node for argument in call.arguments[:4])
        names, exchanges = argument_values(destination, call, file), argument_values(exchange, call, file)
        yield from _bindings(names, exchanges, argument_values(key, call, file), call, file)


def _bindings(
    names: list[Text], exchanges: list[Text], keys: list[Text], call: CallSyntax, file: SourceFile
) -> Iterator[Fact]:
    for name in names:
        for exchange in exchanges:
            for key in keys:
                span = file.span(call.line)
                yield TopicDecl("rabbitmq", name, "binding", span, bound_to=exchange, routing_key=key)


def _dead_lettered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`.withArgument("x-dead-letter-exchange", dlx)`, `.deadLetterExchange(dlx)`, `args.put(…)` in a queue's bean: dlx receives from it."""
    if call.name == "deadLetterExchange":
        target = call.argument("dlx", position=0)
    elif file.text(call.argument(position=0)).strip('"') == _DEAD_LETTER:
        target = call.argument(position=1)
    else:
        return
    index = call_index(file)
    candidates = index.inside(call.function) if call.name == "put" else index.receivers(call)
    queue = next((link for link in candidates if kind_made(link) == "queue"), None)
    if queue is not None:
        yield from _bindings(argument_values(target, call, file), made_names(queue, file), [()], call, file)


FRAMEWORK = Framework(
    "rabbit_declarations",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule((*QUEUES, *QUEUE_BUILDERS, *EXCHANGES, *EXCHANGE_BUILDERS), _made, imports=_AMQP),
        CallRule(("to",), _bound, types=("BindingBuilder",), imports=_AMQP),
        CallRule(("Binding",), _bound_by_names, imports=_AMQP),
        CallRule(("withArgument", "deadLetterExchange", "put"), _dead_lettered, imports=_AMQP),
    ),
)
