"""Variables in compose files: `${KAFKA_IMAGE}` and `${CART_DOCKERFILE}` are what the `.env` beside the file says."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import EnvValue, Fact, ServiceDecl

_VARIABLE = re.compile(r"\$\{(\w+)(?::?-([^{}]*))?\}")
_MAX_DEPTH = 4


def fill_variables(facts: Iterable[Fact]) -> list[Fact]:
    """The facts, each compose unit's image and Dockerfile with the variables filled in that are known."""
    known = list(facts)
    files: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for fact in known:
        if isinstance(fact, EnvValue) and not fact.service and fact.span.path.rpartition("/")[2] == ".env":
            files[fact.span.path.rpartition("/")[0]].setdefault(fact.key, fact.value)
    return [_filled(fact, files) if isinstance(fact, ServiceDecl) else fact for fact in known]


def _filled(unit: ServiceDecl, files: Mapping[str, Mapping[str, str]]) -> ServiceDecl:
    if unit.origin != "compose" or "${" not in f"{unit.image}{unit.dockerfile}":
        return unit
    variables = files.get(unit.span.path.rpartition("/")[0], {})
    image = _expand(unit.image or "", variables) or None
    dockerfile = _expand(unit.dockerfile or "", variables)
    if dockerfile and dockerfile != unit.dockerfile:
        dockerfile = join_path(unit.directory or "", dockerfile) or ""
    return msgspec.structs.replace(unit, image=image, dockerfile=dockerfile or None)


def _expand(text: str, variables: Mapping[str, str]) -> str:
    for _ in range(_MAX_DEPTH):
        filled = _VARIABLE.sub(lambda match: variables.get(match[1]) or match[2] or match[0], text)
        if filled == text:
            break
        text = filled
    return text
