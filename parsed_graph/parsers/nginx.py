"""nginx: each `proxy_pass` and its like is a ProxyRoute; `${VARS}` of a template are environment variables."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.nginx_document import LAYOUT
from parsed_graph.syntax.nginx_routes import nginx_routes
from parsed_graph.syntax.unclosed import TEMPLATED, unclosed


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for `*.conf` files of other programs, which know no `…_pass`."""
    if "_pass" in artefact.text:
        yield from nginx_routes(artefact.path, artefact.text)
        if not TEMPLATED.search(artefact.text):
            yield from unclosed(artefact.path, artefact.text, LAYOUT)


PARSER = Parser(
    "nginx",
    patterns=(
        "*.conf", "*.conf.template", "*.conf.tmpl", "*.conf.tpl", "*.conf.j2", "*.conf.erb", "*.conf.in", "*.nginx", "nginx.*",
        "*.template", "*sites-available/*", "*sites-enabled/*",
    ),
    parse=parse,
)  # fmt: skip
