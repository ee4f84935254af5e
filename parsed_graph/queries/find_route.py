"""Finds endpoints by a route however it is written: a concrete path or a URL, method and service before or after."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from parsed_graph.node_names import route_key
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

_METHODS = frozenset("get post put patch delete head options any query mutation subscription".split())
_JOINED = re.compile(rf":(?=(?:{'|'.join(sorted(_METHODS))})\b)|:(?=/(?!/))", re.I)
_URL = re.compile(r"(?:\w[\w+.-]*:)?//(?P<host>[^/?#\s]*)(?P<path>/\S*)?")


@dataclass(frozen=True, slots=True)
class Route:
    """What a text asks for. `methods` may be empty; `service` is what names it, "" for any; `path` as `route_key` forms it."""

    methods: frozenset[str]
    path: str
    service: str


def read_route(text: str) -> Route | None:
    """`orders POST /orders`, `/orders/42/ GET`, `orders:POST /orders`, `POST http://orders:8080/orders?x=1`, `post orders`, and for
    what has no path `stock Reserve` or `StockService/Reserve`.
    """
    methods: set[str] = set()
    paths: list[str] = []
    names: list[str] = []
    for word in _JOINED.sub(" ", text).split():
        url = _URL.fullmatch(word)
        if url:
            names.append(_service_of(url["host"].rpartition("@")[2].partition(":")[0]))
            paths.append(url["path"] or "/")
        elif word.lower() in _METHODS:
            methods.add(word.lower())
        else:
            (paths if word.startswith("/") else names).append(word)
    if not paths and methods and names:
        paths.append(f"/{names.pop()}")
    if not paths and names and "/" in names[-1]:
        before, _, rest = names.pop().partition("/")
        names.append(before.rpartition(".")[2])
        paths.append(f"/{rest}")
    elif not paths and len(names) > 1:
        paths.append(f"/{names.pop()}")
    path = route_key(paths[0].partition("#")[0]) if len(paths) == 1 else ""
    return Route(frozenset(methods), path, " ".join(names)) if path else None


def endpoints_on(view: View, route: Route, named: Callable[[str], Iterable[int]]) -> Iterator[int]:
    """Keys of the endpoints whose template matches the route: those with the most literal segments, and at least one unless
    the service is named. `named` gives the keys of services that a name may mean.
    """
    services = {view.node(key).id for key in named(route.service)} if route.service else None
    literal: dict[int, int] = {}
    for key, node in view.labelled(NodeLabel.ENDPOINT):
        if services is not None and node.service not in services:
            continue
        method, _, template = (route_key(node.name) or node.name.lower()).rpartition(" ")
        path = route.path
        if services and node.properties.get("protocol") == "grpc":
            template, path = (f"/{text.rpartition('/')[2]}" for text in (template, path))
        if not route.methods or method in ("", "any", *route.methods):
            count = _literal_segments(template, path)
            if count is not None and (count or services):
                literal[key] = count
    most = max(literal.values(), default=0)
    return (key for key, count in literal.items() if count == most)


def _service_of(host: str) -> str:
    """The name in `orders.shop.svc.cluster.local`; another host is a name as it is."""
    name, _, domain = host.partition(".")
    return name if "svc" in domain.split(".") else host


def _literal_segments(template: str, path: str) -> int | None:
    """How many segments of a template stand in the path as they are; None where the two do not match."""
    pattern, parts = template.strip("/").split("/"), path.strip("/").split("/")
    if len(pattern) != len(parts) or any(p not in ("{}", part) for p, part in zip(pattern, parts, strict=True)):
        return None
    return sum(p not in ("{}", "") for p in pattern)
