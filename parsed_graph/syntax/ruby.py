"""Ruby: modules, classes, methods, calls and bindings of a file, from one query and one sweep in document order."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.implied_self_text import ImpliedSelfTypes
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.ruby_facts import ruby_facts
from parsed_graph.syntax.ruby_grammar import GRAMMAR, key_text
from parsed_graph.syntax.ruby_names import Constants
from parsed_graph.syntax.ruby_text import RubyText
from parsed_graph.syntax.scope_reader import ScopeReader
from parsed_graph.syntax.scopes import Binding, Parameter
from parsed_graph.syntax.source_file import Argument, SourceFile
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope

_QUERY = Query(
    GRAMMAR,
    """
    [(module) (class) (method) (singleton_method) (do_block) (block) (lambda) (call) (assignment) (operator_assignment)
     (scope_resolution) (constant)] @node
    """,
)
_PARSER = Parser(GRAMMAR)
_REQUIRES = frozenset({"require", "require_relative", "load"})
_FIELDS = frozenset({"attr_reader", "attr_accessor", "attr_writer"})
_DATA = frozenset({"schema.rb", "structure.rb"})


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it."""
    root = _PARSER.parse(artefact.source).root_node
    reader = _Reader(artefact)
    reader.sweep(root, captures(_QUERY, root).get("node", []), _HANDLERS)
    return reader.done()


class _Reader(ScopeReader):
    def __init__(self, artefact: Artefact) -> None:
        self.constants = Constants(artefact.directory)
        super().__init__(artefact, artefact.source, "ruby", self.constants.root, ImpliedSelfTypes)

    def done(self) -> SourceFile:
        self.file.imports = self.constants.names
        file, text = self.finish(lambda f, tree: RubyText(f, tree, self.fields, self.constants))
        file.imported = frozenset(self.imported | self.constants.foreign)
        file.facts += ruby_facts(text)
        return file

    # --- Declarations -------------------------------------------------------------------------

    def _type(self, node: Node) -> None:
        """`class Api::Orders < Base` is Orders within Api."""
        name_node, superclass = node.child_by_field_name("name"), node.child_by_field_name("superclass")
        written = self.text(name_node).replace("::", ".").strip(".")
        bases = []
        if superclass is not None and superclass.named_child_count:
            base = self.text(superclass.named_children[0]).partition("(")[0].partition("[")[0]
            bases.append(base)
            if base[:1].isupper() or base.startswith("::"):
                self.constants.see(base)
        name = written.rpartition(".")[2]
        declared = self.open_type(node, written, node.type, bases, [])
        declared.name = name
        self.scopes[0].declared.setdefault(name, declared)

    def _method(self, node: Node) -> None:
        name = self.text(node.child_by_field_name("name"))
        function, inner = self.open_function(node, name, [], "")
        function.owner = inner.owner
        listed = node.child_by_field_name("parameters")
        function.signature = f"{name}({self._parameters(listed, inner, function.parameters)})"

    def _block(self, node: Node) -> None:
        self._parameters(node.child_by_field_name("parameters"), self.open_block(node), {})

    def _parameters(self, node: Node | None, inner: TypedScope, types: dict[str, str]) -> str:
        written: list[str] = []
        for child in node.named_children if node is not None else ():
            kind = child.type
            name_node = child if kind == "identifier" else child.child_by_field_name("name")
            if name_node is None or kind == "block_parameter":
                continue
            name = self.text(name_node)
            default = child.child_by_field_name("value") if kind != "identifier" else None
            inner.parameters[name] = Parameter(len(written), "", default)
            types[name] = ""
            written.append(name)
        return ", ".join(written)

    # --- Calls --------------------------------------------------------------------------------

    def read_arguments(self, call: TypedCall) -> list[Argument]:
        found: list[Argument] = []
        for child in call.argument_list.named_children if call.argument_list is not None else ():
            kind = child.type
            if kind == "pair":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None:
                    found.append(Argument(key_text(key, self.source), value))
            elif kind not in ("comment", "block_argument", "heredoc_body"):
                found.append(Argument("", child))
        return found

    def _call(self, node: Node) -> None:
        name_node, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        if name_node is None:
            return
        name, arguments = self.text(name_node), node.child_by_field_name("arguments")
        if name == "new" and receiver is not None and receiver.type in ("constant", "scope_resolution"):
            written = self.text(receiver)
            self.constants.see(written)
            last = written.rpartition("::")[2]
            call = TypedCall(last, None, node, self.scope, receiver, arguments, self.call_types, True)
        else:
            call = TypedCall(name, receiver, node, self.scope, name_node, arguments, self.call_types)
        self.calls.append(call)
        if receiver is None and arguments is not None:
            self._macro(name, call)

    def _macro(self, name: str, call: TypedCall) -> None:
        """Calls that declare: what is required, what is mixed in, which fields are read by methods."""
        if name in _REQUIRES and call.arguments:
            required = key_text(call.arguments[0].node, self.source)
            self.imported.add(required)
            if name == "require_relative":
                self.constants.require(self.artefact.directory, required)
        elif self.scope.type is None:
            return
        elif name in ("include", "extend", "prepend"):
            self.scope.type.bases += [
                self.text(a.node) for a in call.arguments if a.node.type in ("constant", "scope_resolution")
            ]
        elif name in _FIELDS:
            for argument in call.arguments:
                self.bind_field(self.scope.type, key_text(argument.node, self.source), None)

    def _constant(self, node: Node) -> None:
        owner = self.scope.owner
        inherits = owner is not None and bool(owner.bases)
        self.constants.see(self.text(node), owner.qualified_name if owner is not None and inherits else "")

    # --- Bindings -----------------------------------------------------------------------------

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        operator = node.child_by_field_name("operator")
        kind = "+=" if operator is not None and operator.type in ("+=", "<<=") else "="
        if left.type == "left_assignment_list":
            self._unpack(left, right, node.end_byte)
        else:
            self._bind(left, Binding(right, node.end_byte, kind))

    def _unpack(self, left: Node, right: Node, place: int) -> None:
        values = right.named_children if right.type in ("right_assignment_list", "array") else []
        for index, target in enumerate(left.named_children):
            if len(values) == left.named_child_count:
                self._bind(target, Binding(values[index], place))
            elif not values:
                self._bind(target, Binding(right, place, keys=(str(index),)))

    def _bind(self, left: Node, binding: Binding) -> None:
        kind, name = left.type, self.text(left)
        if kind == "identifier":
            self.scope.bind(name, binding)
        elif kind == "global_variable":
            self.scopes[0].bind(name, binding)
        elif kind in ("instance_variable", "class_variable"):
            if self.scope.owner is not None:
                self.bind_field(self.scope.owner, name.lstrip("@"), binding)
            else:
                self.scopes[0].bind(name, binding)
        elif kind == "constant":
            if self.scope.type is not None:
                self.bind_field(self.scope.type, name, binding)
            else:
                self.scopes[0].bind(name, binding)
        elif kind == "call":
            self._bind_member(left, binding)
        elif kind == "element_reference" and left.named_child_count == 2:
            key = key_text(left.named_children[1], self.source)
            if key and left.named_children[0].type == "identifier":
                self.scope.bind(f"{self.text(left.named_children[0])}.{key}", binding)

    def _bind_member(self, left: Node, binding: Binding) -> None:
        """`self.table_name = …` in a class is a field; `config.url = …` binds the path."""
        receiver, name = left.child_by_field_name("receiver"), self.text(left.child_by_field_name("method"))
        if receiver is None:
            return
        if receiver.type == "self":
            if self.scope.owner is not None:
                self.bind_field(self.scope.owner, name, binding)
        elif receiver.end_byte - receiver.start_byte < 60:
            self.scope.bind(f"{self.text(receiver)}.{name}", binding)


_HANDLERS: dict[int, Callable[[_Reader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        ("module", _Reader._type),
        ("class", _Reader._type),
        ("method", _Reader._method),
        ("singleton_method", _Reader._method),
        ("do_block", _Reader._block),
        ("block", _Reader._block),
        ("lambda", _Reader._block),
        ("call", _Reader._call),
        ("assignment", _Reader._assignment),
        ("operator_assignment", _Reader._assignment),
        ("scope_resolution", _Reader._constant),
        ("constant", _Reader._constant),
    )
}

LANGUAGE = Language("ruby", ("*.rb", "*.ru"), read)
