"""Play: each line of `conf/routes` is a route of its controller; `-> /prefix other.Routes` mounts another routes file.

https://www.playframework.com/documentation/latest/ScalaRouting
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact, Incomplete, Literal, RouteDecl, RoutePrefix, SourceSpan
from parsed_graph.parser import Artefact, Parser

_ROUTE = re.compile(r"^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s+(\S+)\s+@?([\w.$`]+)")
_MOUNT = re.compile(r"^->\s+(\S+)\s+([\w.]+)")
_PARAMETER = re.compile(r"\$(\w+)<[^>]*>|:(\w+)|\*(\w+)")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Comments, modifiers (`+ nocsrf`) and blank lines say nothing."""
    stem = artefact.name.removesuffix(".routes").removesuffix("routes")
    router = f"{stem}.Routes" if stem else "router.Routes"
    found = 0
    for number, line in enumerate(artefact.text.split("\n"), 1):
        written, span = line.strip(), SourceSpan(artefact.path, number)
        route, mount = _ROUTE.match(written), _MOUNT.match(written)
        if route is not None:
            path = (Literal(_PARAMETER.sub(_template, route[2])),)
            yield RouteDecl(route[1], path, span, "play", route[3], router=router)
        elif mount is not None:
            yield RoutePrefix(mount[2], (Literal(mount[1]),), span, router)
        elif written and written[0] not in "#+":
            yield Incomplete("unreadable", f"no route: {written[:80]}", span)
            continue
        found += route is not None
    if found and not stem:
        yield ApplicationDecl(SourceSpan(artefact.path, 1), "scala", "play")


def _template(match: re.Match[str]) -> str:
    return "**" if match[3] else f"{{{match[1] or match[2]}}}"


PARSER = Parser(
    "play_routes", patterns=("conf/routes", "*/conf/routes", "conf/*.routes", "*/conf/*.routes"), parse=parse
)
