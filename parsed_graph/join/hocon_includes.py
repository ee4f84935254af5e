"""HOCON: what `application.conf` includes from a file beside it counts as its own; a file that it does not include is a launch's own business."""

from collections.abc import Iterable, Iterator

import msgspec

from parsed_graph.facts import ConfigValue, Fact

INCLUDE = "hocon:include"
"""The key under which a parser says that a file includes another, by its name without ending."""


def include_beside(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository, with the values of included files alone."""
    known = list(facts)
    included = {
        f"{fact.span.path.rpartition('/')[0]}/{fact.value}.conf".lstrip("/")
        for fact in known
        if isinstance(fact, ConfigValue) and fact.key == INCLUDE
    }
    for fact in known:
        if isinstance(fact, ConfigValue) and fact.key == INCLUDE:
            continue
        if isinstance(fact, ConfigValue) and fact.span.path.endswith(".conf") and not is_own(fact.span.path):
            if fact.span.path in included:
                yield msgspec.structs.replace(fact, profile="")
        else:
            yield fact


def is_own(path: str) -> bool:
    """Whether a file is read without anybody's word: `application.conf`, its profiles, `reference.conf`."""
    return path.rpartition("/")[2].startswith(("application.", "application-", "reference."))
