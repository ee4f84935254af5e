"""What Java itself says, without any framework: types, functions, calls, constants, bound configuration, main classes."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import (
    ApplicationDecl,
    CallText,
    ConfigBinding,
    ConstDecl,
    Fact,
    FunctionCall,
    FunctionDecl,
    Literal,
    SourceSpan,
    Text,
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.java_calls import JavaCall
from parsed_graph.syntax.java_declarations import Declarations
from parsed_graph.syntax.java_text import JavaText, string_value
from parsed_graph.syntax.jvm_libraries import CORE_TYPES, is_library
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

_APPLICATIONS = {
    "SpringBootApplication": "spring-boot",
    "EnableAutoConfiguration": "spring-boot",
    "SpringCloudApplication": "spring-boot",
    "QuarkusMain": "quarkus",
}
_STARTERS = {
    "SpringApplication": "spring-boot",
    "SpringApplicationBuilder": "spring-boot",
    "Micronaut": "micronaut",
    "Quarkus": "quarkus",
}
_TEXT_TYPES = frozenset(("String", "URI", "URL", "CharSequence"))


def symbol_facts(file: SourceFile, text: JavaText, declarations: Declarations) -> Iterator[Fact]:
    """Facts in a fixed order: types, functions, calls, constants, bindings, application."""
    for declared in file.types:
        bases = tuple([text.names.type_name(base) for base in declared.bases])
        yield TypeDecl(declared.qualified_name, file.span(declared.line), declared.kind, bases)
    for function in file.functions:
        span = SourceSpan(file.path, function.line)
        yield FunctionDecl(function.qualified_name, function.signature, span, function.end_line, file.language)
    yield from _Calls(file, text).facts()
    yield from _constants(file, text, declarations)
    yield from _bindings(file, text)
    yield from _application(file)


class _Calls:
    """Resolves the calls of a file as far as its own declarations and imports go; each type name once."""

    def __init__(self, file: SourceFile, text: JavaText) -> None:
        self._file, self._text = file, text
        self._owned: dict[str, set[str]] = {}
        self._targets: dict[str, str] = {}
        for function in file.functions:
            if function.owner is not None:
                self._owned.setdefault(function.owner.qualified_name, set()).add(function.name)

    def facts(self) -> Iterator[Fact]:
        path = self._file.path
        for call in self._file.calls:
            if call.function is None or not isinstance(call, JavaCall):
                continue
            target, basis = self._target(call)
            if target:
                span = SourceSpan(path, call.line)
                count = call.argument_count
                yield FunctionCall(call.function.qualified_name, target, span, basis, count)
                if count:
                    yield from self._texts(call, target, span)

    def _target(self, call: JavaCall) -> tuple[str, str]:
        """The called function's qualified name and how it is known; "" for libraries and what the file cannot tell."""
        receiver = call.receiver
        if receiver is None:
            return self._constructor(call) if call.is_new else self._bare(call)
        owner_type = call.receiver_type
        if not owner_type:
            return "", ""
        kind = receiver.type
        if kind == "method_invocation" and receiver.child_by_field_name("object") is not None:
            return "", ""  # The type of a chain's root says nothing of what its later links return.
        qualified = self._qualified(owner_type)
        if not qualified:
            return "", ""
        if kind in ("this", "super"):
            return f"{qualified}.{call.name}", "this"
        if qualified in self._owned:
            return f"{qualified}.{call.name}", "same-file"
        is_static = kind == "identifier" and receiver.text == owner_type.encode()
        basis = "import" if is_static and owner_type in self._file.imports else "declared-type"
        return f"{qualified}.{call.name}", basis

    def _constructor(self, call: JavaCall) -> tuple[str, str]:
        qualified = self._qualified(call.name)
        if not qualified:
            return "", ""
        return f"{qualified}.{call.name}", "import" if call.name in self._file.imports else "declared-type"

    def _bare(self, call: JavaCall) -> tuple[str, str]:
        owner = call.owner
        while owner is not None:
            if call.name in self._owned.get(owner.qualified_name, ()):
                return f"{owner.qualified_name}.{call.name}", "same-file"
            owner = owner.outer
        imported = self._file.imports.get(call.name)
        if imported:
            return ("", "") if is_library(imported) else (imported, "import")
        if call.owner is None or not call.owner.bases:
            return "", ""
        return f"{call.owner.qualified_name}.{call.name}", "bare"

    def _qualified(self, simple: str) -> str:
        """The qualified name of a type that may belong to the estate, "" for a library's."""
        found = self._targets.get(simple)
        if found is None:
            found = "" if simple in CORE_TYPES else self._text.names.type_name(simple)
            found = self._targets[simple] = "" if is_library(found) else found
        return found

    def _texts(self, call: JavaCall, target: str, span: SourceSpan) -> Iterator[Fact]:
        if target.endswith(("Exception", "Error")):
            return
        for position, node in enumerate(call.argument_nodes()):
            for value in self._text_values(node, call):
                if any(not isinstance(part, Unknown) for part in value):
                    yield CallText(target, position, value, span)

    def _text_values(self, node: Node, call: JavaCall) -> tuple[Text, ...]:
        """The values of an argument that is a string literal, a constant or a concatenation that may be a URL.

        Messages (what has a blank) and concatenations without a slash are left out: nothing resolves through them.
        """
        kind = node.type
        if kind == "string_literal":
            value = string_value(node)
            return ((Literal(value),),) if value and " " not in value else ()
        if kind in ("identifier", "field_access"):
            name = node.text or b""
            return self._text.lower(node, None, call.owner) if name.rpartition(b".")[2].isupper() else ()
        if kind == "binary_expression" and b'"' in (text := node.text or b"") and b"/" in text:
            return self._text.lower(node, call.function, call.owner)
        return ()


def _constants(file: SourceFile, text: JavaText, declarations: Declarations) -> Iterator[Fact]:
    for owner, name, line in declarations.valued:
        if owner.fields[name] in _TEXT_TYPES:
            yield from _constant(file, text, owner, name, line)
    for annotation in file.annotations:
        if annotation.on_field and annotation.on_type and annotation.name in ("Value", "ConfigProperty", "Property"):
            yield from _constant(file, text, annotation.on_type, annotation.on_field, annotation.line)
    for declared in file.types:
        if declared.kind == "enum":
            for name in text.names.flow.constants(declared):
                yield from _constant(file, text, declared, name, declared.line)


def _constant(file: SourceFile, text: JavaText, owner: TypeSyntax, name: str, line: int) -> Iterator[Fact]:
    qualified = f"{owner.qualified_name}.{name}"
    for value in text.names.field_values(name, owner):
        if any(not isinstance(part, Unknown) and getattr(part, "name", "") != qualified for part in value):
            yield ConstDecl(qualified, value, file.span(line))


def _bindings(file: SourceFile, text: JavaText) -> Iterator[Fact]:
    for annotation in file.annotations:
        if annotation.name in ("ConfigurationProperties", "ConfigMapping"):
            owner, function = annotation.on_type, annotation.on_function
            name = text.names.type_name(function.return_type) if function else owner.qualified_name if owner else ""
            node = annotation.argument("prefix", "value", position=0)
            for value in text.lower(node, None, owner):
                if name and len(value) == 1 and isinstance(value[0], Literal):
                    yield ConfigBinding(name, value[0].text, file.span(annotation.line))


def _application(file: SourceFile) -> Iterator[Fact]:
    for declared in file.types:
        found = declared.annotation(*_APPLICATIONS)
        if found is not None:
            framework = _APPLICATIONS[found.name]
            yield ApplicationDecl(file.span(declared.line), file.language, framework, declared.qualified_name)
            return
    main = next((f for f in file.functions if f.name == "main" and _is_main(f)), None)
    if main is not None:
        framework = next((_STARTERS[c.receiver_type] for c in file.calls if c.receiver_type in _STARTERS), "java")
        name = main.owner.qualified_name if main.owner else ""
        yield ApplicationDecl(file.span(main.line), file.language, framework, name)


def _is_main(function: FunctionSyntax) -> bool:
    """The signature that the launcher looks for (JLS 12.1.4)."""
    modifiers = next(iter(function.node.children), None)
    is_static = modifiers is not None and b"static" in (modifiers.text or b"")
    return is_static and [t.replace(" ", "") for t in function.parameters.values()] in (["String[]"], ["String..."])
