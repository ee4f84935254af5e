"""OpenAPI 2 and 3 as operations: which documents are contracts, where their servers stand, what each path offers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from parsed_graph.parser import Artefact
from parsed_graph.syntax.local_reference import local_target
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping, load_documents

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_MARK = re.compile(rb"""^[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:|["'](?:openapi|swagger)["']\s*:\s*["'][23]""", re.M)


@dataclass(frozen=True, slots=True)
class Contract:
    """One OpenAPI document. `title` is its `info.title`, or the file's name; `offset` lines of the file come before it."""

    root: YamlMapping
    title: str
    version: str
    servers: tuple[str, ...]
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of a path. `path` has the server's prefix; `item` is the path item that `node` stands in."""

    method: str
    path: str
    line: int
    node: YamlMapping
    item: YamlMapping
    servers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Detour:
    """A path, or all of them where `path` is "", or one operation, that is not here: `target` is its `$ref`, "" for no mapping."""

    method: str
    path: str
    line: int
    target: str
    servers: tuple[str, ...]


def contracts(artefact: Artefact) -> Iterator[Contract]:
    """The OpenAPI documents of a YAML or JSON artefact; files without their mark are never parsed."""
    if b"openapi" not in artefact.content and b"swagger" not in artefact.content:
        return
    if not _MARK.search(artefact.content):
        return
    for document in structured_documents(artefact):
        if isinstance(document, YamlMapping):
            yield from _contract(artefact, document, 0)
            # Backstage keeps a contract in the `definition` of an API entity.
            definition = document.mapping("spec").text("definition")
            if document.text("kind").lower() == "api" and _MARK.search(definition.encode()):
                offset = document.mapping("spec").line_of("definition")
                for inner in load_documents(artefact.path, definition):
                    if isinstance(inner, YamlMapping):
                        yield from _contract(artefact, inner, offset)


def _contract(artefact: Artefact, document: YamlMapping, offset: int) -> Iterator[Contract]:
    if document.text("openapi").startswith("3") or document.text("swagger").startswith("2"):
        info = document.mapping("info")
        title = info.text("title").strip() or artefact.name.partition(".")[0]
        yield Contract(document, title, info.text("version").strip(), _servers(document), offset)


def operations(contract: Contract) -> Iterator[Operation | Detour]:
    """The operations of a contract in its order, and what stands in another file or cannot be read."""
    return (replace(found, line=found.line + contract.offset) for found in _operations(contract))


def _operations(contract: Contract) -> Iterator[Operation | Detour]:
    paths = contract.root.mapping("paths")
    reference = paths.text("$ref")
    if reference and not reference.startswith("#"):
        yield Detour("", server_prefix(contract.servers), paths.line, reference, contract.servers)
    for path, value in paths.items():
        if path.startswith("/"):
            item, line = local_target(contract.root, value), paths.line_of(path)
            if isinstance(item, YamlMapping):
                yield from path_operations(contract.root, path, item, line, contract.servers)
            else:
                yield Detour("", path, line, "", contract.servers)


def path_operations(
    root: YamlMapping, path: str, item: YamlMapping, line: int, servers: tuple[str, ...]
) -> Iterator[Operation | Detour]:
    """The operations of one path item. `servers` are the contract's; those of the path or operation win."""
    servers = _servers(item) or servers
    route = re.split(r"[?#]", path, maxsplit=1)[0]
    if item.text("$ref"):
        yield Detour("", server_prefix(servers) + route, line, item.text("$ref"), servers)
    for method in METHODS:
        if method in item:
            node, own = local_target(root, item[method]), item.line_of(method)
            if not isinstance(node, YamlMapping):
                yield Detour(method.upper(), server_prefix(servers) + route, own, "", servers)
                continue
            urls = _servers(node) or servers
            if node.text("$ref"):
                yield Detour(method.upper(), server_prefix(urls) + route, own, node.text("$ref"), urls)
            yield Operation(method.upper(), server_prefix(urls) + route, own, node, item, urls)


def server_prefix(servers: tuple[str, ...]) -> str:
    """The path of the first server: `https://api.shop.com/v1/` is `/v1`."""
    if not servers:
        return ""
    try:
        path = urlsplit(servers[0]).path.rstrip("/")
    except ValueError:
        return ""
    return path if not path or path.startswith("/") else f"/{path}".replace("/.", "")


def _servers(node: YamlMapping) -> tuple[str, ...]:
    """URLs of `servers`, or of OpenAPI 2's schemes, host and basePath; variables at their defaults."""
    if "host" in node or "basePath" in node:
        host, base = node.text("host"), node.text("basePath").rstrip("/")
        base = f"/{base}" if base and not base.startswith("/") else base
        schemes = [scheme for scheme, _ in node.items_of("schemes").texts()] or ["https"]
        return tuple(f"{scheme}://{host}{base}" for scheme in schemes) if host else (base,) if base else ()
    return tuple(_server_url(server) for server in node.items_of("servers").mappings() if server.text("url"))


def _server_url(server: YamlMapping) -> str:
    variables = server.mapping("variables")

    def default(match: re.Match[str]) -> str:
        return variables.mapping(match[1]).text("default", match[0])

    return re.sub(r"\{([^{}]+)\}", default, server.text("url").strip())
