"""Maven: a pom.xml is a ModuleDecl with its Dependencies; image names that plugins give are ServiceAliases.

Placeholders are filled from the file's own properties and coordinates; what only a parent knows stays `${x}`.
A parent's properties are ConfigValues `maven:<name>`, and `parsed_graph/join/build_inheritance.py` hands them down.
Ecosystems: `maven`; `maven-managed` (scope managed) for dependencyManagement, which gives versions and nothing to run;
`maven-parent` (scope parent) for the parent; `openapi-spec` for what openapi-generator reads, its scope the generator.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.artefacts.safe_xml import local_name, read_xml
from parsed_graph.facts import ConfigValue, Dependency, Fact, ModuleDecl, ServiceAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser

if TYPE_CHECKING:
    from lxml.etree import _Element

_PLACEHOLDER = re.compile(r"\$\{([\w.-]+)\}")
_MAX_ROUNDS = 5
_OF_EACH_MODULE = frozenset({"project.artifactId", "pom.artifactId", "project.name", "project.basedir", "basedir"})
# Plugin -> path from its configuration to the name of the image that it builds.
_IMAGE_NAMES = {
    "spring-boot-maven-plugin": ("image", "name"),
    "jib-maven-plugin": ("to", "image"),
    "docker-maven-plugin": ("imageName",),
    "dockerfile-maven-plugin": ("repository",),
}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`ModuleDecl.members` are the folders of `<modules>`, those of profiles included."""
    root = read_xml(artefact)
    if local_name(root) != "project":
        return
    properties = _properties(artefact, root)
    yield _module(artefact, root, properties)
    is_parent = _text(root, "packaging", properties) == "pom"
    for child in _all(root, "properties", "*") if is_parent else ():
        value = properties[local_name(child)]
        if value:
            yield ConfigValue(f"maven:{local_name(child)}", value, SourceSpan(artefact.path, _line(child, root)))
    parent = _child(root, "parent")
    if parent is not None:
        yield _dependency(artefact, parent, properties, "maven-parent", "parent", {})
    managed = {
        (_text(d, "groupId", properties), _text(d, "artifactId", properties)): _text(d, "version", properties)
        for d in _all(root, "dependencyManagement", "dependencies", "dependency")
    }
    for element in _all(root, "dependencyManagement", "dependencies", "dependency"):
        yield _dependency(artefact, element, properties, "maven-managed", "managed", {})
    for holder in (root, *_all(root, "profiles", "profile")):
        for element in _all(holder, "dependencies", "dependency"):
            yield _dependency(artefact, element, properties, "maven", "", managed)
        for path in (("build", "plugins"), ("build", "pluginManagement", "plugins")):
            for plugin in _all(holder, *path, "plugin"):
                yield from _plugin_facts(artefact, plugin, properties, is_parent)


def _module(artefact: Artefact, root: "_Element", properties: Mapping[str, str]) -> ModuleDecl:
    modules = [*_all(root, "modules", "module")]
    for profile in _all(root, "profiles", "profile"):
        modules += _all(profile, "modules", "module")
    folders = (join_path(artefact.directory, _own_text(m).removesuffix("pom.xml")) for m in modules)
    return ModuleDecl(
        properties["project.artifactId"],
        artefact.directory,
        SourceSpan(artefact.path, _line(_child(root, "artifactId"), root)),
        build="maven",
        group=properties["project.groupId"],
        version=properties["project.version"],
        is_aggregator=_text(root, "packaging", properties) == "pom",
        members=tuple(dict.fromkeys(folder for folder in folders if folder is not None)),
    )


def _properties(artefact: Artefact, root: "_Element") -> dict[str, str]:
    """The file's properties and its coordinates under the names that placeholders use, filled as far as they go."""
    parent = _child(root, "parent")
    found: dict[str, str] = {}
    for child in (*_all(root, "profiles", "profile", "properties", "*"), *_all(root, "properties", "*")):
        found[local_name(child)] = _own_text(child)
    for name in ("groupId", "artifactId", "version"):
        inherited = _text(parent, name, {}) if parent is not None and name != "artifactId" else ""
        found[f"project.{name}"] = found[f"pom.{name}"] = _text(root, name, {}) or inherited
        found[f"project.parent.{name}"] = _text(parent, name, {}) if parent is not None else ""
    found |= {"project.basedir": artefact.directory or ".", "basedir": artefact.directory or "."}
    found["project.name"] = _text(root, "name", {}) or found["project.artifactId"]
    for _ in range(_MAX_ROUNDS):
        filled = {key: _fill(value, found) for key, value in found.items()}
        if filled == found:
            break
        found = filled
    return found


def _dependency(
    artefact: Artefact,
    element: "_Element",
    properties: Mapping[str, str],
    ecosystem: str,
    scope: str,
    managed: Mapping[tuple[str, str], str],
) -> Dependency:
    group, artifact = _text(element, "groupId", properties), _text(element, "artifactId", properties)
    own = _text(element, "scope", properties)
    optional = _text(element, "optional", properties) == "true"
    return Dependency(
        ecosystem,
        artifact,
        SourceSpan(artefact.path, _line(_child(element, "artifactId"), element)),
        group=group,
        version=_text(element, "version", properties) or managed.get((group, artifact), ""),
        scope=scope or ("" if own in ("compile", "runtime") else own) or ("optional" if optional else ""),
    )


def _plugin_facts(
    artefact: Artefact, plugin: "_Element", properties: Mapping[str, str], is_parent: bool
) -> Iterator[Fact]:
    """In a parent `${project.artifactId}` stands for each module's name and stays; another image is none of its modules'."""
    if is_parent:
        properties = {key: value for key, value in properties.items() if key not in _OF_EACH_MODULE}
    name = _text(plugin, "artifactId", properties)
    executions = [plugin, *_all(plugin, "executions", "execution")]
    configurations = [found for e in executions if (found := _child(e, "configuration")) is not None]
    for configuration in configurations:
        images = [*_all(configuration, *_IMAGE_NAMES.get(name, ("images", "image", "name")))]
        if name == "docker-maven-plugin":  # fabric8's plugin of the same name has a list.
            images += _all(configuration, "images", "image", "name")
        for image in images if "docker" in name or name in _IMAGE_NAMES else ():
            text = _fill(_own_text(image), properties)
            if not is_parent or "${project." in text:
                yield ServiceAlias(text, artefact.directory, SourceSpan(artefact.path, _line(image, plugin)), "maven")
        specification = _child(configuration, "inputSpec")
        if name == "openapi-generator-maven-plugin" and specification is not None:
            path = _local_path(artefact, _fill(_own_text(specification), properties))
            span = SourceSpan(artefact.path, _line(specification, plugin))
            yield Dependency("openapi-spec", path, span, scope=_text(configuration, "generatorName", properties))


def _local_path(artefact: Artefact, path: str) -> str:
    """From the root, where the file is one of the repository's; URLs and what leaves the repository as written."""
    if "://" in path:
        return path
    base = "" if artefact.directory and path.startswith(f"{artefact.directory}/") else artefact.directory
    return join_path(base, path) or path


def _fill(text: str, properties: Mapping[str, str]) -> str:
    if "${" not in text or len(text) > 1000:
        return text
    return _PLACEHOLDER.sub(lambda match: properties.get(match[1]) or match[0], text)


def _child(element: "_Element", name: str) -> "_Element | None":
    return next((child for child in element if local_name(child) == name), None)


def _all(element: "_Element", *names: str) -> Iterator["_Element"]:
    """Every element at a path of names, `*` for any."""
    level = [element]
    for name in names:
        level = [
            child
            for parent in level
            for child in parent
            if local_name(child) == name or (name == "*" and local_name(child))
        ]
    return iter(level)


def _text(element: "_Element | None", name: str, properties: Mapping[str, str]) -> str:
    child = _child(element, name) if element is not None else None
    return _fill(_own_text(child), properties) if child is not None else ""


def _own_text(element: "_Element") -> str:
    return (element.text or "").strip()


def _line(element: "_Element | None", otherwise: "_Element") -> int:
    line = (element if element is not None else otherwise).sourceline
    return line if isinstance(line, int) else 1


PARSER = Parser("maven", patterns=("pom.xml",), parse=parse)
