"""YAML with line numbers and raw scalars: mappings and lists that know where their parts stand.

PyYAML's C composer is used without a constructor: `on` stays "on", dates stay text, no object is built.
Aliases are expanded up to a cap, so that a "billion laughs" file is an error and not a full memory.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import yaml

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact
from parsed_graph.syntax.template_text import is_templated, render_template


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Composes without asking what type each scalar might be, which takes a third of the time: all are text here."""

    def resolve(self, kind: object, value: object, implicit: object) -> str:
        return "text"

    def descend_resolver(self, *_: object) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


_COMPLEX_KEY = ""
"""What a key that is no scalar is called."""
MAX_NODES = 200_000
MAX_DEPTH = 100
MAX_REPAIRS = 5
"""How many broken top-level blocks of one file are blanked out before the rest of it is given up."""

# Maven and Ant filtering leave `version: @project.version@` and `%HOST%`, which YAML allows only in quotes.
_FILTERED = re.compile(r"^([ \t]*(?:- )?[\w./\[\]-]+:[ \t]+)([@%`][^\n'#]*?)[ \t]*$", re.M)

YamlValue: TypeAlias = "YamlMapping | YamlList | str | None"


class YamlMapping(dict[str, "YamlValue"]):
    """A mapping; `line` is where it starts, `lines` where each key stands. Merge keys (`<<`) are applied."""

    line: int
    lines: dict[str, int]

    def line_of(self, key: str) -> int:
        """The line of a key, or of the mapping where the key is absent."""
        return self.lines.get(key, self.line)

    def mapping(self, *path: str) -> "YamlMapping":
        """The mapping at a path of keys, an empty one where there is none."""
        value: YamlValue = self
        for key in path:
            value = value.get(key) if isinstance(value, YamlMapping) else None
        return value if isinstance(value, YamlMapping) else _mapping(self.line)

    def items_of(self, key: str) -> "YamlList":
        """The list at a key, an empty one where there is none; a single value is a list of one."""
        value = self.get(key)
        if isinstance(value, YamlList):
            return value
        found = YamlList() if value is None else YamlList([value])
        found.line, found.lines = self.line_of(key), [self.line_of(key)] * len(found)
        return found

    def text(self, key: str, default: str = "") -> str:
        """The scalar at a key as written, `default` where there is none."""
        value = self.get(key)
        return value if isinstance(value, str) else default


class YamlList(list["YamlValue"]):
    """A sequence; `line` is where it starts, `lines` where each item stands."""

    line: int
    lines: list[int]

    def mappings(self) -> Iterator[YamlMapping]:
        """The items that are mappings."""
        return (item for item in self if isinstance(item, YamlMapping))

    def texts(self) -> Iterator[tuple[str, int]]:
        """The items that are scalars, with their lines."""
        return ((item, line) for item, line in zip(self, self.lines, strict=True) if isinstance(item, str))


def _mapping(line: int) -> YamlMapping:
    mapping = YamlMapping()
    mapping.line, mapping.lines = line, {}
    return mapping


def yaml_documents(artefact: Artefact) -> list[YamlValue]:
    """Every document of a YAML artefact, parsed once however many parsers ask; not to be changed by them.

    Never raises: of a broken file it gives what stands outside the broken top-level blocks, of a templated one what
    an approximate rendering gives. `yaml_error` says what is wrong, and only the parser `yaml_file` reports it.
    """
    return _read(artefact)[0]


def yaml_error(artefact: Artefact) -> ArtefactError | None:
    """Why `yaml_documents` is not all that the artefact says; None for a sound file."""
    return _read(artefact)[1]


@lru_cache(maxsize=4)
def _read(artefact: Artefact) -> tuple[list[YamlValue], ArtefactError | None]:
    try:
        text = artefact.text
        if ": @" in text or ": %" in text or ": `" in text:
            text = _FILTERED.sub(r"\1'\2'", text)
        if is_templated(text) and not _is_plain_yaml(artefact.path, text):
            error = ArtefactError(artefact.path, 1, "a template, read approximately", reason="templated")
            return _load_repaired(artefact.path, render_template(text, lambda _: "").text, error)
        return load_documents(artefact.path, text), None
    except ArtefactError as error:
        if error.reason != "unparseable":
            return [], error
        return _load_repaired(artefact.path, text, error)


def _is_plain_yaml(path: str, text: str) -> bool:
    """Whether braces stand only where YAML has them as text: in a block scalar, not as `{{ x }}`, a mapping for a key."""
    try:
        return _COMPLEX_KEY not in {key for document in load_documents(path, text) for key in _all_keys(document)}
    except ArtefactError:
        return False


def _all_keys(value: YamlValue) -> Iterator[str]:
    if isinstance(value, YamlMapping):
        yield from value
        for child in value.values():
            yield from _all_keys(child)
    elif isinstance(value, YamlList):
        for child in value:
            yield from _all_keys(child)


def _load_repaired(path: str, text: str, problem: ArtefactError) -> tuple[list[YamlValue], ArtefactError]:
    lines = text.splitlines()
    broken = problem
    for _ in range(MAX_REPAIRS):
        if broken is not problem or problem.reason == "unparseable":
            _blank_block(lines, broken.line - 1)
        try:
            return load_documents(path, "\n".join(lines)), problem
        except ArtefactError as error:
            broken = error
            if error.reason != "unparseable":
                break
    return [], problem


def _blank_block(lines: list[str], at: int) -> None:
    """Empties the top-level block around a line, so that all other lines keep their numbers."""
    at = min(at, len(lines) - 1)
    first = at
    while first > 0 and not _opens_block(lines[first]):
        first -= 1
    last = at + 1
    while last < len(lines) and not _opens_block(lines[last]):
        last += 1
    lines[first:last] = [""] * (last - first)


def _opens_block(line: str) -> bool:
    return bool(line) and (line.startswith("---") or not (line[0].isspace() or line[0] in "#-}]"))


def load_documents(path: str, text: str) -> list[YamlValue]:
    """Every document of a stream; null scalars are None, all others text as written.

    Raises ArtefactError with the line for bad syntax, too many nodes after alias expansion, or too deep nesting.
    """
    documents: list[YamlValue] = []
    budget = _Budget(path)
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            if node is not None:
                documents.append(_convert(node, budget, 0))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ArtefactError(path, line, f"not valid YAML: {error.problem or error.context}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ArtefactError(path, 1, f"not valid YAML: {error}") from error
    finally:
        loader.dispose()
    return documents


class _Budget:
    def __init__(self, path: str) -> None:
        self.path, self.left = path, MAX_NODES

    def exceeded(self, node: yaml.Node) -> ArtefactError:
        what = "expands to too many nodes" if self.left < 0 else "is nested too deeply"
        return ArtefactError(self.path, node.start_mark.line + 1, f"YAML {what}", reason="too-large")


_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def _convert(node: yaml.Node, budget: _Budget, depth: int) -> YamlValue:
    budget.left -= 1
    if budget.left < 0 or depth > MAX_DEPTH:
        raise budget.exceeded(node)
    if isinstance(node, yaml.ScalarNode):
        text: str = node.value
        return None if text in _NULLS and not node.style else text  # A plain style is "" in C and None in Python.
    if isinstance(node, yaml.MappingNode):
        return _convert_mapping(node, budget, depth)
    items = YamlList([_convert(item, budget, depth + 1) for item in node.value])
    items.line, items.lines = node.start_mark.line + 1, [item.start_mark.line + 1 for item in node.value]
    return items


def _convert_mapping(node: yaml.MappingNode, budget: _Budget, depth: int) -> YamlMapping:
    mapping = _mapping(node.start_mark.line + 1)
    lines = mapping.lines
    merged: list[YamlMapping] = []
    for key, value in node.value:
        converted = _convert(value, budget, depth + 1)
        name = key.value if isinstance(key, yaml.ScalarNode) else _COMPLEX_KEY
        if name == "<<" and not key.style:
            sources = converted if isinstance(converted, YamlList) else [converted]
            merged.extend(source for source in sources if isinstance(source, YamlMapping))
        else:
            mapping[name] = converted
            lines[name] = key.start_mark.line + 1
    for source in merged:
        for name, converted in source.items():
            if name not in mapping:
                mapping[name], lines[name] = converted, source.line_of(name)
    return mapping
