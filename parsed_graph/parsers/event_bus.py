"""Buses that carry events by their type: publishing `new OrderPlaced(…)` on a bus, and subscribing `<OrderPlaced, Handler>` on one.

The topic is the event's name, the broker that of the estate: what is behind the abstraction stands elsewhere. Types tell a
bus: MassTransit's and NServiceBus' interfaces, and one's own `IEventBus`, `IMessageBus`, `IEventPublisher`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.csharp_calls import event_named, events_in
from parsed_graph.rules.message_type import Event
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.csharp_grammar import type_arguments, type_name
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_BUS = re.compile(
    r"^I?(?:\w*(?:Event|Message|Service|Integration|Distributed)(?:Bus|Publisher|Broker|Sender|Dispatcher)\w*|Bus|BusControl"
    r"|PublishEndpoint|SendEndpoint\w*|MessageSession|MessageHandlerContext|ConsumeContext|EndpointInstance|Outbox\w*|IntegrationEvent\w*Service"
    r"|\w*IntegrationEventService|CapPublisher)$"
)
_IN_PROCESS = re.compile(r"^I?(?:Domain\w*|Mediator\w*|MediatR\w*|Publisher|Sender|InMemory\w*|Local\w*)$")
_PUBLISHING = (
    "Publish", "PublishAsync", "PublishEvent", "PublishEventAsync", "PublishMessageAsync", "PublishMessage", "Send", "SendAsync",
    "SendLocal", "AddAndSaveEventAsync", "SaveEventAsync", "SaveEventAndCatalogContextChangesAsync", "Raise", "RaiseAsync",
    "Enqueue", "EnqueueAsync", "DispatchAsync", "BroadcastAsync", "PublishBatch",
)  # fmt: skip
_SUBSCRIBING = (
    "Subscribe",
    "SubscribeAsync",
    "AddSubscription",
    "AddEventHandler",
    "AddIntegrationEventHandler",
    "RegisterHandler",
)
_HANDLERS = ("IConsumer", "IHandleMessages", "IAmStartedByMessages", "IHandleTimeouts", "ICapSubscribe")
_PLUMBING = frozenset({"CancellationToken", "PublishOptions", "SendOptions", "TimeSpan", "DateTime"})
_INTEGRATION = re.compile(r"IntegrationEvent(V\d+)?$")


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None or (not call.arguments and not call.type_arguments):
        return
    if _IN_PROCESS.match(call.receiver_type):
        return
    is_bus = _BUS.match(call.receiver_type) is not None
    for event in _sent_events(call, file):
        if is_bus or _INTEGRATION.search(event.name):
            yield from published("", [(Literal(event.name),)], call, file, client="event-bus", event=event)


def _sent_events(call: CallSyntax, file: SourceFile) -> list[Event]:
    """The events among the arguments, else the type argument: `Publish<OrderPlaced>(new { … })`."""
    for argument in call.arguments:
        found = [event for event in events_in(argument.node, file) if event.name not in _PLUMBING]
        if found:
            return found
    event = event_named(call.type_arguments[0]) if call.type_arguments else event_named("")
    return [event] if event.name else []


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`eventBus.Subscribe<OrderPlaced, OrderPlacedHandler>()`, `bus.AddSubscription<OrderPlaced, Handler>()`."""
    if len(call.type_arguments) != 2 or not type_name(call.type_arguments[1]).endswith(
        ("Handler", "Consumer", "Listener")
    ):
        return
    event = event_named(call.type_arguments[0])
    if event.name and not _IN_PROCESS.match(call.receiver_type):
        yield from subscribed(
            "", [(Literal(event.name),)], call.line, call.function, file, client="event-bus", event=event
        )


def _handled(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """MassTransit's `IConsumer<T>`, NServiceBus' and Rebus' `IHandleMessages<T>`: their class is found and subscribed by the framework."""
    for base in declared.bases:
        arguments = type_arguments(base)
        if type_name(base) not in _HANDLERS or len(arguments) != 1:
            continue
        event = event_named(arguments[0])
        handler = next(
            (
                f
                for f in file.functions
                if f.owner is declared
                and f.name in ("Consume", "Handle", "HandleAsync")
                and _takes(f.parameters, arguments[0])
            ),
            None,
        )
        if event.name:
            client = "masstransit" if type_name(base) == "IConsumer" else "nservicebus"
            line = handler.line if handler is not None else declared.line
            yield from subscribed("", [(Literal(event.name),)], line, handler, file, client=client, event=event)


def _takes(parameters: dict[str, str], written: str) -> bool:
    return any(written in declared for declared in parameters.values())


FRAMEWORK = Framework(
    "event_bus",
    ("csharp",),
    calls=(CallRule(_PUBLISHING, _published), CallRule(_SUBSCRIBING, _subscribed)),
    types=(TypeRule(_HANDLERS, _handled),),
)
