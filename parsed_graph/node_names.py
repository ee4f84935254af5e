"""Under which names a node is found: its own, its aliases, and the spellings that people use for them."""

import re
from collections.abc import Iterator
from enum import IntEnum

from parsed_graph.identity import name_key
from parsed_graph.model import Node, Property
from parsed_graph.schema import NodeLabel

_GENERIC = ("microservice", "service", "application", "server", "svc", "api", "app")
_MESSAGES = ("event", "events", "message", "messages", "queue", "stream", "topic")
_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|(?<=/):\w+|(?<=/)\[[\w.]+\]")
_ROUTE = re.compile(r"^(?:(?P<method>[a-z]+) +)?(?P<path>/\S*)$")
_PADDING = re.compile(r"(?<!\d)0+(?=\d)")
_NUMBERED = frozenset({NodeLabel.ADR, NodeLabel.INCIDENT})
_PATHS = frozenset({NodeLabel.FILE, NodeLabel.PACKAGE})


class Tier(IntEnum):
    """How close a name is; of several nodes, those with the lowest tier are meant."""

    NAME = 1
    SPELLING = 2
    ALIAS = 3
    PART = 4


def names_of(node: Node) -> dict[str, Tier]:
    """Every name that finds a node, with its tier."""
    names: dict[str, Tier] = {}
    for name, tier in _names(node):
        if name and (name not in names or tier < names[name]):
            names[name] = tier
    return names


def lookup_names(text: str) -> dict[str, Tier]:
    """The names to look up for what a user wrote, with the least tier that a match on each can have."""
    written = text.strip().lower()
    names = {written: Tier.NAME}
    for name, tier in (
        (route_key(written), Tier.NAME),
        (name_key(written), Tier.SPELLING),
        (_unpadded(written), Tier.SPELLING),
        (bare_name(written), Tier.PART),
    ):
        if name:
            names.setdefault(name, tier)
    return names


def display_name(node: Node, service_name: str = "") -> str:
    """How a node is written in fragments and messages: `Service(orders)`, `Event(OrderCreated v1)`, `Endpoint(orders GET /orders/{})`."""
    name = node.name
    version = node.properties.get("version", "")
    if node.label is NodeLabel.EVENT and version and not name.endswith(str(version)):
        name = f"{name} {version}" if str(version).startswith("v") else f"{name} v{version}"
    if node.label is NodeLabel.ENDPOINT and service_name:
        name = f"{service_name} {name}"
    return f"{node.label}({name})"


def route_key(text: str) -> str:
    """`GET /orders/{id}/` as `get /orders/{}`; "" for what is no route. A method is optional, placeholders lose their names."""
    match = _ROUTE.match(text.strip().lower())
    if match is None:
        return ""
    path = re.sub(r"/{2,}", "/", _PLACEHOLDER.sub("{}", match["path"].partition("?")[0])).rstrip("/") or "/"
    return f"{match['method']} {path}" if match["method"] else path


def bare_name(name: str) -> str:
    """A name without the word that only says it is a service: `orders` for `orders-api` and `OrdersService`."""
    key = name_key(name)
    for word in _GENERIC:
        if key.endswith(word) and len(key) >= len(word) + 3:
            return key[: -len(word)]
    return key


def message_names(text: str) -> list[str]:
    """The names to look up for what a user wrote of a topic or event: `ordersevents` and its like for `orders`."""
    key = name_key(text)
    return [key + word for word in _MESSAGES] if key else []


def _names(node: Node) -> Iterator[tuple[str, Tier]]:
    if node.label is NodeLabel.ENDPOINT:
        yield from _endpoint_names(node)
    elif node.label in _PATHS:
        yield str(node.properties.get("path", "")).lower(), Tier.NAME
        yield node.name.lower(), Tier.PART
        yield node.name.lower().rpartition("/")[2], Tier.PART
    elif node.label is NodeLabel.FUNCTION:
        yield from _function_names(node)
    else:
        yield from _plain_names(node)


def _endpoint_names(node: Node) -> Iterator[tuple[str, Tier]]:
    written = node.name.lower()
    key = route_key(written) or written
    service = node.service.partition(":")[2].lower()
    yield written, Tier.NAME
    yield key, Tier.NAME
    yield f"{service} {key}", Tier.NAME
    yield key.partition(" ")[2], Tier.PART
    yield str(node.properties.get("operation_id", "")).lower(), Tier.ALIAS
    if "/" not in key:
        yield name_key(key), Tier.SPELLING
    if str(node.properties.get("protocol", "")) == "grpc":
        yield name_key(node.name.rpartition("/")[2]), Tier.PART


def _function_names(node: Node) -> tuple[tuple[str, Tier], ...]:
    """`com.shop.Orders.place` in full is a name; `Orders.place` and `place` are shared with too much else."""
    name = node.name.lower()
    qualified = node.id.partition(":")[2].partition(":")[2].lower() or name
    owner, _, last = qualified.rpartition(".")
    short = f"{owner.rpartition('.')[2]}.{last}" if owner else last
    return (qualified, Tier.NAME), (short, Tier.PART), (name.rpartition(".")[2], Tier.PART)


def _plain_names(node: Node) -> Iterator[tuple[str, Tier]]:
    yield node.name.lower(), Tier.NAME
    yield name_key(node.name), Tier.SPELLING
    shown = display_name(node).partition("(")[2][:-1]
    yield shown.lower(), Tier.NAME
    yield name_key(shown), Tier.SPELLING
    for alias in (*_texts(node.properties.get("aliases", ())), *_texts(node.properties.get("title", ()))):
        yield alias.lower(), Tier.ALIAS
        yield name_key(alias), Tier.ALIAS
        if node.label is NodeLabel.SERVICE:
            yield bare_name(alias), Tier.PART
    if node.label is NodeLabel.SERVICE:
        yield bare_name(node.name), Tier.PART
    elif node.label in _NUMBERED:
        yield from _numbered_names(node)


def _numbered_names(node: Node) -> Iterator[tuple[str, Tier]]:
    yield _unpadded(node.name), Tier.SPELLING
    number = str(node.properties.get("number", "") or node.properties.get("id", ""))
    digits = re.search(r"\d+", number)
    if digits:
        yield f"{node.label.lower()}{int(digits[0])}", Tier.ALIAS
        yield number.lower(), Tier.ALIAS
    path = str(node.properties.get("path", "")).lower()
    yield path, Tier.ALIAS
    yield path.rpartition("/")[2], Tier.ALIAS


def _unpadded(name: str) -> str:
    return name_key(_PADDING.sub("", name))


def _texts(value: Property) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) else ()
