"""How a name falls into words: `OrderCreatedV1`, `order_created` and `orders-api` as people search for them."""

import re
from collections.abc import Iterator

_ASCII = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_PIECE = re.compile(r"[^\W\d_]+|\d+")


def split_words(name: str) -> list[str]:
    """The words of a name in lower case: camelCase, snake_case, kebab-case, dots, slashes and digits all part them."""
    if name.isascii():
        return [word.lower() for word in _ASCII.findall(name)]
    return [word.lower() for piece in _PIECE.findall(name) for word in _humps(piece)]


def _humps(piece: str) -> Iterator[str]:
    """Parts letters where a capital begins a word: before one that follows a small letter or precedes one."""
    start = 0
    for place in range(1, len(piece)):
        begins = piece[place].isupper() and (
            piece[place - 1].islower() or (place + 1 < len(piece) and piece[place + 1].islower())
        )
        if begins:
            yield piece[start:place]
            start = place
    yield piece[start:]
