"""How a name falls into words: `OrderCreatedV1`, `order_created` and `orders-api` as people search for them."""

import re

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\W\d_a-zA-Z]+")


def split_words(name: str) -> list[str]:
    """The words of a name in lower case: camelCase, snake_case, kebab-case, dots, slashes and digits all part them."""
    return [word.lower() for word in _WORD.findall(name)]
