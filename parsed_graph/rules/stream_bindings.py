"""Spring Cloud Stream's bindings: the topic of a binding is its `destination` in configuration, by default its own name.

A binding that a constant of another file names stays a Reference; its value is then a binding name, not yet a topic.
https://docs.spring.io/spring-cloud-stream/reference/spring-cloud-stream/binding-properties.html
"""

from parsed_graph.facts import Literal, Reference, Setting, Text
from parsed_graph.syntax.source_file import SourceFile

CLIENT = "spring-cloud-stream"
_MESSAGING = "org.springframework.cloud.stream.messaging."
STANDARD_CHANNELS = {
    ("Source", "output"): "output",
    ("Sink", "input"): "input",
    ("Processor", "output"): "output",
    ("Processor", "input"): "input",
}
_STANDARD_CONSTANTS = {
    f"{_MESSAGING}Source.OUTPUT": "output",
    f"{_MESSAGING}Sink.INPUT": "input",
    f"{_MESSAGING}Processor.OUTPUT": "output",
    f"{_MESSAGING}Processor.INPUT": "input",
}


def binding_topic(binding: Text, *, is_default: bool = True) -> Text:
    """The topic of a binding; `is_default` False where the binding counts only if configuration names it."""
    name = binding_name(binding)
    if name is None:
        return binding
    return (Setting(f"spring.cloud.stream.bindings.{name}.destination", name if is_default else None),)


def binding_group(binding: Text) -> Text:
    """The consumer group of a binding, () where the binding is not known by name."""
    name = binding_name(binding)
    return (Setting(f"spring.cloud.stream.bindings.{name}.group"),) if name is not None else ()


def binding_name(binding: Text) -> str | None:
    """The name as text, None where it is not a literal or one of the library's own constants."""
    if len(binding) != 1:
        return None
    part = binding[0]
    if isinstance(part, Reference):
        return _STANDARD_CONSTANTS.get(part.name)
    return part.text if isinstance(part, Literal) else None


def channel_binding(type_name: str, method: str, file: SourceFile) -> Text:
    """The binding behind a channel method, `source.output()` or `channels.orders()`; the latter is a ConstDecl of its interface."""
    standard = STANDARD_CHANNELS.get((type_name, method))
    if standard:
        return (Literal(standard),)
    qualified = file.imports.get(type_name) or (f"{file.package}.{type_name}" if file.package else type_name)
    return (Reference(f"{qualified}.{method}"),)
