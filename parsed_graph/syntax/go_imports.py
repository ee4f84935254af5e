"""Go's imports: local package names and what they stand for; which packages are no part of an estate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.syntax.go_libraries import LIBRARIES, STANDARD_LIBRARY

_VERSION = re.compile(r"^v\d+$")
_GENERATED = re.compile(r"(^|/)(gen|genproto|pb|proto|protos|protobuf|protogen|grpc|rpc)(/|$)|(pb|proto|grpc)(/v\d+)?$")
_AFFIXES = re.compile(r"^go[-.]|[-.]go$|\.v\d+$")


class Imports:
    """What a file imports. `names` maps each local name to the import path with dots for slashes, `lines` each path as written to its line."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, path: str, alias: str, line: int) -> None:
        """One import; a package without an alias goes by each name that its path suggests."""
        self.lines.setdefault(path, line)
        qualified = path.replace("/", ".")
        if alias:
            self.names[alias] = qualified
        else:
            for name in package_names(path):
                self.names.setdefault(name, qualified)


def package_names(path: str) -> Iterator[str]:
    """`github.com/segmentio/kafka-go` -> `kafka`, `kafka_go`; `gopkg.in/yaml.v3` -> `yaml`; `x/redis/v8` -> `redis`."""
    parts = [part for part in path.split("/") if not _VERSION.match(part)]
    last = parts[-1] if parts else path
    plain = _AFFIXES.sub("", _AFFIXES.sub("", last))
    yield from dict.fromkeys((plain, last, last.replace("-", "_"), plain.replace("-", ""), plain.rpartition("-")[2]))


def is_foreign(path: str) -> bool:
    """Whether a package is of the standard library, of a widely used library, or generated."""
    head, _, rest = path.partition("/")
    if head in STANDARD_LIBRARY or head in LIBRARIES or f"{head}/{rest.partition('/')[0]}" in LIBRARIES:
        return True
    return is_generated(path)


def is_generated(path: str) -> bool:
    """Whether a package's path tells of code that protoc makes: `…/genproto`, `…/orderpb`, `…/gen/inventory/v1`."""
    return _GENERATED.search(path) is not None
