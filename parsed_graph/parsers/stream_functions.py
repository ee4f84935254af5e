"""Spring Cloud Stream's functional beans: a Consumer's or Function's input is a TopicSubscribe, a Supplier's or Function's output a TopicPublish.

Any application may have such beans, so a binding counts only where configuration gives it a destination
(the Setting has no default).
https://docs.spring.io/spring-cloud-stream/reference/spring-cloud-stream/functional-binding-names.html
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.message_type import event_of_type, split_type
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.stream_bindings import CLIENT, binding_group, binding_topic
from parsed_graph.rules.topic_facts import subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

# How many of a type's arguments are inputs; what is left is the output.
_INPUTS = {"Supplier": 0, "Consumer": 1, "Function": 1, "BiFunction": 2, "BiConsumer": 2}
_IMPORTS = ("java.util.function", "org.springframework.context.annotation")


def _bean(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    if function is None:
        return
    inputs, outputs = _signature(function.return_type, file)
    bean = file.text(argument_of(annotation, "value", "name")).strip('"{} ') or function.name
    for position, type_text in enumerate(inputs):
        binding = _binding(bean, "in", position)
        yield from subscribed(
            "",
            [binding_topic(binding, is_default=False)],
            annotation.line,
            function,
            file,
            client=CLIENT,
            event=event_of_type(type_text, file),
            group=binding_group(binding),
        )
    for position, type_text in enumerate(outputs):
        event = event_of_type(type_text, file)
        topic = binding_topic(_binding(bean, "out", position), is_default=False)
        span = file.span(annotation.line)
        yield TopicPublish("", topic, span, CLIENT, function.qualified_name, event.name, event.version)


def _binding(bean: str, direction: str, position: int) -> Text:
    return (Literal(f"{bean}-{direction}-{position}"),)


def _signature(return_type: str, file: SourceFile) -> tuple[list[str], list[str]]:
    """The types that go in and come out of `Function<Tuple2<A, B>, C>` or Kotlin's `(A) -> C`."""
    if "->" in return_type:
        given, _, made = return_type.strip("() ").rpartition("->")
        inputs = _unpack(given.strip().strip("()"))
        return inputs, [] if made.strip() == "Unit" else _unpack(made.strip())
    name, arguments = split_type(return_type)
    imported = file.imports.get(name, "")
    if name not in _INPUTS or not (imported.startswith("java.util.function.") or "java.util.function" in file.imported):
        return [], []
    count = _INPUTS[name]
    inputs = [part for argument in arguments[:count] for part in _unpack(argument)]
    return inputs, [part for argument in arguments[count:] for part in _unpack(argument)]


def _unpack(type_text: str) -> list[str]:
    name, arguments = split_type(type_text)
    if name in ("Void", ""):
        return []
    return arguments if name.startswith("Tuple") else [type_text]


FRAMEWORK = Framework(
    "stream_functions",
    ("java", "kotlin", "scala"),
    annotations=(AnnotationRule(("Bean",), _bean, imports=_IMPORTS),),
)
