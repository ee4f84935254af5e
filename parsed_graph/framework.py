"""What a framework is: a few rules over a source file's annotations, calls and types, found by name.

A module in `parsed_graph/parsers` that deals with source code exposes `FRAMEWORK = Framework(...)`. All
frameworks of a language share one pass over the file: each annotation, call and base type is looked up by
its name, so a hundred frameworks cost no more than one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from parsed_graph.facts import Fact
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile, TypeSyntax


@dataclass(frozen=True, slots=True)
class CallRule:
    """Facts from a call or object creation with one of `names`.

    `types`: where given, the receiver's type (for an object creation, the type itself) must be one of these simple
    names. `imports`: where given, the file must import something that starts with one of these.
    """

    names: tuple[str, ...]
    emit: Callable[[CallSyntax, SourceFile], Iterable[Fact]]
    types: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotationRule:
    """Facts from an annotation, decorator or attribute with one of `names`. `imports` is as for a call; a qualified name imports itself."""

    names: tuple[str, ...]
    emit: Callable[[AnnotationSyntax, SourceFile], Iterable[Fact]]
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TypeRule:
    """Facts from a type that extends or implements one of `bases` (simple names, without type arguments)."""

    bases: tuple[str, ...]
    emit: Callable[[TypeSyntax, SourceFile], Iterable[Fact]]
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework or client library: its languages and rules. `files` rules see the whole file, once; keep them rare."""

    name: str
    languages: tuple[str, ...]
    calls: tuple[CallRule, ...] = ()
    annotations: tuple[AnnotationRule, ...] = ()
    types: tuple[TypeRule, ...] = ()
    files: tuple[Callable[[SourceFile], Iterable[Fact]], ...] = ()


class Dispatch:
    """The rules of all frameworks of one language, indexed by the name that triggers them."""

    def __init__(self, frameworks: Sequence[Framework]) -> None:
        self._calls: defaultdict[str, list[CallRule]] = defaultdict(list)
        self._annotations: defaultdict[str, list[AnnotationRule]] = defaultdict(list)
        self._types: defaultdict[str, list[TypeRule]] = defaultdict(list)
        self._files = [rule for framework in frameworks for rule in framework.files]
        for framework in frameworks:
            for call_rule in framework.calls:
                for name in call_rule.names:
                    self._calls[name].append(call_rule)
            for annotation_rule in framework.annotations:
                for name in annotation_rule.names:
                    self._annotations[name].append(annotation_rule)
            for type_rule in framework.types:
                for name in type_rule.bases:
                    self._types[name].append(type_rule)

    def facts(self, file: SourceFile) -> list[Fact]:
        """Everything that the frameworks see in a file."""
        found = list(file.facts)
        for annotation in file.annotations:
            for annotation_rule in self._annotations.get(annotation.name, ()):
                prefixes = annotation_rule.imports
                is_qualified = "." in annotation.receiver and annotation.receiver.startswith(prefixes)
                if not prefixes or is_qualified or file.imports_any(prefixes):
                    found += annotation_rule.emit(annotation, file)
        calls = self._calls
        for call in file.calls:
            if call.name not in calls:
                continue
            for call_rule in calls[call.name]:
                if call_rule.types and (call.name if call.is_new else call.receiver_type) not in call_rule.types:
                    continue
                if not call_rule.imports or file.imports_any(call_rule.imports):
                    found += call_rule.emit(call, file)
        for declared in file.types:
            for type_rule in self._type_rules(declared):
                if not type_rule.imports or file.imports_any(type_rule.imports):
                    found += type_rule.emit(declared, file)
        for rule in self._files:
            found += rule(file)
        return found

    def _type_rules(self, declared: TypeSyntax) -> Iterable[TypeRule]:
        """The rules that a type's bases trigger, each once however many of its bases it names."""
        rules = [rule for base in declared.bases for rule in self._types.get(simple_name(base), ())]
        return rules if len(rules) < 2 else {id(rule): rule for rule in rules}.values()


def simple_name(type_text: str) -> str:
    """`org.x.JpaRepository<Order, Long>` -> `JpaRepository`."""
    return type_text.split("<", 1)[0].split("[", 1)[0].rsplit(".", 1)[-1].rsplit("::", 1)[-1].strip("?*& ")
