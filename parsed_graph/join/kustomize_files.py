"""Joins what a kustomization takes from other files of its repository, where those are read for what they are.

- ConfigMaps made of `.env` files (`configmap-env:<name>`) have an entry for each of their variables.
- ConfigMaps made of files (`configmap-file:<name>/<entry>`) have an entry for each, with the keys of a configuration file.
- JSON patches (`patch-file:<workload>`) give the workload the variables (`patch-variable:<name>`) of their file.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from parsed_graph.facts import ConfigValue, EnvValue, Fact, Incomplete

_ENV_FILE, _ENTRY_FILE, _PATCH_FILE, _PATCHED = "configmap-env:", "configmap-file:", "patch-file:", "patch-variable:"


def join_kustomizations(facts: Sequence[Fact]) -> Iterator[Fact]:
    """The facts of one repository, with what kustomizations refer to in place of the references."""
    paths = {fact.value for fact in facts if _is_one_of(fact, (_ENV_FILE, _ENTRY_FILE, _PATCH_FILE))}
    said: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.span.path in paths:
            said[fact.span.path].append(fact)
    for fact in facts:
        if not isinstance(fact, ConfigValue):
            yield fact
        elif fact.key.startswith(_ENV_FILE):
            yield from _variables(fact, said[fact.value])
        elif fact.key.startswith(_ENTRY_FILE):
            yield from _entries(fact, said[fact.value])
        elif fact.key.startswith(_PATCH_FILE):
            yield from _patched(fact, said[fact.value])
        elif not fact.key.startswith(_PATCHED):
            yield fact


def config_map_files(facts: Sequence[Fact]) -> dict[str, list[ConfigValue]]:
    """By ConfigMap, the references to files that are its entries; the value of each is the file's path."""
    files: defaultdict[str, list[ConfigValue]] = defaultdict(list)
    for fact in facts:
        if _is_one_of(fact, (_ENTRY_FILE,)):
            files[fact.key.removeprefix(_ENTRY_FILE).partition("/")[0]].append(fact)
    return files


def _is_one_of(fact: Fact, prefixes: tuple[str, ...]) -> TypeGuard[ConfigValue]:
    return isinstance(fact, ConfigValue) and fact.key.startswith(prefixes)


def _variables(reference: ConfigValue, said: Sequence[Fact]) -> Iterator[Fact]:
    name = reference.key.removeprefix(_ENV_FILE)
    for fact in said:
        if isinstance(fact, EnvValue) and not fact.service:
            yield ConfigValue(f"configmap:{name}/{fact.key}", fact.value, fact.span)


def _entries(reference: ConfigValue, said: Sequence[Fact]) -> Iterator[Fact]:
    name = reference.key.removeprefix(_ENTRY_FILE)
    if not said:
        detail = f"{reference.value}, entry of a ConfigMap: nothing is known of what it holds"
        yield Incomplete("unsupported", detail, reference.span)
    for fact in said:
        if isinstance(fact, ConfigValue) and not fact.key.startswith(("configmap", "helm:", "patch-")):
            yield ConfigValue(f"configmap:{name}#{fact.key}", fact.value, fact.span, fact.profile, fact.order)
        elif isinstance(fact, EnvValue) and not fact.service:
            yield ConfigValue(f"configmap:{name}#{fact.key}", fact.value, fact.span)


def _patched(reference: ConfigValue, said: Sequence[Fact]) -> Iterator[Fact]:
    workload = reference.key.removeprefix(_PATCH_FILE)
    variables = [fact for fact in said if _is_one_of(fact, (_PATCHED,))]
    if variables and not workload:
        detail = f"variables that {reference.value} gives to what no single name says are not joined"
        yield Incomplete("unsupported", detail, reference.span)
    for variable in variables if workload else ():
        yield EnvValue(workload, variable.key.removeprefix(_PATCHED), variable.value, variable.span)
