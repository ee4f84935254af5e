"""How a node id is made from what the artefact says. Ids are readable and stable, and the only place that forms them is here."""

import re
from functools import lru_cache

from parsed_graph.schema import NodeLabel

_PREFIX = {
    NodeLabel.SERVICE: "service",
    NodeLabel.PACKAGE: "package",
    NodeLabel.FILE: "file",
    NodeLabel.FUNCTION: "function",
    NodeLabel.ENDPOINT: "endpoint",
    NodeLabel.EVENT: "event",
    NodeLabel.TOPIC: "topic",
    NodeLabel.SUBSCRIPTION: "subscription",
    NodeLabel.ENTITY: "entity",
    NodeLabel.REPOSITORY: "repository",
    NodeLabel.DATABASE: "database",
    NodeLabel.LIBRARY: "library",
    NodeLabel.DOC: "doc",
    NodeLabel.ADR: "adr",
    NodeLabel.INCIDENT: "incident",
    NodeLabel.DECISION: "decision",
    NodeLabel.TEAM: "team",
}


def node_id(label: NodeLabel, *parts: str) -> str:
    """`node_id(ENDPOINT, "orders", "GET /orders/{}")` is `endpoint:orders:GET /orders/{}`. Empty parts are left out."""
    return ":".join((_PREFIX[label], *(part for part in parts if part)))


_NO_KEY = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=1 << 16)
def name_key(name: str) -> str:
    """Letters and digits only, lower case: the form in which two spellings of one name are equal."""
    return _NO_KEY.sub("", name.lower())


_AFFIXES = frozenset(
    {"service", "server", "svc", "api", "app", "application", "microservice", "webservice", "web", "ms"}
)


@lru_cache(maxsize=1 << 16)
def name_stem(name: str) -> str:
    """A name without words that say only that it is a service: `orders-api`, `OrderService` -> `orders`, `order`."""
    words = [word.lower() for word in name_words(name)]
    while len(words) > 1 and words[-1] in _AFFIXES:
        words.pop()
    while len(words) > 1 and words[0] in _AFFIXES:
        words.pop(0)
    text = "".join(words)
    for suffix in ("microservice", "webservice", "service", "server", "svc"):
        if text.endswith(suffix) and len(text) > len(suffix):
            return text[: -len(suffix)]
    return text


def name_words(name: str) -> list[str]:
    """The words of a name in camel, snake or kebab case: `OrderHTTPClient-v2` -> Order, HTTP, Client, v2."""
    return re.findall(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+", name)
