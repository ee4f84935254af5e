"""The definition that Backstage wants of an API, from the endpoints that are known of it."""

import json
import re
from collections.abc import Sequence

from parsed_graph.model import Node
from pipelines.exports.titles import single_line

API_TYPES = {"http": "openapi", "grpc": "grpc", "graphql": "graphql"}
_OPEN = re.compile(r"\{([^{}/]*)\}")
_METHODS = frozenset("get put post delete options head patch trace".split())


def api_definition(protocol: str, title: str, endpoints: Sequence[Node]) -> str:
    """An OpenAPI document for HTTP, else a line for each endpoint as a comment of the protocol's language."""
    if protocol != "http":
        mark = "//" if protocol == "grpc" else "#"
        return "\n".join(f"{mark} {single_line(node.name)}" for node in endpoints)
    paths: dict[str, dict[str, object]] = {}
    for node in endpoints:
        path = _path(str(node.properties.get("path") or node.name.rpartition(" ")[2]))
        method = str(node.properties.get("method") or "get").lower()
        for each in [method] if method in _METHODS else ["get"]:
            paths.setdefault(path, {})[each] = _operation(path)
    return json.dumps({"openapi": "3.0.3", "info": {"title": title, "version": "0"}, "paths": paths}, indent=2)


def _path(path: str) -> str:
    """The path with a name for each parameter, which OpenAPI demands."""
    numbers = iter(range(1, 100))
    named = _OPEN.sub(lambda match: "{" + (match[1] or f"parameter{next(numbers)}") + "}", single_line(path))
    return named if named.startswith("/") else f"/{named}"


def _operation(path: str) -> dict[str, object]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in dict.fromkeys(_OPEN.findall(path))
    ]
    responses = {"default": {"description": "not known"}}
    return {"parameters": parameters, "responses": responses} if parameters else {"responses": responses}
