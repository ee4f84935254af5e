"""JavaScript and TypeScript: what a file imports by an alias, by a package's name or through a file of exports is named as it is declared.

A parser sees one file: for `import { ORDERS } from "@shop/events"` it can only say `@shop/events.ORDERS`. Here the specifier
becomes the file that is meant, and the name that of the file which declares it: `libs.events.src.topics.ORDERS`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import ConstDecl, Fact, Import, ImportAlias, ModuleNames, Reference, Text
from parsed_graph.syntax.module_names import module_name

_SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue")
_MAX_EXPORTS = 8
"""How many files of exports a name is followed through."""
_MAX_EXTENDS = 5
_NAMES = frozenset({"target", "router", "on", "function"})
"""Fields that hold a qualified name, beside those that hold a Text."""


def name_by_declaration(facts: Iterable[Fact]) -> list[Fact]:
    """The facts of one repository; an Import of one of its own files has that file's path as its name, any other of a script is gone."""
    known = list(facts)
    imports = [fact for fact in known if isinstance(fact, Import) and fact.module]
    if not imports:
        return known
    modules = _Modules(known, imports)
    by_file: dict[str, _Names] = {}
    for each in imports:
        found = modules.meant(each)
        if found is not None:
            by_file.setdefault(each.span.path, _Names(modules)).meant[each.module] = found
    renamed: list[Fact] = []
    for fact in known:
        if isinstance(fact, Import) and fact.module:
            renamed += modules.followed(fact)
        elif fact.span.path in by_file:
            renamed.append(_rename(fact, by_file[fact.span.path]))
        else:
            renamed.append(fact)
    return [fact for fact in renamed if not isinstance(fact, ImportAlias | ModuleNames)]


class _Modules:
    """The script files of a repository by module name, their names, and what they offer of one another."""

    def __init__(self, facts: list[Fact], imports: list[Import]) -> None:
        paths = {fact.span.path for fact in facts if fact.span.path.endswith(_SCRIPTS)}
        self._paths = {module_name(path): path for path in sorted(paths, reverse=True)}
        self._aliases = _Aliases(fact for fact in facts if isinstance(fact, ImportAlias))
        self._names = {fact.module: frozenset(fact.names) for fact in facts if isinstance(fact, ModuleNames)}
        self._known: dict[tuple[str, str], str | None] = {}
        self._exports: defaultdict[str, list[str]] = defaultdict(list)
        self._again: dict[str, str] = {}
        for fact in imports:
            found = self.meant(fact) if fact.exported else None
            if found is not None:
                self._exports[module_name(fact.span.path)].append(found)
        by_file = {(fact.span.path, fact.module): fact for fact in imports}
        for each in facts:
            if isinstance(each, ConstDecl) and len(each.value) == 1 and isinstance(each.value[0], Reference):
                module, _, name = each.value[0].name.rpartition(".")
                source = by_file.get((each.span.path, module))
                found = self.meant(source) if source is not None else None
                if found is not None:
                    self._again[each.name] = f"{found}.{name}"

    def meant(self, fact: Import) -> str | None:
        """The module of the repository that an import means, None for none."""
        folder = fact.span.path.rpartition("/")[0]
        key = (folder, fact.name)
        if key not in self._known:
            self._known[key] = next((m for m in self._candidates(folder, fact.name) if m in self._paths), None)
        return self._known[key]

    def _candidates(self, folder: str, specifier: str) -> Iterator[str]:
        if specifier.startswith("."):
            path = join_path(folder, specifier)
            if path is not None:
                yield module_name(path)
            return
        for target in self._aliases.targets(folder, specifier):
            yield module_name(target)

    def declared(self, module: str, name: str) -> str:
        """The module that declares a name which this one offers; itself where nothing says otherwise."""
        pending, seen = [(module, name)], {module}
        for _ in range(_MAX_EXPORTS * 4):
            if not pending:
                break
            current, wanted = pending.pop(0)
            again = self._again.get(f"{current}.{wanted}")
            if again is not None and again.rpartition(".")[0] not in seen:
                seen.add(again.rpartition(".")[0])
                pending.insert(0, (again.rpartition(".")[0], again.rpartition(".")[2]))
            elif wanted in self._names.get(current, ()):
                return current
            else:
                pending += [(other, wanted) for other in self._exports.get(current, ()) if other not in seen]
                seen.update(self._exports.get(current, ()))
        return module

    def followed(self, fact: Import) -> Iterator[Import]:
        """An import of one file for each that declares what is taken; all that a file of exports offers where all is taken."""
        found = self.meant(fact)
        if found is None:
            return
        taken: defaultdict[str, list[str]] = defaultdict(list)
        for name in fact.names:
            for target in (self.declared(found, name),) if name != "*" else sorted({found, *self._offered(found)}):
                taken[target].append(name)
        for target, names in sorted(taken.items()):
            yield msgspec.structs.replace(fact, name=self._paths[target], names=tuple(names))

    def _offered(self, module: str) -> set[str]:
        seen: set[str] = set()
        pending = list(self._exports.get(module, ()))
        while pending:
            each = pending.pop()
            if each not in seen:
                seen.add(each)
                pending += self._exports.get(each, ())
        return seen


class _Aliases:
    """What specifiers stand for below each folder, those of the deepest folder first."""

    def __init__(self, aliases: Iterable[ImportAlias]) -> None:
        self._by_folder: defaultdict[str, list[ImportAlias]] = defaultdict(list)
        by_file: defaultdict[str, list[ImportAlias]] = defaultdict(list)
        for alias in aliases:
            by_file[alias.span.path].append(alias)
        for own in by_file.values():
            for alias in own:
                for held in _extended(alias, by_file, 0):
                    self._by_folder[alias.directory].append(held)
        for held_here in self._by_folder.values():
            held_here.sort(key=_precedence)

    def targets(self, folder: str, specifier: str) -> Iterator[str]:
        while True:
            for alias in self._by_folder.get(folder, ()):
                before, star, after = alias.pattern.partition("*")
                if not star and specifier == alias.pattern:
                    yield from alias.targets
                elif star and specifier.startswith(before) and specifier.endswith(after):
                    inner = specifier[len(before) : len(specifier) - len(after)]
                    yield from (target.replace("*", inner, 1) for target in alias.targets)
            if not folder:
                return
            folder = folder.rpartition("/")[0]


def _precedence(alias: ImportAlias) -> tuple[int, str, str, int]:
    """The longest prefix first; of two files that say the same, the first by name."""
    return -len(alias.pattern.partition("*")[0]), alias.pattern, alias.span.path, alias.span.line


def _extended(alias: ImportAlias, by_file: dict[str, list[ImportAlias]], depth: int) -> Iterator[ImportAlias]:
    if alias.pattern:
        yield alias
    elif depth < _MAX_EXTENDS:
        for path in alias.targets:
            for other in by_file.get(path, ()):
                yield from _extended(other, by_file, depth + 1)


class _Names:
    """The names that one file uses, as they are declared. `meant`: what each module that it imports is."""

    def __init__(self, modules: _Modules) -> None:
        self.meant: dict[str, str] = {}
        self._modules = modules

    def name(self, written: str) -> str:
        end = len(written)
        while end > 0:
            module = self.meant.get(written[:end])
            if module is not None:
                first, dot, rest = written[end + 1 :].partition(".")
                return f"{self._modules.declared(module, first)}.{first}{dot}{rest}" if first else module
            end = written.rfind(".", 0, end)
        return written

    def text(self, text: Text) -> Text:
        return tuple(Reference(self.name(part.name)) if isinstance(part, Reference) else part for part in text)


def _rename(fact: Fact, names: _Names) -> Fact:
    changed = {}
    for field in _fields(type(fact)):
        value = getattr(fact, field)
        if isinstance(value, str):
            new: object = names.name(value)
        elif field == "bases":
            new = tuple(names.name(base) for base in value)
        else:
            new = names.text(value)
        if new != value:
            changed[field] = new
    return msgspec.structs.replace(fact, **changed) if changed else fact


@cache
def _fields(kind: type[Fact]) -> tuple[str, ...]:
    """The fields that hold names or Texts."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.type == Text or field.name in _NAMES or field.name == "bases"
    )
