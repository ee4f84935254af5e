"""Gradle: a build script is a ModuleDecl with its Dependencies, a settings script names the modules.

Ecosystems: `maven`; `gradle-project` for `project(":x")`, its artifact the Gradle path; `gradle-alias` for a name of a
version catalogue (`libs.kafka.clients`), which `gradle_catalog` explains; `maven-managed` for platforms and BOMs;
`gradle-plugin` (scope build). What a root gives to its `subprojects` has a scope `subprojects` or `subprojects:<scope>`:
`parsed_graph/join/build_inheritance.py` hands it down. Image names that plugins build are ServiceAliases.
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, ServiceAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.gradle_script import GROOVY, KOTLIN, Statement, Token, gradle_statements
from parsed_graph.syntax.unclosed import unclosed

_SETTINGS = ("settings.gradle", "settings.gradle.kts")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IMAGE_BLOCKS = {("jib", "to"): "image", ("bootBuildImage",): "imageName", ("docker",): "name"}
_SHARED_BLOCKS = frozenset({"subprojects", "allprojects", "configure"})
_NO_DEPENDENCIES = frozenset({"constraints", "exclude", "because", "version", "capabilities"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A root with a settings script beside it is declared by that, which knows its name."""
    yield from _declared(artefact)
    yield from unclosed(artefact.path, artefact.text, KOTLIN if artefact.name.endswith(".kts") else GROOVY)


def _declared(artefact: Artefact) -> Iterator[Fact]:
    statements = list(gradle_statements(artefact.text))
    if artefact.name in _SETTINGS:
        yield _settings_module(artefact, statements)
        return
    if artefact.siblings.isdisjoint(_SETTINGS):
        yield _module(artefact, statements)
    for statement in statements:
        if statement.blocks[-1:] == ("dependencies",):
            yield from _dependencies(artefact, statement)
        elif statement.blocks[-1:] == ("plugins",) or statement.head == "apply":
            yield from _plugins(artefact, statement)
        elif statement.head == "mavenBom" and statement.value():
            yield from _coordinates(artefact, statement.strings()[0], "maven-managed", "managed")
        for blocks, name in _IMAGE_BLOCKS.items():
            is_image = statement.blocks[-len(blocks) :] == blocks and statement.head in (name, f"{name}.set")
            dotted = statement.head in (".".join((*blocks, name)), ".".join((*blocks, name, "set")))
            if (is_image or dotted) and statement.value():
                span = SourceSpan(artefact.path, statement.line)
                yield ServiceAlias(statement.value(), artefact.directory, span, origin="gradle")


def _settings_module(artefact: Artefact, statements: list[Statement]) -> ModuleDecl:
    folders: dict[str, str | None] = {}
    name, line = artefact.directory.rpartition("/")[2], 1
    for statement in statements:
        if statement.head in ("include", "includeBuild"):
            for token in statement.strings():
                path = token.text.strip(":")
                folders[path] = join_path(artefact.directory, path.replace(":", "/"))
        elif statement.head == "rootProject.name" and statement.value():
            name, line = statement.value(), statement.line
        elif statement.head == "project" and any(t.text.lstrip(".").startswith("projectDir") for t in statement.tokens):
            project, *rest = [token.text for token in statement.strings()]
            if rest:
                folders[project.strip(":")] = join_path(artefact.directory, rest[-1].replace("$rootDir/", ""))
    members = tuple(dict.fromkeys(folder for folder in folders.values() if folder is not None))
    is_aggregator = bool(members) and "src" not in artefact.siblings
    span = SourceSpan(artefact.path, line)
    return ModuleDecl(name, artefact.directory, span, build="gradle", is_aggregator=is_aggregator, members=members)


def _module(artefact: Artefact, statements: list[Statement]) -> ModuleDecl:
    found: dict[str, Statement] = {}
    for statement in statements:
        if statement.value() and statement.blocks in ((), ("allprojects",), ("bootJar",), ("jar",), ("base",)):
            found.setdefault(statement.head.removeprefix("project.").removesuffix(".set"), statement)
    names = [found[key] for key in ("archivesBaseName", "archivesName", "archiveBaseName", "baseName") if key in found]
    folder = artefact.directory.rpartition("/")[2]
    return ModuleDecl(
        names[0].value() if names else folder,
        artefact.directory,
        SourceSpan(artefact.path, names[0].line if names else 1),
        build="gradle",
        group=found["group"].value() if "group" in found else "",
        version=found["version"].value() if "version" in found else "",
    )


def _dependencies(artefact: Artefact, statement: Statement) -> Iterator[Fact]:
    head, tokens = statement.head, statement.tokens
    if head in _NO_DEPENDENCIES or "buildscript" in statement.blocks:
        return
    if head == "add" and statement.strings():
        head, tokens = statement.strings()[0].text, tuple(t for t in tokens if t is not statement.strings()[0])
    scope = _scope(head)
    if not _SHARED_BLOCKS.isdisjoint(statement.blocks) and scope != "build":
        scope = f"subprojects:{scope}".rstrip(":")
    words = {token.text for token in tokens if token.kind == "word"}
    is_platform = not words.isdisjoint({"platform", "enforcedPlatform"})
    span = SourceSpan(artefact.path, statement.line)
    if "project" in words:
        for token in statement.strings():
            if token.text.startswith(":"):
                yield Dependency("gradle-project", token.text, span, scope=scope)
        return
    yield from _mapped(artefact, tokens, scope)
    for token in tokens[1:]:
        if token.kind == "string" and token.text.count(":") in (1, 2, 3) and not token.text.startswith(":"):
            yield from _coordinates(
                artefact, token, "maven-managed" if is_platform else "maven", "managed" if is_platform else scope
            )
        elif token.kind == "word":
            yield from _accessor(token.text, span, "managed" if is_platform else scope)
    if "kotlin" in words and len(statement.strings()) == 1:
        name = f"kotlin-{statement.strings()[0].text}"
        yield Dependency("maven", name, span, group="org.jetbrains.kotlin", scope=scope)


def _mapped(artefact: Artefact, tokens: tuple[Token, ...], scope: str) -> Iterator[Fact]:
    """`group: 'a', name: 'b', version: 'c'`, once or in a list; in Kotlin with `=`."""
    given: dict[str, Token] = {}
    for index, token in enumerate(tokens[:-2]):
        if token.text in ("group", "name", "version") and tokens[index + 1].text in (":", "="):
            if token.text in given and "name" in given:
                yield _map_dependency(artefact, given, scope)
                given = {}
            given[token.text] = tokens[index + 2]
    if "name" in given:
        yield _map_dependency(artefact, given, scope)


def _map_dependency(artefact: Artefact, given: dict[str, Token], scope: str) -> Dependency:
    texts = {key: token.text if token.kind == "string" else f"${{{token.text}}}" for key, token in given.items()}
    span = SourceSpan(artefact.path, given["name"].line)
    return Dependency("maven", texts["name"], span, texts.get("group", ""), texts.get("version", ""), scope)


def _coordinates(artefact: Artefact, token: Token, ecosystem: str, scope: str) -> Iterator[Fact]:
    group, artifact, *version = [*token.text.split("@")[0].split(":"), ""]
    if group and artifact and " " not in token.text and "/" not in token.text:
        span = SourceSpan(artefact.path, token.line)
        yield Dependency(ecosystem, artifact, span, group, version[0] if version else "", scope)


def _accessor(word: str, span: SourceSpan, scope: str) -> Iterator[Fact]:
    """`libs.kafka.clients` of a version catalogue, `projects.orderApi` for the project `:order-api`."""
    if word.startswith("libs.") and not word.startswith(("libs.versions.", "libs.plugins.")):
        yield Dependency("gradle-alias", word.removesuffix(".get"), span, scope=scope)
    elif word.startswith("projects."):
        path = ":".join(_CAMEL.sub("-", part).lower() for part in word.split(".")[1:])
        yield Dependency("gradle-project", f":{path}", span, scope=scope)


def _plugins(artefact: Artefact, statement: Statement) -> Iterator[Fact]:
    strings = [token.text for token in statement.strings()]
    if strings and statement.head in ("id", "apply", "kotlin"):
        name = f"org.jetbrains.kotlin.{strings[0]}" if statement.head == "kotlin" else strings[0]
        if "/" not in name and not name.endswith(".gradle"):
            span = SourceSpan(artefact.path, statement.line)
            version = strings[1] if len(strings) > 1 else ""
            yield Dependency("gradle-plugin", name, span, version=version, scope="build")


def _scope(configuration: str) -> str:
    name = configuration.lower()
    if "test" in name:
        return "test"
    if name.startswith(("annotationprocessor", "kapt", "ksp", "classpath")):
        return "build"
    if name.startswith(("compileonly", "provided")):
        return "provided"
    return "dev" if name.startswith("developmentonly") else ""


PARSER = Parser("gradle", patterns=("build.gradle", "build.gradle.kts", *_SETTINGS), parse=parse)
