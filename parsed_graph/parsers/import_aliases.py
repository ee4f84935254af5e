"""Aliases of JavaScript and TypeScript imports: `paths` and `baseUrl` of a tsconfig, `imports` and the name of a package.

https://www.typescriptlang.org/tsconfig/#paths, https://nodejs.org/api/packages.html#subpath-imports,
https://github.com/ilearnio/module-alias (`_moduleAliases`)
"""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Fact, ImportAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

_ENTRIES = ("source", "types", "typings", "module", "main")
_SOURCES = ("src/index", "src/main", "index", "lib/index", "src/lib/index")
"""Where a package's sources begin, where its entries name what a build writes."""
_MAX_DEPTH = 5


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Targets are from the repository's root; those that leave it are dropped."""
    document = json_mapping(artefact)
    found = _of_package(document) if artefact.name == "package.json" else _of_compiler(document)
    for pattern, targets, key in found:
        joined = [path for target in targets if (path := join_path(artefact.directory, target)) is not None]
        if joined:
            span = SourceSpan(artefact.path, document.line_of(key))
            # A package goes by its name everywhere, an alias only below the file that gives it.
            directory = "" if key == "name" else artefact.directory
            yield ImportAlias(directory, pattern, tuple(dict.fromkeys(joined)), span)


def _of_compiler(document: YamlMapping) -> Iterator[tuple[str, list[str], str]]:
    options = document.mapping("compilerOptions")
    base = options.text("baseUrl")
    for pattern, targets in options.mapping("paths").items():
        written = [target for target in targets if isinstance(target, str)] if isinstance(targets, YamlList) else []
        yield pattern, [f"{base or '.'}/{target}" for target in written], "compilerOptions"
    if base:
        yield "*", [f"{base}/*"], "compilerOptions"
    for extended, _ in document.items_of("extends").texts():
        if extended.startswith("."):
            yield "", [extended if extended.endswith(".json") else f"{extended}.json"], "extends"


def _of_package(document: YamlMapping) -> Iterator[tuple[str, list[str], str]]:
    for pattern, value in document.mapping("imports").items():
        yield pattern, list(_paths(value, 0)), "imports"
    for name in document.mapping("_moduleAliases"):
        target = document.mapping("_moduleAliases").text(name)
        yield name, [target], "_moduleAliases"
        yield f"{name}/*", [f"{target}/*"], "_moduleAliases"
    name = document.text("name")
    if name:
        exported = document.get("exports")
        subpaths = exported if isinstance(exported, YamlMapping) and any(k.startswith(".") for k in exported) else {}
        for subpath, value in subpaths.items():
            if subpath.startswith("./"):
                yield f"{name}/{subpath[2:]}", _with_sources(_paths(value, 0)), "name"
        own = _paths(subpaths.get(".") if subpaths else exported, 0)
        entries = [document.text(entry) for entry in _ENTRIES if document.text(entry)]
        yield name, [*_with_sources([*own, *entries]), *_SOURCES], "name"
        yield f"{name}/*", ["*", "src/*", "lib/*"], "name"


def _paths(value: YamlValue, depth: int) -> Iterator[str]:
    """A path, or those of all conditions."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, YamlMapping) and depth < _MAX_DEPTH:
        for each in value.values():
            yield from _paths(each, depth + 1)


def _with_sources(paths: Iterator[str] | list[str]) -> list[str]:
    """`dist/events.js` is built from `src/events`."""
    found: list[str] = []
    for path in paths:
        found.append(path)
        folder, slash, rest = path.removeprefix("./").partition("/")
        if slash and folder in ("dist", "build", "lib", "out"):
            found.append(f"src/{rest}")
    return found


PARSER = Parser("import_aliases", patterns=("tsconfig*.json", "jsconfig*.json", "package.json"), parse=parse)
