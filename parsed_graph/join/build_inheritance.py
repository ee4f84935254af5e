"""What build files inherit: Maven parents' dependencies, versions and properties, Gradle's `subprojects` and catalogues.

A parser sees one file. Here the build files of one repository are at hand, and each module gets what stands above it, at
the place where it names its parent (Maven) or declares itself (Gradle).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from parsed_graph.facts import ConfigValue, Dependency, Fact, ModuleDecl, SourceSpan

_PLACEHOLDER = re.compile(r"\$\{([\w.-]+)\}")
MAX_PARENTS = 12
MAX_ROUNDS = 4
MAX_LENGTH = 500
PomPaths = Mapping[tuple[str, str], list[str]]


@dataclass(slots=True)
class _Pom:
    """What one pom.xml says, as far as children inherit it."""

    parent: Dependency | None = None
    properties: dict[str, str] = field(default_factory=dict)
    managed: dict[tuple[str, str], str] = field(default_factory=dict)
    dependencies: list[Dependency] = field(default_factory=list)


def hand_down(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository with build inheritance applied; the helper facts of the parsers go."""
    known = list(facts)
    poms, paths = _poms(known), _pom_paths(known)
    catalogue = _catalogue(known)
    for fact in known:
        if isinstance(fact, Dependency):
            if fact.ecosystem == "gradle-alias":
                yield from _from_catalogue(fact, catalogue)
            elif fact.ecosystem != "gradle-catalog" and not fact.scope.startswith("subprojects"):
                yield _with_version(fact, _chain(fact.span.path, poms, paths)) if fact.span.path in poms else fact
        elif not (isinstance(fact, ConfigValue) and fact.key.startswith("maven:")):
            yield fact
    yield from _from_parents(poms, paths)
    yield from _from_roots(known, catalogue)


def _poms(facts: list[Fact]) -> dict[str, _Pom]:
    poms: defaultdict[str, _Pom] = defaultdict(_Pom)
    for fact in facts:
        if not fact.span.path.endswith("pom.xml"):
            continue
        pom = poms[fact.span.path]
        if isinstance(fact, ConfigValue) and fact.key.startswith("maven:"):
            pom.properties[fact.key.removeprefix("maven:")] = fact.value
        elif isinstance(fact, Dependency) and fact.ecosystem == "maven-parent":
            pom.parent = fact
        elif isinstance(fact, Dependency) and fact.ecosystem == "maven-managed":
            pom.managed[fact.group, fact.artifact] = fact.version
        elif isinstance(fact, Dependency) and fact.ecosystem == "maven":
            pom.dependencies.append(fact)
    return dict(poms)


def _pom_paths(facts: list[Fact]) -> PomPaths:
    """Where pom.xml files stand, by group and artifact; two modules may call themselves alike. Those without code come first."""
    paths: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    modules = [fact for fact in facts if isinstance(fact, ModuleDecl) and fact.build == "maven"]
    for module in sorted(modules, key=lambda module: not module.is_aggregator):
        paths[module.group, module.name].append(module.span.path)
    return paths


def _chain(path: str, poms: dict[str, _Pom], paths: PomPaths) -> list[_Pom]:
    """A pom and its parents within the repository, the nearest first."""
    chain: list[_Pom] = []
    while path in poms and len(chain) < MAX_PARENTS:
        chain.append(poms[path])
        parent = poms[path].parent
        path = _parent_path(path, paths.get((parent.group, parent.artifact), [])) if parent else ""
    return chain


def _parent_path(path: str, candidates: list[str]) -> str:
    """The parent's file: the nearest one above, as Maven looks for it, else any other of that name."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        above = f"{folder.rpartition('/')[0]}/pom.xml".lstrip("/")
        if folder and above in candidates:
            return above
    return next((candidate for candidate in candidates if candidate != path), "")


def _with_version(dependency: Dependency, chain: list[_Pom]) -> Dependency:
    """The version that a parent manages, and its properties, where the pom itself leaves them open."""
    key = (dependency.group, dependency.artifact)
    version = dependency.version or next((pom.managed[key] for pom in chain if key in pom.managed), "")
    group = _fill(dependency.group, chain)
    version = _fill(version, chain)
    if (group, version) == (dependency.group, dependency.version):
        return dependency
    return msgspec.structs.replace(dependency, group=group, version=version)


def _fill(text: str, chain: list[_Pom]) -> str:
    def value(match: re.Match[str]) -> str:
        return next((pom.properties[match[1]] for pom in chain if match[1] in pom.properties), match[0])

    for _ in range(MAX_ROUNDS):  # A property may hold others.
        if "${" not in text or len(text) > MAX_LENGTH:
            break
        text = _PLACEHOLDER.sub(value, text)
    return text


def _from_parents(poms: dict[str, _Pom], paths: PomPaths) -> Iterator[Dependency]:
    for path in sorted(poms):
        chain, parent = _chain(path, poms, paths), poms[path].parent
        if parent is None or len(chain) < 2:
            continue
        own = {(dependency.group, dependency.artifact) for dependency in chain[0].dependencies}
        for dependency in (d for pom in chain[1:] for d in pom.dependencies):
            if (dependency.group, dependency.artifact) not in own:
                own.add((dependency.group, dependency.artifact))
                yield msgspec.structs.replace(_with_version(dependency, chain), span=parent.span)


def _catalogue(facts: list[Fact]) -> dict[str, list[Dependency]]:
    found: defaultdict[str, list[Dependency]] = defaultdict(list)
    for fact in facts:
        if isinstance(fact, Dependency) and fact.ecosystem == "gradle-catalog":
            found[fact.scope].append(fact)
    return dict(found)


def _from_catalogue(alias: Dependency, catalogue: dict[str, list[Dependency]]) -> Iterator[Dependency]:
    for entry in catalogue.get(alias.artifact, ()):
        yield Dependency("maven", entry.artifact, alias.span, entry.group, entry.version, alias.scope)


def _from_roots(facts: list[Fact], catalogue: dict[str, list[Dependency]]) -> Iterator[Dependency]:
    """What a root script gives to all projects below its folder."""
    modules = [f for f in facts if isinstance(f, ModuleDecl) and f.build == "gradle" and not f.is_aggregator]
    for fact in facts:
        if not (isinstance(fact, Dependency) and fact.scope.startswith("subprojects")):
            continue
        root, scope = fact.span.path.rpartition("/")[0], fact.scope.removeprefix("subprojects").lstrip(":")
        for module in modules:
            if module.directory != root and f"{module.directory}/".startswith(f"{root}/" if root else ""):
                given = msgspec.structs.replace(fact, scope=scope, span=SourceSpan(module.span.path, module.span.line))
                yield from _from_catalogue(given, catalogue) if fact.ecosystem == "gradle-alias" else (given,)
