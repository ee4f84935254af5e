"""Names of Spring AMQP's Queue and Exchange objects: from the expression that makes one, or the bean of this file that does."""

import re

from tree_sitter import Node

from parsed_graph.facts import Literal, Reference, Text
from parsed_graph.rules.call_index import call_index, unwrap
from parsed_graph.rules.message_type import declared_type, split_type
from parsed_graph.rules.string_values import argument_values, is_unknown
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

QUEUES = ("Queue", "AnonymousQueue")
QUEUE_BUILDERS = ("durable", "nonDurable")
EXCHANGES = (
    "TopicExchange",
    "DirectExchange",
    "FanoutExchange",
    "HeadersExchange",
    "CustomExchange",
    "ExchangeBuilder",
)
EXCHANGE_BUILDERS = ("topicExchange", "directExchange", "fanoutExchange", "headersExchange")
_SPEL_BEAN = re.compile(r"#\{\s*@?(\w+)(?:\.(?:name|actualName|getName\(\)|getActualName\(\)))?\s*\}")
_MADE_BY = (*QUEUES, *QUEUE_BUILDERS, *EXCHANGES, *EXCHANGE_BUILDERS)


def kind_made(call: CallSyntax) -> str:
    """`queue` or `exchange` where the call makes one, else ""."""
    if call.name in QUEUES or (call.name in QUEUE_BUILDERS and call.receiver_type == "QueueBuilder"):
        return "queue"
    if call.name in EXCHANGES or (call.name in EXCHANGE_BUILDERS and call.receiver_type == "ExchangeBuilder"):
        return "exchange"
    return ""


def made_names(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The names that a making call gives, none where the broker chooses it."""
    node = call.argument("name", position=0) if call.name != "AnonymousQueue" else None
    return [text for text in argument_values(node, call, file) if not is_unknown(text)] if node is not None else []


def declared_names(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text] | None:
    """The names of the queue or exchange that an expression inside `call` stands for, None where this file does not say.

    `orderQueue()` and a parameter or field `orderQueue` are the bean method of that name, and a parameter whose
    type only one bean of the file has is that bean.
    """
    node = unwrap(node)
    if node is None:
        return None
    index = call_index(file)
    made = index.at(node)
    if made is not None:
        maker = next((link for link in index.receivers(made) if kind_made(link)), None)
        if maker is not None:
            return made_names(maker, file)
        return _bean_names(made.name, file) if not made.arguments else None
    name = file.text(node).removeprefix("this.")
    for origin in index.assigned(name, call.function, call.owner):
        maker = next((link for link in index.receivers(origin) if kind_made(link)), None)
        if maker is not None:
            return made_names(maker, file)
    name = _qualifier(name, call, file) or name
    found = _bean_names(name, file)
    return found if found is not None else _only_bean_of(declared_type(file.text(node), call, file), file)


def bean_queue(module_path: str, bean: str) -> str:
    """The name under which the name of a queue's bean is declared and looked up: beans belong to one module."""
    return f"{module_path.partition('/src/')[0] if '/src/' in module_path else ''}/bean:{bean}.queueName"


def queue_reference(text: Text, module_path: str) -> Text:
    """SpEL's `#{orderQueue.name}`, `#{orderQueue}` and `#{@orderQueue}` as a reference to the bean, () for any other text."""
    found = _SPEL_BEAN.fullmatch(text[0].text) if len(text) == 1 and isinstance(text[0], Literal) else None
    return (Reference(bean_queue(module_path, found[1])),) if found else ()


def _bean_names(bean: str, file: SourceFile) -> list[Text] | None:
    index = call_index(file)
    for function in index.functions(bean):
        for call in index.inside(function):
            if kind_made(call):
                return made_names(call, file)
    return None


def _only_bean_of(type_text: str, file: SourceFile) -> list[Text] | None:
    wanted = split_type(type_text)[0]
    if not wanted:
        return None
    beans = [
        call
        for call in call_index(file).named(*_MADE_BY)
        if kind_made(call) and call.function is not None and split_type(call.function.return_type)[0] == wanted
    ]
    return made_names(beans[0], file) if len(beans) == 1 else None


def _qualifier(name: str, call: CallSyntax, file: SourceFile) -> str:
    for annotation in call_index(file).annotations("Qualifier"):
        if annotation.on_function is call.function and annotation.on_parameter == name:
            return file.text(annotation.argument("value", position=0)).strip('"')
    return ""
