"""What Java itself says, without any framework: types, functions, calls, constants, bound configuration, main classes."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import (
    ApplicationDecl,
    CallText,
    ConfigBinding,
    ConstDecl,
    Fact,
    FunctionCall,
    FunctionDecl,
    Literal,
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.java_text import JavaText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_LIBRARIES = (
    "java.", "javax.", "jakarta.", "org.slf4j.", "org.springframework.", "org.apache.", "lombok.", "com.fasterxml.",
    "org.junit.", "org.mockito.", "com.google.", "io.micrometer.", "org.hibernate.", "kotlin.", "reactor.", "io.reactivex.",
    "com.alibaba.fastjson.", "cn.hutool.", "io.swagger.", "org.json.", "io.netty.", "okhttp3.", "retrofit2.", "feign.",
    "software.amazon.", "com.amazonaws.", "io.vertx.", "io.quarkus.", "io.micronaut.", "org.eclipse.", "org.bson.", "com.mongodb.",
)  # fmt: skip
_CORE = frozenset(
    """String Object Objects Integer Long Double Float Boolean Short Byte Character Math System Thread Runtime List Map Set
    Arrays Collections Optional Stream Collectors StringBuilder StringBuffer ArrayList HashMap HashSet LinkedList Date
    LocalDate LocalDateTime Instant Duration UUID BigDecimal BigInteger Iterator Class Throwable Exception
    RuntimeException Enum Iterable Collection Queue Deque Mono Flux Logger""".split()
)
_APPLICATIONS = {
    "SpringBootApplication": "spring-boot",
    "QuarkusMain": "quarkus",
    "EnableAutoConfiguration": "spring-boot",
}
_STARTERS = {
    "SpringApplication": "spring-boot",
    "SpringApplicationBuilder": "spring-boot",
    "Micronaut": "micronaut",
    "Quarkus": "quarkus",
}
_TEXT_NODES = ("string_literal", "binary_expression", "identifier", "field_access")


def symbol_facts(file: SourceFile, text: JavaText) -> Iterator[Fact]:
    """Facts in a fixed order: types, functions, calls, constants, bindings, application."""
    names = _Names(file, text)
    for declared in file.types:
        bases = tuple([names.qualified(base) for base in declared.bases])
        yield TypeDecl(declared.qualified_name, file.span(declared.line), declared.kind, bases)
    for function in file.functions:
        span = file.span(function.line)
        yield FunctionDecl(function.qualified_name, function.signature, span, function.end_line, file.language)
    yield from _calls(file, text, names)
    yield from _constants(file, text)
    yield from _bindings(file, text)
    yield from _application(file)


class _Names:
    """Qualified type names, each worked out once per file."""

    def __init__(self, file: SourceFile, text: JavaText) -> None:
        self._text = text
        self._known: dict[str, str] = {}
        self.methods: dict[str, set[str]] = {}
        for function in file.functions:
            if function.owner is not None:
                self.methods.setdefault(function.owner.qualified_name, set()).add(function.name)

    def qualified(self, declared: str) -> str:
        found = self._known.get(declared)
        if found is None:
            found = self._known[declared] = self._text.type_name(declared)
        return found


def _calls(file: SourceFile, text: JavaText, names: _Names) -> Iterator[Fact]:
    for call in file.calls:
        if call.function is None:
            continue
        target, basis = _target(call, file, names)
        if not target:
            continue
        span = file.span(call.line)
        yield FunctionCall(call.function.qualified_name, target, span, basis, len(call.arguments))
        if call.arguments:
            yield from _call_texts(call, target, file, text)


def _target(call: CallSyntax, file: SourceFile, names: _Names) -> tuple[str, str]:
    """The called function's qualified name and how it is known; "" for libraries and what the file cannot tell."""
    receiver = call.receiver
    if receiver is None and not call.is_new:
        return _bare_target(call, file, names)
    receiver_type = call.receiver_type
    if not receiver_type or receiver_type in _CORE:
        return "", ""
    if receiver is not None and receiver.type == "method_invocation" and not _is_own_call(call):
        return "", ""  # The type of a chain's root says nothing of what its later links return.
    qualified = names.qualified(receiver_type)
    if qualified.startswith(_LIBRARIES):
        return "", ""
    if call.is_new:
        return f"{qualified}.{receiver_type}", "import" if receiver_type in file.imports else "declared-type"
    if receiver is not None and receiver.type == "this":
        return f"{qualified}.{call.name}", "this"
    if qualified in names.methods:
        return f"{qualified}.{call.name}", "same-file"
    is_static = receiver is not None and receiver.type == "identifier" and receiver.text == receiver_type.encode()
    return f"{qualified}.{call.name}", "import" if is_static and receiver_type in file.imports else "declared-type"


def _bare_target(call: CallSyntax, file: SourceFile, names: _Names) -> tuple[str, str]:
    owner = call.owner
    while owner is not None:
        if call.name in names.methods.get(owner.qualified_name, ()):
            return f"{owner.qualified_name}.{call.name}", "same-file"
        owner = owner.outer
    imported = file.imports.get(call.name)
    if imported:
        return ("", "") if imported.startswith(_LIBRARIES) else (imported, "import")
    if call.owner is None or not call.owner.bases:
        return "", ""
    return f"{call.owner.qualified_name}.{call.name}", "bare"


def _is_own_call(call: CallSyntax) -> bool:
    """Whether the receiver is one bare call, whose return type the file declares."""
    receiver = call.receiver
    return receiver is not None and receiver.child_by_field_name("object") is None


def _call_texts(call: CallSyntax, target: str, file: SourceFile, text: JavaText) -> Iterator[Fact]:
    for position, argument in enumerate(call.arguments):
        node = argument.node
        if node.type not in _TEXT_NODES:
            continue
        if node.type in ("identifier", "field_access") and not (node.text or b"").rpartition(b".")[2].isupper():
            continue
        if node.type == "binary_expression" and b'"' not in (node.text or b""):
            continue
        for value in text.lower(node, call.function, call.owner):
            if any(not isinstance(part, Unknown) for part in value):
                yield CallText(target, position, value, file.span(call.line))


def _constants(file: SourceFile, text: JavaText) -> Iterator[Fact]:
    bound = {
        (a.on_type.qualified_name, a.on_field)
        for a in file.annotations
        if a.on_type and a.on_field and a.name in ("Value", "ConfigProperty", "Property")
    }
    for declared in file.types:
        names = [
            n
            for n, kind in declared.fields.items()
            if kind in ("String", "URI", "URL") or (declared.qualified_name, n) in bound
        ]
        for name in [*names, *text.enum_constants(declared)]:
            qualified = f"{declared.qualified_name}.{name}"
            for value in text.field_values(name, declared):
                if not any(getattr(part, "name", "") == qualified for part in value) and any(
                    not isinstance(p, Unknown) for p in value
                ):
                    yield ConstDecl(qualified, value, file.span(declared.line))


def _bindings(file: SourceFile, text: JavaText) -> Iterator[Fact]:
    for annotation in file.annotations:
        if annotation.name in ("ConfigurationProperties", "ConfigMapping", "EachProperty"):
            owner = annotation.on_type
            name = (
                text.type_name(annotation.on_function.return_type)
                if annotation.on_function
                else owner.qualified_name
                if owner
                else ""
            )
            node = annotation.argument("prefix", "value", position=0)
            for value in text.lower(node, None, owner):
                if name and len(value) == 1 and isinstance(value[0], Literal):
                    yield ConfigBinding(name, value[0].text, file.span(annotation.line))


def _application(file: SourceFile) -> Iterator[Fact]:
    for declared in file.types:
        found = next((a for a in declared.annotations if a.name in _APPLICATIONS), None)
        if found is not None:
            yield ApplicationDecl(
                file.span(declared.line), file.language, _APPLICATIONS[found.name], declared.qualified_name
            )
            return
    main = next((f for f in file.functions if f.name == "main" and _is_main(f)), None)
    if main is None:
        return
    framework = next((_STARTERS[c.receiver_type] for c in file.calls if c.receiver_type in _STARTERS), file.language)
    yield ApplicationDecl(file.span(main.line), file.language, framework, _owner_name(main.owner))


def _is_main(function: FunctionSyntax) -> bool:
    modifiers = function.node.child(0)
    is_static = modifiers is not None and b"static" in (modifiers.text or b"")
    return is_static and list(function.parameters.values()) in (["String[]"], ["String..."], ["String []"])


def _owner_name(owner: TypeSyntax | None) -> str:
    return owner.qualified_name if owner is not None else ""
