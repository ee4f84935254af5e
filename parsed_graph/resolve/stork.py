"""Stork, which Quarkus discovers services with: `stork://orders/x` is at the addresses that the program's configuration lists for `orders`.

https://quarkus.io/guides/stork-reference
"""

from collections.abc import Iterable, Iterator

from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.configuration import Configuration
from parsed_graph.resolve.values import Value
from parsed_graph.schema import CONFIGURED

_SCHEME = "stork://"


def discovered(values: Iterable[Value], caller: Component, configuration: Configuration) -> Iterator[Value]:
    """The values with each logical address replaced by those that it stands for; as it is where none is listed."""
    for value in values:
        name, slash, path = value.text.removeprefix(_SCHEME).partition("/")
        key = f"quarkus.stork.{name}.service-discovery.address-list"
        hits = configuration.values(caller, key) if value.text.startswith(_SCHEME) else ()
        if not hits:
            yield value
        for hit in hits:
            for address in hit.value.split(","):
                text, confidence = f"http://{address.strip()}{slash}{path}", min(value.confidence, CONFIGURED)
                yield Value(text, confidence, (*value.hops, *hit.hops), value.is_default, value.trace)
