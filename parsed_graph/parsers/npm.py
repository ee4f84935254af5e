"""npm: a package.json is a ModuleDecl with its Dependencies; workspaces make it an aggregator.

Development dependencies have scope dev, peers peer, optional ones optional.
https://docs.npmjs.com/cli/configuring-npm/package-json, https://pnpm.io/pnpm-workspace_yaml
"""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Dependency, Fact, ModuleDecl, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.yaml_document import YamlMapping

_SECTIONS = {
    "dependencies": "",
    "devDependencies": "dev",
    "peerDependencies": "peer",
    "optionalDependencies": "optional",
}
_WORKSPACE_FILES = frozenset({"pnpm-workspace.yaml", "lerna.json", "nx.json", "rush.json", "turbo.json"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A version that points into the repository (`file:../common`, `workspace:*`) stays as written."""
    package = json_mapping(artefact)
    members = tuple(_members(artefact, package))
    is_aggregator = bool(members) or (package.text("private") == "true" and _is_workspace_root(artefact))
    if any(key in package for key in ("name", "scripts", "main", "bin", *_SECTIONS)):
        yield ModuleDecl(
            package.text("name") or artefact.directory.rpartition("/")[2],
            artefact.directory,
            SourceSpan(artefact.path, package.line_of("name")),
            build="npm",
            group=_group(package.text("name")),
            version=package.text("version"),
            is_aggregator=is_aggregator and "src" not in artefact.siblings,
            members=members,
        )
    for section, scope in _SECTIONS.items():
        listed = package.mapping(section)
        for name in listed:
            span = SourceSpan(artefact.path, listed.line_of(name))
            yield Dependency("npm", name, span, group=_group(name), version=listed.text(name), scope=scope)


def _group(name: str) -> str:
    return name.partition("/")[0] if name.startswith("@") else ""


def _members(artefact: Artefact, package: YamlMapping) -> Iterator[str]:
    """The patterns of workspaces, `packages/*`, from the repository's root."""
    workspaces = package.get("workspaces")
    listed = workspaces.items_of("packages") if isinstance(workspaces, YamlMapping) else package.items_of("workspaces")
    for text, _ in listed.texts():
        member = join_path(artefact.directory, text)
        if member and not text.startswith("!"):
            yield member


def _is_workspace_root(artefact: Artefact) -> bool:
    return not artefact.siblings.isdisjoint(_WORKSPACE_FILES)


PARSER = Parser("npm", patterns=("package.json",), parse=parse)
