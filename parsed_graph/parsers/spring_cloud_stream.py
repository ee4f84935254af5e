"""Spring Cloud Stream with annotations and StreamBridge: @StreamListener is a TopicSubscribe, a channel's send a TopicPublish.

The broker is "": the binder among the module's libraries tells it. An @Input or @Output method is a ConstDecl
whose value is its binding, so that senders in other files find it.
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ConstDecl, Fact, Literal, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import (
    Event,
    declared_type,
    event_of,
    event_of_parameters,
    event_of_type,
    split_type,
)
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.stream_bindings import CLIENT, STANDARD_CHANNELS, binding_group, binding_topic, channel_binding
from parsed_graph.rules.string_values import argument_values, string_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile

_STREAM = ("org.springframework.cloud.stream",)
_MESSAGING = ("org.springframework.cloud.stream", "org.springframework.messaging")
_CHANNELS = ("MessageChannel", "SubscribableChannel", "PollableMessageSource", "")
_MESSAGES = ("Message", "GenericMessage", "MessageBuilder")


def _declared(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@Output("orders-out") MessageChannel orders();` in a binding interface."""
    function = annotation.on_function
    if function is None or annotation.on_parameter or function.owner is None or function.owner.kind == "class":
        return
    for name in _binding_names(annotation, function, file) or [(Literal(function.name),)]:
        yield ConstDecl(function.qualified_name, name, file.span(annotation.line))


def _listened(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@StreamListener(Sink.INPUT)`; without a value its parameters have `@Input`."""
    function = annotation.on_function
    if function is None:
        return
    bindings = _binding_names(annotation, function, file, "target")
    for other in call_index(file).annotations("Input") if not bindings else ():
        if other.on_function is function and other.on_parameter:
            bindings += _binding_names(other, function, file)
    yield from _subscriptions(bindings, annotation.line, function, event_of_parameters(function, file), file)
    for name in ("SendTo", "Output"):
        target = function.annotation(name)
        if target is not None:
            returned = event_of_type(function.return_type, file)
            yield from _returns(_binding_names(target, function, file), target.line, function, returned, file)


def _integrated(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """Spring Integration's endpoints on a binding: `@ServiceActivator(inputChannel = Sink.INPUT)`, `@InboundChannelAdapter(Source.OUTPUT)`."""
    function = annotation.on_function
    if function is None:
        return
    incoming = _values(annotation.argument("inputChannel"), function, file)
    yield from _subscriptions(incoming, annotation.line, function, event_of_parameters(function, file), file)
    sends_only = annotation.name in ("InboundChannelAdapter", "Publisher")
    node = argument_of(annotation, "value", "channel") if sends_only else annotation.argument("outputChannel")
    returned = event_of_type(function.return_type, file)
    yield from _returns(_values(node, function, file), annotation.line, function, returned, file)


def _bridged(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`streamBridge.send("orders-out-0", event)`, with the binder's name before the payload where three are given."""
    payload = next((a.node for a in call.arguments[1:] if event_of(a.node, call, file).name), None)
    bindings = argument_values(call.argument("bindingName", position=0), call, file)
    topics = [binding_topic(binding) for binding in bindings]
    yield from published("", topics, call, file, client=CLIENT, event=event_of(payload, call, file))


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`source.output().send(message)`, `channel.send(message)` where the channel comes from such a method."""
    if call.receiver is None or len(call.arguments) not in (1, 2):
        return
    for binding in _channel(call, file):
        event = event_of(call.arguments[0].node, call, file)
        yield from published("", [binding_topic(binding)], call, file, client=CLIENT, event=event)


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sink.input().subscribe(handler)`."""
    made = call_index(file).at(call.receiver)
    if made is not None and STANDARD_CHANNELS.get((made.receiver_type, made.name)) == "input":
        binding = channel_binding(made.receiver_type, made.name, file)
        yield from _subscriptions([binding], call.line, call.function, Event(), file)


def _channel(call: CallSyntax, file: SourceFile) -> list[Text]:
    index = call_index(file)
    made = index.at(call.receiver)
    if made is not None:
        return _channel_made(made, call, file)
    if call.receiver_type not in _CHANNELS:
        return []
    name = file.text(call.receiver).removeprefix("this.")
    for origin in index.assigned(name, call.function, call.owner):
        found = _channel_made(origin, call, file)
        if found:
            return found
    if call.receiver_type == "" or not file.imports_any(_STREAM):
        return []
    return _qualified(name, call, file) or [(Literal(name),)]  # The bean of a binding has the binding's name.


def _channel_made(made: CallSyntax, call: CallSyntax, file: SourceFile) -> list[Text]:
    if made.arguments or made.is_new or not made.receiver_type or call_index(file).at(made.receiver) is not None:
        return []
    standard = STANDARD_CHANNELS.get((made.receiver_type, made.name))
    if standard is None and not _is_message(call, file):
        return []
    return [channel_binding(made.receiver_type, made.name, file)] if standard != "input" else []


def _is_message(call: CallSyntax, file: SourceFile) -> bool:
    index = call_index(file)
    made = index.at(call.arguments[0].node)
    if made is not None:
        root = index.receivers(made)[0]
        return root.name in _MESSAGES or file.text(root.receiver) in _MESSAGES or root.name == "withPayload"
    return split_type(declared_type(file.text(call.arguments[0].node), call, file))[0] in _MESSAGES


def _qualified(name: str, call: CallSyntax, file: SourceFile) -> list[Text]:
    for annotation in call_index(file).annotations("Qualifier", "Output"):
        if annotation.on_type is call.owner and name in (annotation.on_field, annotation.on_parameter):
            return _values(argument_of(annotation, "value"), call.function, file)
    return []


def _binding_names(annotation: AnnotationSyntax, function: FunctionSyntax, file: SourceFile, *names: str) -> list[Text]:
    return _values(argument_of(annotation, "value", *names), function, file)


def _values(node: Node | None, function: FunctionSyntax | None, file: SourceFile) -> list[Text]:
    owner = function.owner if function else None
    return string_values(node, function, owner, file) if node is not None else []


def _subscriptions(
    bindings: list[Text], line: int, function: FunctionSyntax | None, event: Event, file: SourceFile
) -> Iterator[Fact]:
    for binding in bindings:
        topics, group = [binding_topic(binding)], binding_group(binding)
        yield from subscribed("", topics, line, function, file, client=CLIENT, event=event, group=group)


def _returns(
    bindings: list[Text], line: int, function: FunctionSyntax, event: Event, file: SourceFile
) -> Iterator[Fact]:
    for binding in bindings:
        topic, span = binding_topic(binding), file.span(line)
        yield TopicPublish("", topic, span, CLIENT, function.qualified_name, event.name, event.version)


FRAMEWORK = Framework(
    "spring_cloud_stream",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("send",), _bridged, types=("StreamBridge", "StreamOperations"), imports=_STREAM),
        CallRule(("send",), _sent, imports=_MESSAGING),
        CallRule(("subscribe",), _received, imports=_STREAM),
    ),
    annotations=(
        AnnotationRule(("Input", "Output"), _declared, imports=_STREAM),
        AnnotationRule(("StreamListener",), _listened, imports=_STREAM),
        AnnotationRule(
            ("ServiceActivator", "Transformer", "Filter", "Splitter", "InboundChannelAdapter", "Publisher"),
            _integrated,
            imports=_STREAM,
        ),
    ),
)
