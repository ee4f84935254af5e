"""What a JVM language itself says, without any framework: types, functions, calls, constants, bound configuration, main classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

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
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.alternatives import Alternatives
from parsed_graph.syntax.java_calls import MAX_SCANNED, JavaCall
from parsed_graph.syntax.jvm_libraries import CORE_TYPES, is_library
from parsed_graph.syntax.jvm_names import JvmNames
from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.nodes import first_named
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_APPLICATIONS = {
    "SpringBootApplication": "spring-boot",
    "SpringCloudApplication": "spring-boot",
    "QuarkusMain": "quarkus",
}
_WEB_ARCHIVE = "SpringBootServletInitializer"
_STARTERS = {
    "SpringApplication": "spring-boot",
    "SpringApplicationBuilder": "spring-boot",
    "Micronaut": "micronaut",
    "Quarkus": "quarkus",
}
_STARTING_CALLS = {"runApplication": "spring-boot", "embeddedServer": "ktor"}
_NO_TARGET = ("", "")
_ADDRESS = re.compile(
    r"ur[il]|host|addr|endpoint|base|topic|queue|exchange|channel|destination|path|prefix|service", re.I
)
_TEXT_TYPES = frozenset(("String", "URI", "URL", "CharSequence"))


_Lower = Callable[[Node | None, FunctionSyntax | None, TypeSyntax | None], Alternatives]
_CALLS = ("method_invocation", "call_expression", "binary_expression")
_SELF = ("this", "super", "this_expression", "super_expression")
_STRINGS = ("string_literal", "multiline_string_literal")


def symbol_facts(
    file: SourceFile, names: JvmNames, lower: _Lower, valued: Sequence[tuple[TypeSyntax, str, Node]]
) -> list[Fact]:
    """Facts in a fixed order: types, functions, calls, constants, bindings, application.

    `valued` are the fields with an initialiser: type, name, and the node that holds it.
    """
    path, language = file.path, file.language
    found: list[Fact] = []
    for declared in file.types:
        bases = tuple([names.type_name(base) for base in declared.bases])
        found.append(TypeDecl(declared.qualified_name, SourceSpan(path, declared.line), declared.kind, bases))
    for function in file.functions:
        span = SourceSpan(path, function.line)
        found.append(FunctionDecl(function.qualified_name, function.signature, span, function.end_line, language))
    found += _Calls(file, names, lower).facts()
    found += _constants(file, names, valued)
    found += _from_constructors(file)
    found += _bindings(file, names, lower)
    found += _application(file)
    return found


class _Calls:
    """Resolves the calls of a file as far as its own declarations and imports go; each type name once."""

    def __init__(self, file: SourceFile, names: JvmNames, lower: _Lower) -> None:
        self._file, self._names, self._lower = file, names, lower
        self._owned: dict[str, set[str]] = {}
        self._targets: dict[str, str] = {}
        for function in file.functions:
            owner = function.owner.qualified_name if function.owner is not None else ""
            self._owned.setdefault(owner, set()).add(function.name)

    def facts(self) -> list[Fact]:
        """Call edges, and the texts that calls pass."""
        found: list[Fact] = []
        path = self._file.path
        for call in self._file.calls:
            function, receiver = call.function, call.receiver
            if function is None:
                continue
            if receiver is not None:
                qualified = self._qualified(call.receiver_type)
                if not qualified:
                    continue
                target, basis = self._method(call, receiver, qualified)
            else:
                target, basis = self._constructor(call) if call.is_new else self._bare(call)
            if not target:
                continue
            span = SourceSpan(path, call.line)
            if isinstance(call, JavaCall):
                count = call.argument_count
                holds_text = count > 0 and call.may_hold_text
            else:
                count = len(call.arguments)
                holds_text = count > 0
            found.append(FunctionCall(function.qualified_name, target, span, basis, count))
            if holds_text:
                found += self._texts(call, target, span)
        return found

    def _method(self, call: CallSyntax, receiver: Node, qualified: str) -> tuple[str, str]:
        """The called method's qualified name and how it is known; "" where the file cannot tell. `qualified` is the receiver's type."""
        kind = receiver.type
        target = f"{qualified}.{call.name}"
        if kind == "identifier":
            if qualified in self._owned:
                return target, "same-file"
            owner_type = call.receiver_type
            is_static = owner_type in self._file.imports and receiver.text == owner_type.encode()
            return target, "import" if is_static else "declared-type"
        if kind in _CALLS and not _is_own_call(receiver):
            return _NO_TARGET  # The type of a chain's root says nothing of what its later links return.
        if kind in _SELF:
            return target, "this"
        return target, "same-file" if qualified in self._owned else "declared-type"

    def _constructor(self, call: CallSyntax) -> tuple[str, str]:
        qualified = self._qualified(call.name)
        if not qualified:
            return _NO_TARGET
        return f"{qualified}.{simple_type(call.name)}", "import" if call.name in self._file.imports else "declared-type"

    def _bare(self, call: CallSyntax) -> tuple[str, str]:
        owner = call.owner
        while owner is not None:
            if call.name in self._owned.get(owner.qualified_name, ()):
                return f"{owner.qualified_name}.{call.name}", "same-file"
            owner = owner.outer
        if call.name in self._owned.get("", ()):
            package = self._file.package
            return f"{package}.{call.name}" if package else call.name, "same-file"
        imported = self._file.imports.get(call.name)
        if imported:
            return _NO_TARGET if is_library(imported) else (imported, "import")
        if call.owner is None or not call.owner.bases:
            return _NO_TARGET
        return f"{call.owner.qualified_name}.{call.name}", "bare"

    def _qualified(self, simple: str) -> str:
        """The qualified name of a type that may belong to the estate, "" for a library's."""
        found = self._targets.get(simple)
        if found is None:
            found = "" if not simple or simple in CORE_TYPES else self._names.type_name(simple)
            found = self._targets[simple] = "" if is_library(found) else found
        return found

    def _texts(self, call: CallSyntax, target: str, span: SourceSpan) -> Iterator[Fact]:
        if target.endswith(("Exception", "Error")):
            return
        for position, argument in enumerate(call.arguments):
            for value in self._text_values(argument.node, call):
                if any(not isinstance(part, Unknown) for part in value):
                    yield CallText(target, position, value, span, argument.name)

    def _text_values(self, node: Node, call: CallSyntax) -> Alternatives:
        """The values of an argument that is a string literal, a constant or a concatenation that may be a URL.

        Messages (what has a blank) and concatenations without a slash are left out: nothing resolves through them.
        """
        kind = node.type
        if node.end_byte - node.start_byte > MAX_SCANNED:
            return ()
        if kind in _STRINGS:
            return () if b" " in (node.text or b" ") else self._lower(node, call.function, call.owner)
        if kind in ("identifier", "field_access", "navigation_expression"):
            name = node.text or b""
            return self._lower(node, None, call.owner) if name.rpartition(b".")[2].isupper() else ()
        if kind == "binary_expression" and b'"' in (text := node.text or b"") and b"/" in text:
            return self._lower(node, call.function, call.owner)
        return ()


def _is_own_call(receiver: Node) -> bool:
    """Whether a receiver is a bare call, whose return type the file declares."""
    if receiver.type == "method_invocation":
        return receiver.child_by_field_name("object") is None
    callee = first_named(receiver)
    return callee is not None and callee.type == "identifier"


def _constants(file: SourceFile, names: JvmNames, valued: Sequence[tuple[TypeSyntax, str, Node]]) -> Iterator[Fact]:
    for owner, name, node in valued:
        if owner.fields[name] in _TEXT_TYPES:
            yield from _constant(file, names, owner, name, node.start_point[0] + 1)
    for annotation in file.annotations:
        if annotation.on_field and annotation.on_type and annotation.name in ("Value", "ConfigProperty", "Property"):
            yield from _constant(file, names, annotation.on_type, annotation.on_field, annotation.line)
    for declared in file.types:
        if declared.kind == "enum":
            for name in names.flow.constants(declared):
                yield from _constant(file, names, declared, name, declared.line)


def _from_constructors(file: SourceFile) -> Iterator[Fact]:
    """Fields that a constructor takes from a parameter of the same name: who calls it says what they hold.

    Only what is named like an address: a domain object's fields are no links.
    """
    bound = {
        (a.on_function.qualified_name, a.on_parameter) for a in file.annotations if a.on_function and a.on_parameter
    }
    for function in file.functions:
        owner = function.owner
        if owner is None or function.name != owner.name:
            continue
        for name, declared in function.parameters.items():
            is_open = (function.qualified_name, name) not in bound and owner.fields.get(name) == declared
            if is_open and declared in _TEXT_TYPES and _ADDRESS.search(name):
                qualified = f"{owner.qualified_name}.{name}"
                yield ConstDecl(qualified, (Unknown(name),), file.span(function.line), function.qualified_name)


def _constant(file: SourceFile, names: JvmNames, owner: TypeSyntax, name: str, line: int) -> Iterator[Fact]:
    qualified = f"{owner.qualified_name}.{name}".lstrip(".")
    for value in names.initial_values(name, owner):
        if any(not isinstance(part, Unknown) and getattr(part, "name", "") != qualified for part in value):
            yield ConstDecl(qualified, value, file.span(line))


def _bindings(file: SourceFile, names: JvmNames, lower: _Lower) -> Iterator[Fact]:
    for annotation in file.annotations:
        if annotation.name in ("ConfigurationProperties", "ConfigMapping"):
            owner, function = annotation.on_type, annotation.on_function
            name = names.type_name(function.return_type) if function else owner.qualified_name if owner else ""
            node = annotation.argument("prefix", "value", position=0)
            for value in lower(node, None, owner):
                if name and len(value) == 1 and isinstance(value[0], Literal):
                    yield ConfigBinding(name, value[0].text, file.span(annotation.line))


def _application(file: SourceFile) -> Iterator[Fact]:
    for declared in file.types:
        found = declared.annotation(*_APPLICATIONS)
        # `@EnableAutoConfiguration` alone stands on libraries' configuration classes, too: a main or a web archive starts one.
        if found is not None or _WEB_ARCHIVE in declared.bases:
            framework = _APPLICATIONS[found.name] if found else "spring-boot"
            yield ApplicationDecl(file.span(declared.line), file.language, framework, declared.qualified_name)
            return
    main = next((f for f in file.functions if f.name == "main" and _is_main(f)), None)
    if main is not None:
        framework = next(
            (_STARTERS[c.receiver_type] for c in file.calls if c.receiver_type in _STARTERS), _by_call(file)
        )
        name = main.owner.qualified_name if main.owner else ""
        yield ApplicationDecl(file.span(main.line), file.language, framework, name)


def _by_call(file: SourceFile) -> str:
    """The framework by a bare starting call: Kotlin's `runApplication<App>()`, `embeddedServer(Netty) { }`."""
    return next((_STARTING_CALLS[c.name] for c in file.calls if c.name in _STARTING_CALLS), file.language)


def _is_main(function: FunctionSyntax) -> bool:
    """The signature that the launcher looks for (JLS 12.1.4); Kotlin's at the top level or `@JvmStatic`."""
    types = [declared.replace(" ", "") for declared in function.parameters.values()]
    if function.node.type == "function_declaration":
        is_top = function.owner is None or function.annotation("JvmStatic") is not None
        return is_top and types in ([], ["Array<String>"], ["String"])
    modifiers = next(iter(function.node.children), None)
    is_static = modifiers is not None and b"static" in (modifiers.text or b"")
    return is_static and types in (["String[]"], ["String..."])
