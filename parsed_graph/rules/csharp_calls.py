"""What C# rules ask of calls: paths in one syntax, hosts behind schemes of service discovery, functions that are named, types of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tree_sitter import Node

from parsed_graph.facts import Host, Literal, Part, Text, Unknown
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import NO_EVENT, Event
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_events import named_event
from parsed_graph.syntax.csharp_grammar import shape, type_arguments, type_name
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile

UNKNOWN: Text = (Unknown(""),)
MAX_STEPS = 6
_PARAMETER = re.compile(r"\{(\*{0,2})(\w+)(?:[:=?][^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}")
_DISCOVERY = re.compile(r"^(?:https\+http|http\+https)://(?:_\w+\.)?([\w.-]+)")
_SERIALISERS = frozenset(
    """Serialize SerializeToUtf8Bytes SerializeObject GetBytes FromObject SerializeAsync ToJson ToByteArray ToJsonString
    Create FromBytes""".split()
)
_CARRIERS = frozenset("Message ServiceBusMessage ServiceBusReceivedMessage ReadOnlyMemory BinaryData EventData".split())
_PLAIN = frozenset(
    """object string int long bool byte Guid dynamic T TEvent TMessage Event IEvent IntegrationEvent IIntegrationEvent
    Message IMessage MessageBase EventBase BaseEvent BaseMessage IntegrationBaseEvent BaseIntegrationEvent DomainEvent
    IDomainEvent Command ICommand JObject JsonElement Dictionary List IEnumerable Object Type Exception Task Null
    Ignore String Byte Stream JsonDocument BasicDeliverEventArgs""".split()
)


def csharp_path(text: Text) -> Text:
    """`{id:int?}`, `{name=x}` -> `{id}`, `{name}`; `{*rest}`, `{**rest}` -> `**`."""
    return merge_literals(
        [Literal(_PARAMETER.sub(_plain, part.text)) if isinstance(part, Literal) else part for part in text]
    )


def _plain(match: re.Match[str]) -> str:
    return "**" if match.group(1) else f"{{{match.group(2)}}}"


def discovered(text: Text) -> Text:
    """`https+http://catalog-api/items`, a name of .NET's service discovery, as a Host and a path."""
    first = text[0] if text else None
    match = _DISCOVERY.match(first.text) if isinstance(first, Literal) else None
    if match is None or not isinstance(first, Literal):
        return text
    rest: list[Part] = [Literal(first.text[match.end() :])] if match.end() < len(first.text) else []
    return merge_literals([Host(match.group(1)), *rest, *text[1:]])


def addresses(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The addresses that an argument gives, [] where there is none or nothing is known of it."""
    found = [discovered(text) for text in texts(node, call, file)]
    return [text for text in found if text and text != UNKNOWN]


def given_addresses(node: Node | None, call: CallSyntax, file: SourceFile, *names: str) -> list[Text]:
    """What an object, or a lambda that configures one, gives to the first of these members: `o => o.Address = new Uri(x)`."""
    for name in names:
        found = [text for value in file.given(node, name) for text in addresses(value, call, file)]
        if found:
            return list(dict.fromkeys(found))
    return []


def is_lambda(node: Node | None) -> bool:
    """Whether an argument is a function written in place."""
    return node is not None and node.type in ("lambda_expression", "anonymous_method_expression")


def lambdas(call: CallSyntax) -> list[Node]:
    """The functions written in place among the arguments of a call."""
    return [argument.node for argument in call.arguments if is_lambda(argument.node)]


def function_named(node: Node | None, call: CallSyntax, file: SourceFile) -> str:
    """The qualified name of the method that an argument names; the function around the call for a lambda."""
    if node is None or is_lambda(node):
        return call.caller
    found = shape(node, file.source)
    if found.kind == "name":
        known = [f for f in file.functions if f.name == found.name]
        own = next((f for f in known if f.owner is call.owner), known[0] if len(known) == 1 else None)
        if own is not None:
            return own.qualified_name
        return f"{call.owner.qualified_name}.{found.name}" if call.owner is not None else call.caller
    if found.kind == "member":
        owner = file.type_of(found.nodes[0]) or file.text(found.nodes[0])
        known_type = next((t for t in file.types if t.name == type_name(owner)), None)
        prefix = known_type.qualified_name if known_type is not None else qualified(type_name(owner), file)
        return f"{prefix}.{found.name}"
    return call.caller


def qualified(name: str, file: SourceFile) -> str:
    """A class of another file, taken to be of this file's namespace unless an alias says otherwise."""
    return file.imports.get(name) or (f"{file.package}.{name}" if file.package else name)


def event_named(written: str) -> Event:
    """The event of a type as written; none for base types, plain types and type parameters."""
    name = type_name(written)
    if name in _PLAIN or not name[:1].isupper() or len(name) < 2 or re.fullmatch(r"T[A-Z]\w*", name):
        return NO_EVENT
    if name in _CARRIERS:
        inner = type_arguments(written)
        return event_named(inner[-1]) if inner else NO_EVENT
    return named_event(name)


def event_in(node: Node | None, file: SourceFile) -> Event:
    """The event that an expression is or serialises; none where it may be several."""
    found = events_in(node, file)
    return found[0] if len(found) == 1 else NO_EVENT


def events_in(node: Node | None, file: SourceFile, steps: int = MAX_STEPS) -> list[Event]:
    """Each event that an expression may be or serialise: `new OrderPlaced(…)`, `JsonSerializer.Serialize(placed)`."""
    if node is None or steps == 0:
        return []
    declared = event_named(file.type_of(node))
    if declared.name:
        return [declared]
    found: list[Event] = []
    for choice in file.choices(node):
        made = call_index(file).at(choice)
        inner = _carried(made) if made is not None else None
        if inner is not None:
            found += events_in(inner, file, steps - 1)
        else:
            event = event_named(file.type_of(choice) or (made.name if made is not None and made.is_new else ""))
            found += [event] if event.name else []
    return list(dict.fromkeys(found))


def _carried(made: CallSyntax) -> Node | None:
    if made.name in _SERIALISERS and made.arguments and not made.is_new:
        return made.arguments[0].node
    if made.is_new and made.name in _CARRIERS:
        return made.argument("Value", "Body", "value", "body", position=0)
    return None


def callers(function: FunctionSyntax, file: SourceFile) -> Iterable[CallSyntax]:
    """The calls of a function of this file by its name, as a method or as an extension."""
    return [call for call in call_index(file).named(function.name) if not call.is_new and call.function is not function]
