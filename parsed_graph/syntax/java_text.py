"""Java string expressions as Texts: literals, concatenation, formatting, builders, variables, fields, settings, getters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from tree_sitter import Node

from parsed_graph.facts import Env, Host, Literal, Part, Reference, Setting, Text, Unknown
from parsed_graph.syntax.java_flow import Definition, FieldValues, FlowReader
from parsed_graph.syntax.placeholders import expand_placeholders, merge_literals
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, FunctionSyntax, SourceFile, TypeSyntax

MAX_DEPTH = 40
"""How deep an expression is followed through variables, calls and brackets."""

Alternatives = tuple[Text, ...]
_Lower = Callable[[Node], Alternatives]
UNKNOWN: Alternatives = ((Unknown(""),),)
_EMPTY: Alternatives = ((),)
_COMMENTS = ("line_comment", "block_comment")
_FORMAT = re.compile(r"%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?([a-zA-Z%])")
_MESSAGE = re.compile(r"\{(\d+)[^}]*\}")
_SETTING_READERS = frozenset(
    "Environment ConfigurableEnvironment StandardEnvironment PropertyResolver Config ConfigProvider Properties".split()
)
_URI_STARTS = frozenset(
    "fromHttpUrl fromUriString fromPath fromUri fromOriginHeader fromHttpRequest newInstance parse get of".split()
)
_URI_TYPES = frozenset(
    "UriComponentsBuilder UriBuilder HttpUrl ServletUriComponentsBuilder URIBuilder UriComponents".split()
)
_SAME = frozenset(
    """toString toUriString toUri build encode intern trim strip toURL toURI expand toExternalForm newBuilder
    toASCIIString buildAndExpand normalize toUrl url uri build2 replaceQuery fragment toAbsolutePath""".split()
)
_WRAPPERS = frozenset(
    """valueOf requireNonNull create resolvePlaceholders resolveRequiredPlaceholders encode encodePath decode
    ofNullable fromHttpUrl fromUriString fromUri fromPath parse get of notNull checkNotNull""".split()
)
_WRAPPING_TYPES = frozenset(
    """String Objects URI URL UriComponentsBuilder UriBuilder HttpUrl URLEncoder UriUtils Optional Assert
    Preconditions StringUtils Uri Url Integer Long""".split()
)


class JavaText:
    """Lowers the string expressions of one file; what a function or a type assigns is read once and kept."""

    def __init__(self, file: SourceFile, types: dict[str, TypeSyntax], static_wildcards: Sequence[str] = ()) -> None:
        self.file, self.types, self.static_wildcards = file, types, static_wildcards
        self._flow = FlowReader(file)
        self._busy: set[tuple[int, int]] = set()
        self._methods: dict[tuple[str, str], list[FunctionSyntax]] | None = None

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing."""
        if node is None:
            return UNKNOWN
        found = self._lower(node, function, owner, 0)
        return found or UNKNOWN

    def type_name(self, declared: str) -> str:
        """A type's qualified name: of this file, by import, by its own capitals, else of the same package."""
        simple = declared.partition("<")[0].strip().removesuffix("[]")
        head, _, rest = simple.partition(".")
        if head in self.types:
            base = self.types[head].qualified_name
        elif head in self.file.imports:
            base = self.file.imports[head]
        elif head[:1].islower() and rest:
            return simple
        else:
            base = f"{self.file.package}.{head}" if self.file.package else head
        return f"{base}.{rest}" if rest else base

    def _lower(self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int) -> Alternatives:
        if depth > MAX_DEPTH:
            return UNKNOWN
        kind = node.type
        if kind == "string_literal":
            return ((Literal(string_value(node)),),)
        if kind == "identifier":
            return self._name(node, function, owner, depth + 1)
        if kind == "binary_expression":
            return self._binary(node, function, owner, depth + 1)
        if kind == "method_invocation":
            return self._call(node, function, owner, depth + 1)
        if kind == "field_access":
            return self._field_access(node, function, owner, depth + 1)
        if kind in ("parenthesized_expression", "cast_expression"):
            value = node.child_by_field_name("value") or first_named(node)
            return self._lower(value, function, owner, depth + 1) if value else UNKNOWN
        if kind == "ternary_expression":
            return self._either(
                [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")],
                function,
                owner,
                depth,
            )
        if kind == "object_creation_expression":
            return self._creation(node, function, owner, depth + 1)
        if kind == "null_literal":
            return ()
        if kind in ("decimal_integer_literal", "true", "false", "character_literal"):
            text = _source(node)
            return ((Literal(text.strip("'") if kind == "character_literal" else text.rstrip("lL")),),)
        if kind == "assignment_expression":
            right = node.child_by_field_name("right")
            return self._lower(right, function, owner, depth + 1) if right else UNKNOWN
        if kind == "switch_expression":
            return self._either(_switch_values(node), function, owner, depth)
        if kind in ("element_value_array_initializer", "array_initializer"):
            return self._either([c for c in node.named_children if c.type not in _COMMENTS], function, owner, depth)
        return UNKNOWN

    def _either(
        self, nodes: Iterable[Node | None], function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        found: list[Text] = []
        for node in nodes:
            if node is not None:
                found += self._lower(node, function, owner, depth + 1)
        return capped(found)

    def _binary(
        self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        operands: list[Node] = []
        current: Node | None = node
        while current is not None and current.type == "binary_expression":
            operator = current.child_by_field_name("operator")
            right = current.child_by_field_name("right")
            if operator is None or operator.type != "+" or right is None:
                return UNKNOWN
            operands.append(right)
            current = current.child_by_field_name("left")
            if len(operands) > 200:
                return UNKNOWN
        if current is not None:
            operands.append(current)
        return joined([self._lower(operand, function, owner, depth) or UNKNOWN for operand in reversed(operands)])

    # --- Names --------------------------------------------------------------------------------

    def _name(self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int) -> Alternatives:
        name = _source(node)
        if function is not None:
            definitions = self._flow.definitions(function)
            if name in definitions.locals and (name in definitions.types or name in function.parameters):
                key = (function.node.id, node.id)
                if key in self._busy:
                    return UNKNOWN
                self._busy.add(key)
                try:
                    return self._local(name, node, function, owner, depth)
                finally:
                    self._busy.discard(key)
            if name in function.parameters:
                return self._parameter(name, node, function, owner, depth)
            if name in definitions.opaque:
                return UNKNOWN
        field = self._field(name, owner, depth)
        return field if field is not None else self._outer_name(name, owner)

    def _local(
        self, name: str, use: Node, function: FunctionSyntax, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        start: Alternatives = ()
        if name in function.parameters:
            start = ((Unknown(name),),)
        return self._run(self._flow.reaching(name, use, function), start, function, owner, depth)

    def _parameter(
        self, name: str, use: Node, function: FunctionSyntax, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        value = next(
            (
                a
                for a in self.file.annotations
                if a.on_parameter == name and a.on_function is function and a.name in _VALUE
            ),
            None,
        )
        if value is not None:
            return self._annotation_value(value.name, value.argument("value", "name", position=0), owner, depth)
        return ((Unknown(name),),)

    def _run(
        self,
        definitions: Sequence[tuple[Definition, bool]],
        start: Alternatives,
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
        depth: int,
    ) -> Alternatives:
        """Follows assignments in order: a certain one replaces what was there, an uncertain one adds to it."""
        state: list[Text] = list(start)
        for definition, certain in definitions:
            if definition.value is None:
                values: Alternatives = UNKNOWN if definition.opaque else ()
            else:
                values = self._lower(definition.value, function, owner, depth + 1)
            if definition.appends:
                grown = joined([tuple(state) or _EMPTY, values or UNKNOWN])
                state = list(grown) if certain else state + [text for text in grown if text not in state]
            elif certain:
                state = list(values)
            else:
                state += [text for text in values if text not in state]
            if len(state) > MAX_ALTERNATIVES:
                return UNKNOWN
        return tuple(state)

    def _field(self, name: str, owner: TypeSyntax | None, depth: int) -> Alternatives | None:
        """The values of a field of this type or one around it, None where there is no such field."""
        while owner is not None and name not in owner.fields and name not in self._flow.constants(owner):
            owner = owner.outer
        return self.field_values(name, owner, depth) if owner is not None else None

    def field_values(self, name: str, owner: TypeSyntax, depth: int = 0) -> Alternatives:
        """What initialisers, constructors, methods and `@Value` give to a field; a Reference where nothing does."""
        reference: Alternatives = ((Reference(f"{owner.qualified_name}.{name}"),),)
        key = (-1, hash((owner.qualified_name, name)))
        if key in self._busy or depth > MAX_DEPTH:
            return reference
        self._busy.add(key)
        try:
            return self._field_values(name, owner, depth, reference)
        finally:
            self._busy.discard(key)

    def _field_values(self, name: str, owner: TypeSyntax, depth: int, reference: Alternatives) -> Alternatives:
        values: FieldValues = self._flow.field(owner, name)
        if values.annotation:
            return self._annotation_value(values.annotation, values.annotation_value, owner, depth) or reference
        found: list[Text] = []
        for value, function in values.values:
            for text in self._lower(value, function, owner, depth + 1):
                opaque = len(text) == 1 and isinstance(text[0], Unknown)
                if text not in found and not opaque:
                    found.append(text)
        return capped(found) if found else reference

    def _annotation_value(
        self, annotation: str, value: Node | None, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        if value is None:
            return ()
        texts = self._lower(value, None, owner, depth + 1)
        if annotation in ("Value", "Property"):
            found = tuple(expand_placeholders(text) for text in texts)
            if annotation == "Property":
                found = tuple(_as_setting(text) for text in found)
            return found
        return tuple(_as_setting(text) for text in texts)

    def _outer_name(self, name: str, owner: TypeSyntax | None) -> Alternatives:
        imported = self.file.imports.get(name)
        if imported:
            return ((Reference(imported),),)
        if not name[:1].isalpha():
            return UNKNOWN
        if name.isupper() and len(self.static_wildcards) == 1 and not (owner and owner.bases):
            return ((Reference(f"{self.static_wildcards[0]}.{name}"),),)
        if owner is not None and owner.bases:
            return ((Reference(f"{owner.qualified_name}.{name}"),),)
        return UNKNOWN

    def _field_access(
        self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        target, field = node.child_by_field_name("object"), node.child_by_field_name("field")
        if target is None or field is None:
            return UNKNOWN
        name = _source(field)
        if target.type in ("this", "super"):
            found = self._field(name, owner, depth)
            if found is None and owner is not None:
                return ((Reference(f"{owner.qualified_name}.{name}"),),)
            return found or UNKNOWN
        if target.type == "field_access" and _source(target.child_by_field_name("field")) == "this":
            return self._field(name, owner, depth) or UNKNOWN
        path = self.path_of(target, function, owner)
        return self._member(path, name, depth) if path else UNKNOWN

    def _member(self, path: str, name: str, depth: int) -> Alternatives:
        """`name` of the object or type with this qualified path; its values where the file declares them."""
        known = next((t for t in self.types.values() if t.qualified_name == path), None)
        if known is not None and (name in known.fields or name in self._flow.constants(known)):
            return self.field_values(name, known, depth)
        return ((Reference(f"{path}.{name}"),),)

    def path_of(self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None) -> str:
        """The qualified type of a variable, or the qualified name of a type or getter path; "" where unknown."""
        suffix: list[str] = []
        for _ in range(20):
            kind = node.type
            if kind == "field_access":
                field = _source(node.child_by_field_name("field"))
                target = node.child_by_field_name("object")
                if target is None:
                    return ""
                if target.type == "this":
                    head = self.variable_type(field, None, owner)
                    return ".".join([self.type_name(head), *reversed(suffix)]) if head else ""
                suffix.append(field)
                node = target
            elif kind == "method_invocation":
                target = node.child_by_field_name("object")
                name = _source(node.child_by_field_name("name"))
                arguments = node.child_by_field_name("arguments")
                if arguments is None or arguments.named_child_count:
                    return ""
                if target is None:
                    head = self._return_type(name, owner)
                    return ".".join([self.type_name(head), *reversed(suffix)]) if head else ""
                suffix.append(property_name(name))
                node = target
            elif kind == "identifier":
                name = _source(node)
                head = self.variable_type(name, function, owner)
                if head:
                    return ".".join([self.type_name(head), *reversed(suffix)])
                if name[:1].isupper():
                    return ".".join([self.type_name(name), *reversed(suffix)])
                if (
                    node.parent is not None
                    and suffix
                    and suffix[-1][:1].isalpha()
                    and any(s[:1].isupper() for s in suffix)
                ):
                    return ".".join([name, *reversed(suffix)])
                return ""
            else:
                return ""
        return ""

    def variable_type(self, name: str, function: FunctionSyntax | None, owner: TypeSyntax | None) -> str:
        """The declared type of a variable as written, "" where it has none."""
        if function is not None:
            declared = self._flow.definitions(function).types.get(name) or function.parameters.get(name)
            if declared:
                return "" if declared == "var" else declared
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name]
            owner = owner.outer
        return ""

    def enum_constants(self, owner: TypeSyntax) -> list[str]:
        """The constants of an enum."""
        return list(self._flow.constants(owner))

    def _return_type(self, name: str, owner: TypeSyntax | None) -> str:
        found = self.methods(name, owner)
        return found[0].return_type if found else ""

    def methods(self, name: str, owner: TypeSyntax | None) -> list[FunctionSyntax]:
        """The functions of this name in a type or one around it."""
        if self._methods is None:
            self._methods = {}
            for function in self.file.functions:
                if function.owner is not None:
                    self._methods.setdefault((function.owner.qualified_name, function.name), []).append(function)
        while owner is not None:
            found = self._methods.get((owner.qualified_name, name))
            if found:
                return found
            owner = owner.outer
        return []

    # --- Calls --------------------------------------------------------------------------------

    def _call(self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int) -> Alternatives:
        target = node.child_by_field_name("object")
        name = _source(node.child_by_field_name("name"))
        arguments = _arguments(node)
        if target is None or target.type == "this":
            return self._own_method(name, arguments, function, owner, depth)

        def lower(argument: Node) -> Alternatives:
            return self._lower(argument, function, owner, depth) or UNKNOWN

        known = self._known_call(name, target, arguments, function, owner, lower)
        if known is not None:
            return known
        if not arguments:
            path = self.path_of(target, function, owner)
            return self._getter(path, name, target.type == "field_access", depth) if path else UNKNOWN
        return UNKNOWN

    def _known_call(
        self,
        name: str,
        target: Node,
        arguments: list[Node],
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
        lower: _Lower,
    ) -> Alternatives | None:
        receiver = _source(target) if target.type == "identifier" else ""
        count = len(arguments)
        if receiver in ("String", "MessageFormat") and name == "format" and count:
            return _formatted(lower(_skip_locale(arguments)[0]), [lower(a) for a in _skip_locale(arguments)[1:]])
        if name == "formatted":
            return _formatted(lower(target), [lower(a) for a in arguments])
        if receiver == "String" and name == "join" and count:
            return _with_separator(lower(arguments[0]), [lower(a) for a in arguments[1:]])
        if receiver == "System" and name == "getenv" and count == 1:
            return tuple(
                (Env(key),) if (key := literal(text)) is not None else (Unknown(""),) for text in lower(arguments[0])
            )
        if receiver == "System" and name == "getProperty" and count:
            return _settings(lower(arguments[0]), lower(arguments[1]) if count > 1 else None)
        if name in ("getProperty", "getRequiredProperty", "getValue", "getOptionalValue") and count:
            declared = self.variable_type(receiver, function, owner).partition("<")[0].rpartition(".")[2]
            if declared in _SETTING_READERS or receiver in ("env", "environment"):
                default = lower(arguments[-1]) if count > 1 and arguments[-1].type != "class_literal" else None
                return _settings(lower(arguments[0]), default)
        if name in ("resolvePlaceholders", "resolveRequiredPlaceholders") and count == 1:
            return tuple(expand_placeholders(text) for text in lower(arguments[0]))
        if receiver in _WRAPPING_TYPES and name in _WRAPPERS and count:
            return lower(arguments[0])
        if receiver in _URI_TYPES and name == "newInstance":
            return _EMPTY
        if (
            name in ("getOrDefault", "requireNonNullElse", "defaultIfBlank", "defaultIfEmpty", "defaultString")
            and count == 2
        ):
            if name == "getOrDefault":
                found = self._environment_entry(target, arguments)
                return found if found is not None else capped([*lower(arguments[1])])
            return capped([*lower(arguments[0]), *lower(arguments[1])])
        if name in ("orElse", "orElseGet", "orElseThrow") and count <= 1:
            default = lower(arguments[0]) if count and arguments[0].type != "lambda_expression" else ()
            return _with_default(lower(target), default)
        return self._chained(name, target, arguments, lower)

    def _environment_entry(self, target: Node, arguments: list[Node]) -> Alternatives | None:
        if _source(target).replace(" ", "") != "System.getenv()":
            return None
        key, default = _plain_string(arguments[0]), _plain_string(arguments[1])
        return ((Env(key, default),),) if key is not None else None

    def _chained(self, name: str, target: Node, arguments: list[Node], lower: _Lower) -> Alternatives | None:
        """Links of builder chains and string methods, applied to what stands before them."""
        count = len(arguments)
        if (
            name in _SAME
            and name not in ("expand", "buildAndExpand")
            and (count == 0 or name in ("encode", "build", "uri"))
        ):
            if target.type in ("method_invocation", "object_creation_expression") or name in (
                "toString",
                "trim",
                "intern",
                "strip",
                "toUri",
                "toUriString",
                "build",
                "newBuilder",
            ):
                return lower(target)
            return None
        if name in ("expand", "buildAndExpand"):
            return lower(target)
        if name in ("concat", "append") and count == 1:
            return joined([lower(target), lower(arguments[0])])
        if name == "resolve" and count == 1:
            return tuple(_resolved(base, path) for base in lower(target) for path in lower(arguments[0]))
        if name in ("path", "addPathSegments", "encodedPath", "replacePath", "setPath"):
            return joined(
                [lower(target), *[_slashed(lower(a)) if name == "addPathSegments" else lower(a) for a in arguments]]
            )
        if name in ("pathSegment", "addPathSegment", "segment", "setPathSegments", "addEncodedPathSegment"):
            return joined([lower(target), *[_slashed(lower(a)) for a in arguments]])
        if name in ("scheme", "setScheme") and count == 1:
            return joined([lower(arguments[0]), (((Literal("://"),),)), lower(target)])
        if name in ("host", "setHost") and count == 1:
            return _with_scheme(joined([lower(target), lower(arguments[0])]))
        if name in ("port", "setPort") and count == 1:
            return joined([lower(target), ((Literal(":"),),), lower(arguments[0])])
        if name in _QUERY_METHODS:
            return lower(target)
        if name == "replace" and count == 2:
            return _replaced(lower(target), lower(arguments[0]), lower(arguments[1]))
        if name in ("toLowerCase", "toUpperCase"):
            return _cased(lower(target), name)
        if name in ("getUri", "getHomePageUrl", "getHost", "getHostName", "getIPAddr"):
            service = _discovered(target, lower)
            if service is not None:
                scheme = Literal("http://") if name in ("getUri", "getHomePageUrl") else Literal("")
                return tuple(merge_literals([scheme, Host(found)]) for found in service)
        return None

    def _getter(self, path: str, name: str, of_member: bool, depth: int) -> Alternatives:
        field = property_name(name)
        known = next((t for t in self.types.values() if t.qualified_name == path), None)
        if known is not None and field in known.fields:
            return self.field_values(field, known, depth)
        owner_path, _, member = path.rpartition(".")
        if of_member and member.isupper() and name != "name":  # A string that an enum constant carries.
            owner = next((t for t in self.types.values() if t.qualified_name == owner_path), None)
            if owner is not None and member in self._flow.constants(owner):
                return self.field_values(member, owner, depth)
            return ((Reference(path),),)
        return ((Reference(f"{path}.{field}"),),)

    def _own_method(
        self,
        name: str,
        arguments: list[Node],
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
        depth: int,
    ) -> Alternatives:
        """What a method of this class returns, with its parameters replaced by the arguments of this call."""
        candidates = [f for f in self.methods(name, owner) if len(f.parameters) == len(arguments)]
        if not candidates:
            if name in ("getenv",) and len(arguments) == 1:
                return tuple(
                    (Env(key),) if (key := literal(t)) is not None else (Unknown(""),)
                    for t in self._lower(arguments[0], function, owner, depth)
                )
            if name == "format" and arguments and self.file.imports.get("format", "").startswith("java.lang.String"):
                return _formatted(
                    self._lower(arguments[0], function, owner, depth),
                    [self._lower(a, function, owner, depth) or UNKNOWN for a in arguments[1:]],
                )
            return UNKNOWN
        callee = candidates[0]
        key = (callee.node.id, 0)
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            returned: list[Text] = []
            for value in self._flow.returns(callee):
                returned += self._lower(value, callee, callee.owner, depth + 1)
        finally:
            self._busy.discard(key)
        if not returned and not callee.node.child_by_field_name("body") and callee.owner is not None:
            return UNKNOWN
        given = {
            parameter: self._lower(argument, function, owner, depth + 1) or UNKNOWN
            for parameter, argument in zip(callee.parameters, arguments, strict=True)
        }
        return capped([text for value in returned for text in _substituted(value, given)])

    def _creation(
        self, node: Node, function: FunctionSyntax | None, owner: TypeSyntax | None, depth: int
    ) -> Alternatives:
        declared = _source(node.child_by_field_name("type")).rpartition(".")[2]
        arguments = _arguments(node)
        if declared in ("StringBuilder", "StringBuffer", "URIBuilder", "DefaultUriBuilderFactory") and not arguments:
            return _EMPTY
        if declared in ("StringBuilder", "StringBuffer") and arguments[0].type == "decimal_integer_literal":
            return _EMPTY
        if (
            declared
            in ("String", "StringBuilder", "StringBuffer", "URI", "URL", "URIBuilder", "GenericUrl", "UriTemplate")
            and arguments
        ):
            if declared == "URL" and len(arguments) == 2:
                bases = self._lower(arguments[0], function, owner, depth) or UNKNOWN
                return joined([bases, self._lower(arguments[1], function, owner, depth) or UNKNOWN])
            return self._lower(arguments[0], function, owner, depth)
        return UNKNOWN


_VALUE = frozenset(("Value", "Property", "ConfigProperty"))
_QUERY_METHODS = frozenset(
    """queryParam queryParams query queryParamIfPresent addQueryParameter addEncodedQueryParameter addParameter
    setParameter setParameters uriVariables userInfo replaceQueryParam setCustomQuery setQueryParameter""".split()
)


def string_value(node: Node) -> str:
    """The text of a string literal or text block, escapes resolved."""
    children = node.named_children
    raw = "".join(
        _source(child) if child.type != "escape_sequence" else _unescaped(_source(child)) for child in children
    )
    if any(child.type == "multiline_string_fragment" for child in children):
        return _text_block(raw)
    return raw


def literal(text: Text) -> str | None:
    """The value of a Text that is one literal, "" for an empty one, None otherwise."""
    if not text:
        return ""
    return text[0].text if len(text) == 1 and isinstance(text[0], Literal) else None


def joined(parts: Sequence[Alternatives]) -> Alternatives:
    """Every combination of the alternatives of parts that follow one another, capped."""
    total = 1
    for part in parts:
        total *= max(len(part), 1)
        if total > MAX_ALTERNATIVES:
            parts = [p if len(p) <= 1 else UNKNOWN for p in parts]
            break
    return capped([merge_literals([piece for text in choice for piece in text]) for choice in product(*parts)])


def capped(texts: Iterable[Text]) -> Alternatives:
    """Without repetition; Unknown where there are too many."""
    found = tuple(dict.fromkeys(texts))
    return found if len(found) <= MAX_ALTERNATIVES else UNKNOWN


def property_name(method: str) -> str:
    """`getUrl` -> `url`, `isActive` -> `active`; a record's accessor is its own name."""
    for prefix in ("get", "is"):
        rest = method[len(prefix) :]
        if method.startswith(prefix) and rest[:1].isupper():
            return rest if rest.isupper() and len(rest) > 1 else rest[0].lower() + rest[1:]
    return method


def _source(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _arguments(node: Node) -> list[Node]:
    given = node.child_by_field_name("arguments")
    return [c for c in given.named_children if c.type not in _COMMENTS] if given is not None else []


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " ", "0": "\0"}


def _unescaped(escape: str) -> str:
    if escape.startswith("\\u"):
        digits = escape.lstrip("\\u")
        return chr(int(digits, 16)) if re.fullmatch(r"[0-9a-fA-F]{4}", digits) else ""
    if escape == "\\\n":
        return ""
    return _ESCAPES.get(escape[1:], escape[1:])


def _text_block(raw: str) -> str:
    lines = raw.lstrip(" \t").removeprefix("\n").split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    cut = min(indents, default=0)
    return "\n".join(line[cut:].rstrip() for line in lines).rstrip("\n")


def _plain_string(node: Node) -> str | None:
    return string_value(node) if node.type == "string_literal" else None


def _skip_locale(arguments: list[Node]) -> list[Node]:
    first = _source(arguments[0])
    return arguments[1:] if len(arguments) > 1 and first.startswith("Locale") else arguments


def _formatted(templates: Alternatives, arguments: list[Alternatives]) -> Alternatives:
    found: list[Text] = []
    for template in templates:
        text = literal(template)
        if text is None:
            text_parts = [part.text if isinstance(part, Literal) else None for part in template]
            if None in text_parts:
                return UNKNOWN
            text = "".join(part or "" for part in text_parts)
        if _FORMAT.search(text):
            pieces, position = _percent_pieces(text)
        else:
            pieces, position = _brace_pieces(text)
        filled = [
            ((Literal(piece),),) if isinstance(piece, str) else arguments[piece] if piece < len(arguments) else UNKNOWN
            for piece in pieces
        ]
        found += joined(filled)
    return capped(found)


def _percent_pieces(text: str) -> tuple[list[str | int], int]:
    pieces: list[str | int] = []
    position, next_argument = 0, 0
    for match in _FORMAT.finditer(text):
        pieces.append(text[position : match.start()])
        position = match.end()
        if match[1] == "%":
            pieces.append("%")
        elif match[1] == "n":
            pieces.append("\n")
        elif "$" in match[0]:
            pieces.append(int(match[0][1:].partition("$")[0]) - 1)
        else:
            pieces.append(next_argument)
            next_argument += 1
    return [*pieces, text[position:]], position


def _brace_pieces(text: str) -> tuple[list[str | int], int]:
    pieces: list[str | int] = []
    position = 0
    for match in _MESSAGE.finditer(text):
        pieces += [text[position : match.start()], int(match[1])]
        position = match.end()
    return [*pieces, text[position:]], position


def _with_separator(separators: Alternatives, arguments: list[Alternatives]) -> Alternatives:
    parts: list[Alternatives] = []
    for index, argument in enumerate(arguments):
        parts += [separators, argument] if index else [argument]
    return joined(parts)


def _as_setting(text: Text) -> Text:
    key = literal(text)
    return (Setting(key),) if key and "${" not in key else text


def _settings(keys: Alternatives, defaults: Alternatives | None) -> Alternatives:
    found: list[Text] = []
    for text in keys:
        key = literal(text)
        if key is None:
            found.append((Unknown(""),))
        else:
            found += [(Setting(key, literal(default)),) for default in defaults] if defaults else [(Setting(key),)]
    return tuple(found)


def _with_default(texts: Alternatives, defaults: Alternatives) -> Alternatives:
    if not defaults:
        return texts
    found: list[Text] = []
    for text in texts:
        part: Part | None = text[0] if len(text) == 1 else None
        default = literal(defaults[0]) if len(defaults) == 1 else None
        if isinstance(part, Env | Setting) and part.default is None and default is not None:
            found.append((type(part)(part.key, default),))
        else:
            found += [text, *defaults]
    return capped(found)


def _slashed(texts: Alternatives) -> Alternatives:
    return tuple(
        text if (literal(text[:1]) or "").startswith("/") else merge_literals([Literal("/"), *text]) for text in texts
    )


def _with_scheme(texts: Alternatives) -> Alternatives:
    return tuple(
        text
        if any(isinstance(part, Literal) and "://" in part.text for part in text)
        else merge_literals([Literal("http://"), *text])
        for text in texts
    )


def _resolved(base: Text, path: Text) -> Text:
    start = literal(path[:1]) or ""
    if "://" in start:
        return path
    ends = isinstance(base[-1], Literal) and base[-1].text.endswith("/") if base else False
    if ends and start.startswith("/"):
        return merge_literals(
            [*base[:-1], Literal(base[-1].text[:-1]) if isinstance(base[-1], Literal) else base[-1], *path]
        )
    return merge_literals([*base, *path] if ends or start.startswith("/") else [*base, Literal("/"), *path])


def _replaced(texts: Alternatives, olds: Alternatives, news: Alternatives) -> Alternatives:
    old = literal(olds[0]) if len(olds) == 1 else None
    if not old or len(news) != 1:
        return UNKNOWN
    found: list[Text] = []
    for text in texts:
        parts: list[Part] = []
        for part in text:
            if isinstance(part, Literal):
                for index, piece in enumerate(part.text.split(old)):
                    parts += [*news[0], Literal(piece)] if index else [Literal(piece)]
            else:
                parts.append(part)
        found.append(merge_literals(parts))
    return capped(found)


def _cased(texts: Alternatives, name: str) -> Alternatives:
    lower = name == "toLowerCase"
    return tuple(
        tuple(Literal(p.text.lower() if lower else p.text.upper()) if isinstance(p, Literal) else p for p in text)
        for text in texts
    )


def _discovered(node: Node, lower: _Lower) -> list[str] | None:
    """The service names that `choose("orders")` or `getInstances("orders")` in a chain ask a discovery client for."""
    current: Node | None = node
    for _ in range(20):
        if current is None or current.type != "method_invocation":
            return None
        if _source(current.child_by_field_name("name")) in (
            "choose",
            "getInstances",
            "getNextServerFromEureka",
            "getApplication",
        ):
            arguments = _arguments(current)
            names = [literal(text) for text in lower(arguments[0])] if arguments else []
            return [name for name in names if name] or None
        current = current.child_by_field_name("object")
    return None


def _substituted(text: Text, given: dict[str, Alternatives]) -> Alternatives:
    return (
        joined([given[p.name] if isinstance(p, Unknown) and p.name in given else ((p,),) for p in text])
        if text
        else _EMPTY
    )


def _switch_values(node: Node) -> list[Node]:
    body = node.child_by_field_name("body")
    found: list[Node] = []
    for rule in body.named_children if body is not None else ():
        for child in rule.named_children:
            if child.type == "expression_statement" and (value := first_named(child)) is not None:
                found.append(value)
            elif child.type == "block":
                found += [
                    v
                    for s in child.named_children
                    if s.type == "yield_statement" and (v := first_named(s)) is not None
                ]
    return found[: MAX_ALTERNATIVES + 1]
