"""Names that kustomizations give: a Service in a file that one takes in is reached under it with `namePrefix` and `nameSuffix`.

A kustomization says what it takes in (`kustomize-resource:`, with the path of a file or folder) and what it adds to names
(`kustomize-names:<prefix>*<suffix>`). One above adds to what one below has added.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from parsed_graph.facts import ConfigValue, Fact, Incomplete, ServiceAlias, ServiceDecl, SourceSpan

_RESOURCE, _NAMES = "kustomize-resource:", "kustomize-names:"
MAX_STEPS = 500
"""Folders and files that one kustomization takes in; each may stand below several others, and by mistake above itself."""


@dataclass(slots=True)
class _Kustomization:
    """What one adds to names, and the paths that it takes in."""

    prefix: str = ""
    suffix: str = ""
    span: SourceSpan | None = None
    paths: list[str] = field(default_factory=list)


def join_kustomize_names(facts: Sequence[Fact]) -> Iterator[Fact]:
    """The facts of one repository, with an alias for each name that a kustomization makes and nothing else has."""
    kustomizations = _kustomizations(facts)
    services: defaultdict[str, list[ServiceAlias]] = defaultdict(list)
    taken: set[str] = set()
    for fact in facts:
        if isinstance(fact, ServiceAlias):
            services[fact.span.path].append(fact)
            taken.add(fact.alias)
        elif isinstance(fact, ServiceDecl):
            taken.add(fact.name)
        if not isinstance(fact, ConfigValue) or not fact.key.startswith((_RESOURCE, _NAMES)):
            yield fact
    if any(kustomization.span for kustomization in kustomizations.values()):
        yield from _renamed(kustomizations, services, taken)


def _kustomizations(facts: Sequence[Fact]) -> dict[str, _Kustomization]:
    """By folder."""
    found: defaultdict[str, _Kustomization] = defaultdict(_Kustomization)
    for fact in facts:
        if isinstance(fact, ConfigValue) and fact.key.startswith((_RESOURCE, _NAMES)):
            own = found[fact.span.path.rpartition("/")[0]]
            if fact.key.startswith(_RESOURCE):
                own.paths.append(fact.value)
            else:
                own.prefix, _, own.suffix = fact.key.removeprefix(_NAMES).partition("*")
                own.span = fact.span
    return dict(found)


def _renamed(
    kustomizations: dict[str, _Kustomization], services: dict[str, list[ServiceAlias]], taken: set[str]
) -> Iterator[Fact]:
    known: set[ServiceAlias] = set()
    for folder, kustomization in sorted(kustomizations.items()):
        named = [
            (service, f"{prefix}{service.alias}{suffix}")
            for path, prefix, suffix in _taken_in(folder, kustomizations)
            for service in services.get(path, ())
        ]
        if kustomization.span and not named:
            detail = f"{kustomization.prefix}*{kustomization.suffix} is given to no Service that is known"
            yield Incomplete("unsupported", detail, kustomization.span)
        for service, name in named:
            renamed = replace(service, alias=name)
            if name not in taken and renamed not in known:
                known.add(renamed)
                yield renamed


def _taken_in(folder: str, kustomizations: dict[str, _Kustomization]) -> Iterator[tuple[str, str, str]]:
    """Paths of files with the prefix and suffix that all kustomizations on the way to them add."""
    waiting: list[tuple[str, str, str, frozenset[str]]] = [(folder, "", "", frozenset())]
    for _ in range(MAX_STEPS):
        if not waiting:
            return
        path, prefix, suffix, above = waiting.pop()
        own = kustomizations.get(path)
        if own is None:
            yield path, prefix, suffix
        elif path not in above:
            inside = above | {path}
            waiting += [(each, prefix + own.prefix, own.suffix + suffix, inside) for each in own.paths[:MAX_STEPS]]
