"""Cargo: a Cargo.toml is a ModuleDecl with its Dependencies. https://doc.rust-lang.org/cargo/reference/manifest.html

A `path` dependency is of ecosystem `cargo-project`, its artifact the folder; `cargo-managed` (scope managed) are those
of a workspace, which give versions.
"""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.toml_document import toml_document
from parsed_graph.syntax.yaml_document import YamlMapping

_SECTIONS = {"dependencies": "", "dev-dependencies": "dev", "build-dependencies": "build"}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A manifest that only holds a workspace is an aggregator."""
    document = toml_document(artefact)
    package, workspace = document.mapping("package"), document.mapping("workspace")
    joined = (join_path(artefact.directory, text) for text, _ in workspace.items_of("members").texts())
    members = tuple(member for member in joined if member is not None)
    yield ModuleDecl(
        package.text("name") or artefact.directory.rpartition("/")[2],
        artefact.directory,
        SourceSpan(artefact.path, package.line_of("name")),
        build="cargo",
        version=package.text("version"),
        is_aggregator=not package,
        members=members,
    )
    yield from _dependencies(artefact, workspace.mapping("dependencies"), "cargo-managed", "managed")
    targets = document.mapping("target")
    for holder in (document, *(targets.mapping(target) for target in targets)):
        for section, scope in _SECTIONS.items():
            yield from _dependencies(artefact, holder.mapping(section), "cargo", scope)


def _dependencies(artefact: Artefact, table: YamlMapping, ecosystem: str, scope: str) -> Iterator[Fact]:
    for name, value in table.items():
        details = table.mapping(name)
        span = SourceSpan(artefact.path, table.line_of(name))
        folder = join_path(artefact.directory, details.text("path")) if details.text("path") else None
        if folder is not None:
            yield Dependency("cargo-project", folder, span, scope=scope)
        else:
            version = value if isinstance(value, str) else details.text("version")
            yield Dependency(ecosystem, details.text("package") or name, span, version=version, scope=scope)


PARSER = Parser("cargo", patterns=("Cargo.toml",), parse=parse)
