"""PHP's string expressions: constants and variables that included files define, enum values, what the web server puts into `$_SERVER`."""

from __future__ import annotations

import re

from parsed_graph.facts import Reference
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.php_grammar import SCRIPT, type_name
from parsed_graph.syntax.php_libraries import BUILT_IN
from parsed_graph.syntax.php_names import Imports
from parsed_graph.syntax.php_text_calls import known_value
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_scope import member_name

_CONSTANT = re.compile(r"^(?!PHP_|E_|M_|CURL|JSON_|LOG_|LC_|SORT_|FILTER_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$")
_REQUEST = re.compile(
    r"^(HTTP|REQUEST|SERVER|REMOTE|SCRIPT|QUERY|DOCUMENT|CONTENT|PHP|PATH|GATEWAY|HTTPS|argv|argc)(_|$)"
)


class PhpText(ScriptText):
    """Lowers the string expressions of one file. `includes` tells whether other files' variables are in sight."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        fields: dict[str, dict[str, list[Binding]]],
        imports: Imports,
        includes: bool,
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, frozenset(imports.foreign))
        self._imports, self._includes = imports, includes
        self._methods = {(id(f.owner), f.name): f for f in reversed(file.functions) if f.owner is not None}

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if holder(found.name, scope) is not None:
            return super()._name(found, scope, frame, depth)
        if found.node.type == "variable_name":
            is_included = self._includes and scope.function is None and not found.name.startswith("_")
            return ((Reference(member_name(self.file.package, found.name)),),) if is_included else UNKNOWN
        if found.node.type == "name" and _CONSTANT.match(found.name):
            return ((Reference(member_name(self._imports.root, found.name)),),)
        return super()._name(found, scope, frame, depth)

    def pick(self, target: Meaning | None, key: str, depth: int = 0) -> Meaning | None:
        """A member; what a request puts into `$_SERVER` is no setting."""
        if target is not None and target.is_environment and _REQUEST.match(key):
            return None
        return super().pick(target, key, depth)

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        """`Topic::Orders->value` is what the case of the enum stands for."""
        if found.name == "value" and found.nodes and self.shape(found.nodes[0]).kind == "member":
            inner = self.lower_at(found.nodes[0], scope, frame, depth + 1)
            if inner != UNKNOWN:
                return inner
        return super()._member(found, scope, frame, depth)

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """A class of this file, imported, or of the same namespace."""
        found = super().meaning_of_type(declared, scope)
        name = type_name(declared)
        if found is not None or not name or name in BUILT_IN:
            return found
        if declared.strip("?").startswith("\\"):
            return Meaning(scope, external=self._imports.full(name.replace(".", "\\")))
        return Meaning(scope, external=member_name(self.file.package, name))

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function of this file that is called: by name, on the object itself, or on a class of the file."""
        found = super().called(call, scope)
        if found is not None or call.receiver is None or call.is_new:
            return found
        shape = self.shape(call.receiver)
        declared = self.tree.root.declared.get(shape.name) if shape.kind == "name" else None
        if not isinstance(declared, TypeSyntax) or shape.node.type == "variable_name":
            return None
        return self._methods.get((id(declared), call.name))
