"""What a Go file says without any framework: types, functions, calls with the strings they pass, constants, the main program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from parsed_graph.facts import (
    ApplicationDecl,
    ConstDecl,
    Env,
    Fact,
    FunctionCall,
    FunctionDecl,
    Import,
    Reference,
    Setting,
    Text,
    TypeDecl,
    Unknown,
)
from parsed_graph.syntax.go_grammar import struct_tags, type_name
from parsed_graph.syntax.go_imports import Imports, is_foreign
from parsed_graph.syntax.go_text import PREDECLARED, GoText, with_fallback
from parsed_graph.syntax.passed_texts import passed_texts
from parsed_graph.syntax.scopes import Binding, holder
from parsed_graph.syntax.script_symbols import is_telling, is_useful
from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import member_name

MAX_ALIASES = 64
"""How many fields of a returned struct are named after the function that returns it."""
MAX_TYPE_DEPTH = 3
_PASSED = {
    "interpreted_string_literal": "text",
    "raw_string_literal": "text",
    "identifier": "name",
    "selector_expression": "name",
    "call_expression": "call",
    "binary_expression": "composed",
    "index_expression": "composed",
}
_STRING_KINDS = frozenset({"text", "template", "add", "call", "name", "member", "index"})
_FRAMEWORKS = (
    ("github.com/gin-gonic/gin", "gin"), ("github.com/labstack/echo", "echo"), ("github.com/gofiber/fiber", "fiber"),
    ("github.com/go-chi/chi", "chi"), ("github.com/gorilla/mux", "gorilla-mux"), ("google.golang.org/grpc", "grpc"),
    ("github.com/zeromicro/go-zero", "go-zero"), ("github.com/go-kratos", "kratos"), ("go-micro.dev", "go-micro"),
    ("github.com/micro/go-micro", "go-micro"), ("net/http", "net/http"),
)  # fmt: skip
_STARTING = frozenset("ListenAndServe ListenAndServeTLS Serve Run Start Listen ListenAndServeGraceful".split())


def symbol_facts(text: GoText, calls: Sequence[TypedCall], package: str, imports: Imports) -> Iterator[Fact]:
    """Facts in a fixed order; `package` is the name that the file's package clause gives."""
    file = text.file
    for declared in file.types:
        bases = tuple([text.go_types.qualified(base) for base in declared.bases])
        yield TypeDecl(declared.qualified_name, file.span(declared.line), declared.kind, bases)
    for function in file.functions:
        span = file.span(function.line)
        yield FunctionDecl(function.qualified_name, function.signature, span, function.end_line, file.language)
    for path, line in imports.lines.items():
        if not is_foreign(path):
            yield Import(path, file.span(line), file.language)
    yield from _calls(text, calls)
    yield from _package_constants(text)
    yield from _Fields(text).facts()
    yield from _application(text, package)


# --- Calls --------------------------------------------------------------------------------------


def _calls(text: GoText, calls: Sequence[TypedCall]) -> Iterator[Fact]:
    targets = _Targets(text)
    file = text.file
    for call in calls:
        if call.is_new:
            continue
        target, basis = targets.target(call)
        if not target:
            continue
        text.restart()
        if call.function is not None:
            yield FunctionCall(call.function.qualified_name, target, file.span(call.line), basis, call.argument_count)
        if call.argument_count:
            yield from passed_texts(call, target, text, _PASSED)


class _Targets:
    """The functions that calls mean; what the receivers of one type mean is worked out once."""

    def __init__(self, text: GoText) -> None:
        self._text, self._imports = text, text.file.imports
        self._qualified: dict[str, str] = {}

    def target(self, call: TypedCall) -> tuple[str, str]:
        """The called function's qualified name and how it is known; "" for libraries and what the file cannot tell."""
        text, name, receiver = self._text, call.name, call.receiver
        if receiver is None:
            return self._bare(call)
        if receiver.type == "identifier":
            head = text.go_types.text(receiver)
            imported = self._imports.get(head)
            if imported is not None and holder(head, call.scope) is None:
                return (f"{imported}.{name}", "import") if text.is_own(imported) else ("", "")
        owner = text.go_types.owner_type(call)
        if not owner:
            return "", ""
        qualified = self._owner(owner)
        if not qualified:
            return "", ""
        return f"{qualified}.{name}", "same-file" if owner in text.go_types.types else "declared-type"

    def _bare(self, call: TypedCall) -> tuple[str, str]:
        home = holder(call.name, call.scope)
        if home is None:
            if call.name in PREDECLARED:
                return "", ""
            return member_name(self._text.file.package, call.name), "import"
        declared = home.declared.get(call.name)
        return (declared.qualified_name, "same-file") if isinstance(declared, FunctionSyntax) else ("", "")

    def _owner(self, owner: str) -> str:
        known = self._qualified.get(owner)
        if known is None:
            head, dot, _ = owner.partition(".")
            imported = self._imports.get(head, "") if dot else ""
            is_library = bool(dot) and (not imported or not self._text.is_own(imported))
            known = "" if is_library or owner in PREDECLARED else self._text.go_types.qualified(owner)
            self._qualified[owner] = known
        return known


# --- Constants ----------------------------------------------------------------------------------


def _package_constants(text: GoText) -> Iterator[Fact]:
    root = text.tree.root
    for name, bindings in root.names.items():
        if "." in name:
            continue
        kept = [binding for binding in bindings if binding.kind == "out" or (binding.kind == "=" and not binding.keys)]
        yield from _constants(member_name(root.prefix, name), kept, text)


def _constants(name: str, bindings: Sequence[Binding], text: GoText) -> list[ConstDecl]:
    """One constant for each value; an environment variable with the plain string beside it as its default."""
    found = [fact for binding in bindings for fact in _constant(name, binding, text)]
    if len(found) == 2:
        merged = with_fallback(tuple(fact.value for fact in found))
        if len(merged) == 1:
            read = next(
                (fact for fact in found if len(fact.value) == 1 and isinstance(fact.value[0], Env | Setting)), found[0]
            )
            return [ConstDecl(name, merged[0], read.span, read.function)]
    return found


def _constant(name: str, binding: Binding, text: GoText) -> Iterator[ConstDecl]:
    node = binding.node
    if binding.kind != "out" and text.shape(node).kind not in _STRING_KINDS:
        return
    text.restart()
    function = text.tree.at(node.start_byte).function
    for value in text.values_of(binding):
        is_parameter = len(value) == 1 and isinstance(value[0], Unknown) and bool(value[0].name)
        if (is_useful(value) and value != (Reference(name),)) or is_parameter:
            caller = function.qualified_name if function is not None and _has_parameter(value) else ""
            yield ConstDecl(name, value, text.file.span(node.start_point[0] + 1), caller)


def _has_parameter(value: Text) -> bool:
    return any(isinstance(part, Unknown) and part.name for part in value)


class _Fields:
    """Strings in the fields of structs: what literals, assignments and tags of this file give."""

    def __init__(self, text: GoText) -> None:
        self._text = text
        self._own = {declared.qualified_name: declared for declared in text.file.types}
        self._given: dict[str, dict[str, int]] = {}

    def facts(self) -> Iterator[Fact]:
        for owner, fields in self._text.fields.items():
            yield from self._assigned(owner, fields)
        for declared in self._text.file.types:
            if declared.kind == "struct" and declared.node is not None:
                yield from self._tagged(declared, declared.node)
        yield from self._nested()
        yield from self._results()

    def _assigned(self, owner: str, fields: dict[str, list[Binding]]) -> Iterator[Fact]:
        is_own = owner.rpartition(".")[0] == self._text.file.package
        if not is_own and not self._text.is_own(owner.rpartition(".")[0]):
            return
        for field, bindings in fields.items():
            if not is_own and not is_telling(field):
                continue
            telling = [binding for binding in bindings if self._may_tell(field, binding)]
            for fact in _constants(f"{owner}.{field}", telling, self._text):
                self._given.setdefault(owner, {}).setdefault(field, fact.span.line)
                yield fact

    def _may_tell(self, field: str, binding: Binding) -> bool:
        if binding.kind == "out" or is_telling(field):
            return True
        shape = self._text.shape(binding.node)
        return shape.kind in ("text", "call", "add") or (
            shape.kind in ("name", "member") and _names_address(shape.name)
        )

    def _tagged(self, declared: TypeSyntax, node: Node) -> Iterator[Fact]:
        """`Addr string `env:"ADDR" envDefault:"x"`` (caarlos0/env), `envconfig:"ADDR" default:"x"` (kelseyhightower)."""
        body = node.child_by_field_name("type")
        for child in body.named_children[0].named_children if body is not None and body.named_child_count else ():
            tag = child.child_by_field_name("tag") if child.type == "field_declaration" else None
            if tag is None:
                continue
            tags = struct_tags(self._text.go_types.text(tag))
            key = (tags.get("env") or tags.get("envconfig") or tags.get("envvar") or "").partition(",")[0]
            if not key or key == "-":
                continue
            default = tags.get("envDefault") or tags.get("default") or tags.get("env-default")
            for name in child.children_by_field_name("name"):
                field, line = self._text.go_types.text(name), child.start_point[0] + 1
                self._given.setdefault(declared.qualified_name, {}).setdefault(field, line)
                yield ConstDecl(f"{declared.qualified_name}.{field}", (Env(key, default),), self._text.file.span(line))

    def _nested(self) -> Iterator[Fact]:
        """`Config.Kafka.Topic` is what `KafkaConfig.Topic` is, where `Kafka` is a field of that type."""
        for _ in range(MAX_TYPE_DEPTH):
            added = False
            for owner, declared in self._own.items():
                for field, written in declared.fields.items():
                    inner = self._own_type(written)
                    known = self._given.get(inner, {}) if inner and inner != owner else {}
                    for name, line in list(known.items())[:MAX_ALIASES]:
                        path = f"{field}.{name}"
                        if path.count(".") <= MAX_TYPE_DEPTH and path not in self._given.setdefault(owner, {}):
                            self._given[owner][path] = line
                            added = True
                            yield ConstDecl(
                                f"{owner}.{path}", (Reference(f"{inner}.{name}"),), self._text.file.span(line)
                            )
            if not added:
                return

    def _own_type(self, written: str) -> str:
        known = self._text.go_types.types.get(type_name(written))
        return known.qualified_name if known is not None else ""

    def _results(self) -> Iterator[Fact]:
        """`config.Load().Addr` is `config.Config.Addr`, where Load returns a Config: other files know the function only."""
        for function in self._text.file.functions:
            if function.owner is not None or not function.return_type:
                continue
            name = type_name(function.return_type)
            known = self._given.get(member_name(self._text.file.package, name), {}) if name else {}
            for field, line in list(known.items())[:MAX_ALIASES]:
                value: Text = (Reference(f"{member_name(self._text.file.package, name)}.{field}"),)
                yield ConstDecl(f"{function.qualified_name}.{field}", value, self._text.file.span(line))


def _names_address(name: str) -> bool:
    return is_telling(name) or name.lower().endswith("conn")


# --- Programs -----------------------------------------------------------------------------------


def _application(text: GoText, package: str) -> Iterator[Fact]:
    if package != "main":
        return
    main = next((f for f in text.file.functions if f.name == "main" and f.owner is None), None)
    if main is not None:
        serves = any(call.name in _STARTING for call in text.file.calls)
        framework = next((name for path, name in _FRAMEWORKS if text.file.imports_any((path,))), "") if serves else ""
        yield ApplicationDecl(text.file.span(main.line), text.file.language, framework or "main")
