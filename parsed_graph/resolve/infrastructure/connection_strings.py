"""Connection strings: the addresses in one, and what they say about product and database."""

import re
from collections.abc import Iterator

from parsed_graph.resolve.images import product_named

_EMBEDDED = re.compile(r"^jdbc:(h2|hsqldb|derby|sqlite)|^sqlite|^file:|^:memory:|^r2dbc:h2", re.I)


def is_embedded(value: str) -> bool:
    """Whether a database runs inside the program itself or is a mere file."""
    return _EMBEDDED.match(value) is not None


def addresses(value: str) -> Iterator[str]:
    """The addresses in a value: `kafka-1:9092,kafka-2:9092`, `mongodb://a,b/db` and plain URLs."""
    if is_embedded(value):
        return
    pieces = value.split(",")
    yield pieces[0]
    scheme = pieces[0].partition("://")[0] + "://" if "://" in pieces[0] else ""
    for piece in pieces[1:]:
        yield piece if "://" in piece else scheme + piece.strip()


def scheme_product(text: str) -> str:
    """The product that a URL scheme names (`mongodb+srv:`, `jdbc:postgresql:`), "" for one that names none."""
    scheme = re.sub(r"^(jdbc:|r2dbc:)(tc:|pool:)?", "", text.strip()).partition(":")[0].partition("+")[0].lower()
    product = product_named({"amqp": "rabbitmq", "amqps": "rabbitmq", "rediss": "redis"}.get(scheme, scheme))
    return product.name if product else ""


def database_name(path: str) -> str:
    """The name that the path of a database's URL opens with, "" for none."""
    name = re.split(r"[?;/]", path.lstrip("/"), maxsplit=1)[0]
    return name if re.fullmatch(r"[\w-]+", name) and not name.isdigit() else ""
