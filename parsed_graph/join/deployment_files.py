"""Joins deployment files of one repository: what one of them refers to by path or name, another says.

- Compose `env_file`: the variables of that file are the unit's; `extends` from another file: what the base has, it has.
- Kubernetes `envFrom` and mounted ConfigMaps of other files: their entries are the unit's variables. An entry of an
  embedded configuration file is one, too: it goes before the program's own files as the environment does.
- A file that a unit mounts (`nginx.conf`, `prometheus.yml`) speaks of that unit.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from parsed_graph.artefacts.repository_path import shared_folders
from parsed_graph.facts import ConfigValue, EnvValue, Fact, InfrastructureUse, ProxyRoute, ServiceDecl
from parsed_graph.join.kustomize_files import config_map_files, join_kustomizations
from parsed_graph.join.kustomize_names import join_kustomize_names

MAX_BASES = 8


@dataclass(slots=True)
class _Files:
    """What other files refer to: variables by path, ConfigMap entries by name, units by file and name."""

    variables: dict[str, list[EnvValue]] = field(default_factory=lambda: defaultdict(list))
    entries: dict[str, list[ConfigValue]] = field(default_factory=lambda: defaultdict(list))
    units: dict[tuple[str, str], ServiceDecl] = field(default_factory=dict)
    unit_variables: dict[tuple[str, str], list[EnvValue]] = field(default_factory=lambda: defaultdict(list))
    mounts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def join_deployment_files(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository, those of deployment files complete as far as the repository tells."""
    written = list(facts)
    known = list(join_kustomize_names(list(join_kustomizations(written))))
    files = _index(known)
    _mount_config_map_files(known, config_map_files(written), files)
    for fact in known:
        if isinstance(fact, ServiceDecl):
            yield _with_bases(fact, files)
            yield from _further_variables(fact, files)
        elif isinstance(fact, (ProxyRoute, InfrastructureUse)) and not fact.service:
            yield from _of_mounting_units(fact, files)
        else:
            yield fact


def _index(facts: list[Fact]) -> _Files:
    files = _Files()
    for fact in facts:
        if isinstance(fact, EnvValue):
            files.variables[fact.span.path].append(fact)
            files.unit_variables[fact.span.path, fact.service].append(fact)
        elif isinstance(fact, ConfigValue) and fact.key.startswith("configmap:"):
            files.entries[fact.key.removeprefix("configmap:").partition("/")[0]].append(fact)
        elif isinstance(fact, ServiceDecl):
            files.units.setdefault((fact.span.path, fact.name), fact)
            for mount in _listed(fact, "mounts"):
                files.mounts[mount].add(fact.name)
    return files


def _mount_config_map_files(facts: list[Fact], entries: dict[str, list[ConfigValue]], files: _Files) -> None:
    """A file that is an entry of a generated ConfigMap is mounted by who mounts that."""
    for unit in facts if entries else ():
        if isinstance(unit, ServiceDecl):
            for name in _listed(unit, "config_maps"):
                for entry in _nearest(unit, entries.get(name, [])):
                    files.mounts[entry.value].add(unit.name)


def _listed(unit: ServiceDecl, name: str) -> list[str]:
    return [item for item in unit.properties.get(name, "").split(",") if item]


def _bases(unit: ServiceDecl, files: _Files) -> list[ServiceDecl]:
    """The units that it extends in other files, the nearest first."""
    found: list[ServiceDecl] = []
    base: ServiceDecl | None = unit
    while base is not None and len(found) < MAX_BASES:
        path, _, name = base.properties.get("extends", "").partition("#")
        base = files.units.get((path, name or unit.name))
        if base is not None:
            found.append(base)
    return found


def _with_bases(unit: ServiceDecl, files: _Files) -> ServiceDecl:
    for base in _bases(unit, files):
        is_built = unit.directory is not None
        unit = msgspec.structs.replace(
            unit,
            image=unit.image or base.image,
            directory=unit.directory if is_built else base.directory,
            dockerfile=unit.dockerfile if is_built else base.dockerfile,
            ports=unit.ports or base.ports,
            properties={**base.properties, **unit.properties},
        )
    return unit


def _further_variables(unit: ServiceDecl, files: _Files) -> Iterator[EnvValue]:
    """Nearest first: the unit's own environment, which its file gives, hides what stands here."""
    own = {variable.key for variable in files.unit_variables[unit.span.path, unit.name]}
    bases = _bases(unit, files)
    inherited = [v for base in bases for v in files.unit_variables[base.span.path, base.name]]
    paths = [path for each in (unit, *bases) for path in _listed(each, "env_file")]
    from_files = [variable for path in reversed(paths) for variable in files.variables[path] if not variable.service]
    for variable in (*inherited, *from_files, *_config_map_variables(unit, files)):
        if variable.key not in own:
            own.add(variable.key)
            yield msgspec.structs.replace(variable, service=unit.name)


def _config_map_variables(unit: ServiceDecl, files: _Files) -> Iterator[EnvValue]:
    for name in _listed(unit, "env_from"):
        for entry in _nearest(unit, files.entries.get(name, [])):
            key = entry.key.partition("/")[2]
            if "#" not in key:
                yield EnvValue(unit.name, key, entry.value, entry.span)
    for name in _listed(unit, "config_maps"):
        for entry in _nearest(unit, files.entries.get(name, [])):
            file, embedded, key = entry.key.partition("/")[2].partition("#")
            if embedded and file.endswith((".yml", ".yaml", ".properties", ".json", ".env")):
                yield EnvValue(unit.name, key, entry.value, entry.span)


def _nearest(unit: ServiceDecl, entries: list[ConfigValue]) -> list[ConfigValue]:
    """Of ConfigMaps of one name, those that lie nearest to the unit: each copy of a system has its own."""
    distances = [shared_folders(unit.span.path, entry.span.path) for entry in entries]
    return [entry for entry, shared in zip(entries, distances, strict=True) if shared == max(distances)]


def _of_mounting_units(fact: ProxyRoute | InfrastructureUse, files: _Files) -> Iterator[Fact]:
    """One fact for each unit that mounts the file or a folder around it; as it is where none does."""
    path, units = fact.span.path, set[str]()
    while path and not units:
        units = files.mounts.get(path, set())
        path = path.rpartition("/")[0]
    if not units:
        yield fact
    for unit in sorted(units):
        yield msgspec.structs.replace(fact, service=unit)
