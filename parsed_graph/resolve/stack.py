"""What a service is written in and runs on where no main class says it: its source files, its build file, what serves its routes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from parsed_graph.estate_facts import Located
from parsed_graph.facts import Dependency, FunctionDecl, RouteDecl, RpcServe
from parsed_graph.join.inherited_mappings import DECLARED
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import NodeLabel

_RUNTIMES = {
    "io.quarkus": "quarkus",
    "io.micronaut": "micronaut",
    "io.helidon": "helidon",
    "io.dropwizard": "dropwizard",
    "org.springframework.boot": "spring-boot",
}
"""By the group of their artifacts: frameworks that bring the main class along."""
_NOT_RUN = frozenset({"test", "dev", "provided"})


def note_stacks(estate: Estate) -> None:
    """Fills in `language` and `runtime` of services with source; the most common wins, of equals the first by name."""
    languages = _most_said(_languages(estate))
    built_on, served_with = _most_said(_built_on(estate)), _most_said(_served_with(estate))
    for component in estate.inventory.components:
        node = estate.graph.node(component.id)
        if node is None or node.label is not NodeLabel.SERVICE or not component.places:
            continue
        known = {"language": languages, "runtime": served_with | built_on}
        missing = {name: said[node.id] for name, said in known.items() if node.id in said}
        estate.graph.set_properties(node.id, **{k: v for k, v in missing.items() if not node.properties.get(k)})


def _most_said(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for service, word in said:
        counts[service][word] += 1
    return {service: min(words, key=lambda word: (-words[word], word)) for service, words in counts.items()}


def _languages(estate: Estate) -> Iterator[tuple[str, str]]:
    """One for each file."""
    files = {(located.repo, located.path): located.fact.language for located in estate.facts.of(FunctionDecl)}
    for (repo, path), language in files.items():
        owner = estate.inventory.owner(repo, path)
        if owner:
            yield owner.id, language


def _built_on(estate: Estate) -> Iterator[tuple[str, str]]:
    for located in estate.facts.of(Dependency):
        group = located.fact.group
        runtime = next((word for root, word in _RUNTIMES.items() if f"{group}.".startswith(f"{root}.")), "")
        owner = estate.inventory.owner(located.repo, located.path) if runtime else None
        if owner and located.fact.scope not in _NOT_RUN:
            yield owner.id, runtime


def _served_with(estate: Estate) -> Iterator[tuple[str, str]]:
    serving: Iterable[Located[RouteDecl | RpcServe]] = (*estate.facts.of(RouteDecl), *estate.facts.of(RpcServe))
    for located in serving:
        owner = estate.inventory.owner(located.repo, located.path)
        if owner and located.fact.framework:
            yield owner.id, located.fact.framework.removesuffix(DECLARED)
