"""What a C# file says without any framework: types, functions, calls with the strings they pass, constants, bound options, programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsed_graph.facts import (
    ApplicationDecl,
    ConfigBinding,
    ConstDecl,
    Fact,
    FunctionCall,
    FunctionDecl,
    Literal,
    Reference,
    Text,
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.csharp_grammar import CONSTRUCTOR, type_name
from parsed_graph.syntax.csharp_libraries import EXTENSIONS, LIBRARY_TYPES
from parsed_graph.syntax.csharp_text import CSharpText
from parsed_graph.syntax.passed_texts import passed_texts
from parsed_graph.syntax.script_symbols import is_useful
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import member_name

_STRING_KINDS = frozenset({"text", "template", "add", "call", "name", "member", "index", "or", "either"})
_STRING_TYPES = frozenset({"string", "string?", "Uri", "Uri?", "String"})
_PASSED = {
    "string_literal": "text",
    "verbatim_string_literal": "text",
    "identifier": "name",
    "member_access_expression": "name",
    "invocation_expression": "call",
    "interpolated_string_expression": "composed",
    "binary_expression": "composed",
    "element_access_expression": "composed",
}
_BUILDERS = {
    ("WebApplication", "CreateBuilder"): "aspnet-core",
    ("WebApplication", "CreateSlimBuilder"): "aspnet-core",
    ("WebApplication", "Create"): "aspnet-core",
    ("WebHost", "CreateDefaultBuilder"): "aspnet-core",
    ("WebHostBuilder", "WebHostBuilder"): "aspnet-core",
    ("Host", "CreateDefaultBuilder"): "dotnet-host",
    ("Host", "CreateApplicationBuilder"): "dotnet-host",
    ("Host", "CreateEmptyApplicationBuilder"): "dotnet-host",
    ("HostBuilder", "HostBuilder"): "dotnet-host",
    ("FunctionsApplication", "CreateBuilder"): "azure-functions",
    ("WebAssemblyHostBuilder", "CreateDefault"): "blazor",
    ("MauiApp", "CreateBuilder"): "maui",
}
_ORCHESTRATORS = frozenset({"DistributedApplication", "IDistributedApplicationBuilder", "IResourceBuilder"})


def symbol_facts(text: CSharpText, calls: Sequence[TypedCall]) -> Iterator[Fact]:
    """Facts in a fixed order: types, functions, calls, constants, bindings, the program."""
    file = text.file
    for declared in file.types:
        bases = tuple([_qualified(base, text) for base in declared.bases])
        yield TypeDecl(declared.qualified_name, file.span(declared.line), declared.kind, bases)
    program = next((function for function in file.functions if function.node.type == "compilation_unit"), None)
    if program is not None:  # The compiler makes a class of top-level statements.
        yield TypeDecl(program.qualified_name.rpartition(".")[0], file.span(program.line), "class")
    for function in file.functions:
        span = file.span(function.line)
        yield FunctionDecl(function.qualified_name, function.signature, span, function.end_line, file.language)
    yield from _calls(text, calls)
    for declared in file.types:
        yield from _constants(declared, text)
    yield from _bindings(text, calls)
    yield from _application(text, calls)


def _qualified(written: str, text: CSharpText) -> str:
    name = type_name(written)
    known = text.csharp_types.types.get(name)
    if known is not None:
        return known.qualified_name
    head = written.partition("<")[0]
    return text.file.imports.get(name) or (head if "." in head else member_name(text.file.package, name))


# --- Calls --------------------------------------------------------------------------------------


def _calls(text: CSharpText, calls: Sequence[TypedCall]) -> Iterator[Fact]:
    file = text.file
    for call in calls:
        target, basis = _target(call, text)
        if not target:
            continue
        text.restart()
        offset = int(basis == "extension" or _extends(call, text))
        if call.function is not None or basis == "extension":
            shown = "bare" if basis == "extension" else basis
            yield FunctionCall(call.caller, target, file.span(call.line), shown, call.argument_count)
        if call.argument_count:
            yield from passed_texts(call, target, text, _PASSED, offset)


def _extends(call: TypedCall, text: CSharpText) -> bool:
    """Whether a function of this file is called on the receiver that it extends."""
    function = text.csharp_types.called(call, call.scope) if call.receiver is not None and not call.is_new else None
    return function is not None and function.signature.startswith(f"{function.name}(this ")


def _target(call: TypedCall, text: CSharpText) -> tuple[str, str]:
    """The called function's qualified name and how it is known; "" for libraries and what the file cannot tell.

    A type of another file is taken to be of this namespace, an extension method of another file has its bare name.
    """
    if call.is_new:
        if not call.name or call.name in LIBRARY_TYPES:
            return "", ""
        return f"{_qualified(call.name, text)}.{CONSTRUCTOR}", _basis(call.name, text)
    function = text.csharp_types.called(call, call.scope)
    if function is not None:
        is_this = call.receiver is None or call.receiver.type in ("this", "this_expression")
        return (
            function.qualified_name,
            "this" if is_this and function.owner is call.owner and call.owner else "same-file",
        )
    if call.receiver is None:
        return _bare(call, text)
    owner = call.receiver_type
    if owner in _ORCHESTRATORS:
        return "", ""
    if owner and owner not in LIBRARY_TYPES and not _is_library_interface(owner):
        return f"{_qualified(owner, text)}.{call.name}", _basis(owner, text)
    if call.name.startswith(("Add", "Use", "Map", "Configure", "With")) and call.name not in EXTENSIONS:
        return call.name, "extension"
    return "", ""


def _basis(name: str, text: CSharpText) -> str:
    return "same-file" if name in text.csharp_types.types else "declared-type"


def _bare(call: TypedCall, text: CSharpText) -> tuple[str, str]:
    if call.name == "nameof" or call.owner is None or not call.owner.bases:
        return "", ""
    return f"{call.owner.qualified_name}.{call.name}", "this"


def _is_library_interface(name: str) -> bool:
    return name.startswith(("ILogger", "IServiceCollection", "IEnumerable", "List", "Dictionary", "IConfiguration"))


# --- Constants and options ------------------------------------------------------------------------


def _constants(declared: TypeSyntax, text: CSharpText) -> Iterator[Fact]:
    for name, bindings in text.fields.get(declared.qualified_name, {}).items():
        if declared.fields.get(name) not in _STRING_TYPES:
            continue
        qualified = f"{declared.qualified_name}.{name}"
        for binding in bindings:
            if text.shape(binding.node).kind not in _STRING_KINDS:
                continue
            text.restart()
            scope = text.tree.at(binding.node.start_byte)
            for value in text.lower_at(binding.node, scope):
                if value != (Reference(qualified),) and (is_useful(value) or _is_parameter(value)):
                    function = scope.function.qualified_name if scope.function is not None and _is_open(value) else ""
                    yield ConstDecl(qualified, value, text.file.span(binding.node.start_point[0] + 1), function)


def _is_open(value: Text) -> bool:
    return any(isinstance(part, Unknown) and part.name for part in value)


def _is_parameter(value: Text) -> bool:
    return len(value) == 1 and _is_open(value)


def _bindings(text: CSharpText, calls: Sequence[TypedCall]) -> Iterator[Fact]:
    """`services.Configure<T>(section)`, `AddOptions<T>().Bind(section)`, `.BindConfiguration("X")`, `section.Get<T>()`, `section.Bind(options)`."""
    for call in calls:
        if call.name == "Configure" and len(call.type_arguments) == 1 and call.arguments:
            yield from _bound(call.type_arguments[0], text.section_of(call.arguments[-1].node, call.scope), call, text)
        elif call.name == "Get" and len(call.type_arguments) == 1 and call.receiver is not None and not call.arguments:
            yield from _bound(call.type_arguments[0], text.section_of(call.receiver, call.scope), call, text)
        elif call.name in ("Bind", "BindConfiguration") and call.receiver is not None and call.arguments:
            yield from _bound_options(call, text)


def _bound_options(call: TypedCall, text: CSharpText) -> Iterator[Fact]:
    made = _options_made(call, text)
    first = call.arguments[0].node
    if made:
        if call.name == "BindConfiguration":
            for value in text.lower_at(first, call.scope):
                prefix = value[0].text if len(value) == 1 and isinstance(value[0], Literal) else None
                yield from _bound(made, prefix, call, text)
        else:
            yield from _bound(made, text.section_of(first, call.scope), call, text)
    elif call.name == "Bind" and call.receiver is not None:
        bound = call.arguments[-1].node
        yield from _bound(
            text.csharp_types.declared(bound, call.scope), text.section_of(call.receiver, call.scope), call, text
        )


def _options_made(call: CallSyntax, text: CSharpText) -> str:
    """The T of the `AddOptions<T>()` that a chain starts with."""
    current: CallSyntax | None = call
    for _ in range(8):
        if current is None:
            return ""
        if current.name in ("AddOptions", "AddOptionsWithValidateOnStart") and current.type_arguments:
            return current.type_arguments[0]
        current = text.calls.get(text.shape(current.receiver).node.id) if current.receiver is not None else None
    return ""


def _bound(written: str, prefix: str | None, call: TypedCall, text: CSharpText) -> Iterator[Fact]:
    name = type_name(written)
    if prefix and name and name not in LIBRARY_TYPES and name[:1].isupper():
        yield ConfigBinding(_qualified(name, text), prefix.replace(":", "."), text.file.span(call.line))


# --- Programs -------------------------------------------------------------------------------------


def _application(text: CSharpText, calls: Sequence[TypedCall]) -> Iterator[Fact]:
    """A host builder, else a `Main` or top-level statements; an Aspire host only orchestrates."""
    for call in calls:
        made_by = (
            text.file.text(call.receiver).rpartition(".")[2]
            if call.receiver is not None
            else call.name
            if call.is_new
            else ""
        )
        if made_by in _ORCHESTRATORS:
            return
        framework = _BUILDERS.get((made_by, call.name))
        if framework == "dotnet-host" and any(
            c.name in ("ConfigureWebHostDefaults", "UseStartup", "ConfigureWebHost") for c in calls
        ):
            framework = "aspnet-core"
        if framework:
            yield ApplicationDecl(text.file.span(call.line), text.file.language, framework)
            return
    main = next((function for function in text.file.functions if _is_main(function)), None)
    if main is not None:
        yield ApplicationDecl(text.file.span(main.line), text.file.language, "main")


def _is_main(function: FunctionSyntax) -> bool:
    if function.name != "Main" or len(function.parameters) > 1:
        return False
    return function.owner is None or b"static" in (function.node.text or b"")[:120]
