"""Type names as JVM sources write them: their simple form, their type arguments."""

from collections.abc import Iterator
from functools import lru_cache


@lru_cache(4096)
def simple_type(text: str) -> str:
    """`java.util.List<Order>[]` -> `List`; Kotlin's `Order?` -> `Order`."""
    if not text or text.isalnum():
        return text
    return text.partition("<")[0].removesuffix("...").rstrip("[]?! ").rpartition(".")[2]


def generic_arguments(declared: str) -> tuple[str, ...]:
    """`Map<String, List<X>>` -> `String`, `List<X>`."""
    if "<" not in declared:
        return ()
    return tuple(split_outside_brackets(declared.partition("<")[2].rpartition(">")[0]))


def split_outside_brackets(inner: str) -> Iterator[str]:
    """`String, List<X>` -> `String`, `List<X>`: at the commas outside angle brackets."""
    depth, start = 0, 0
    for index, character in enumerate(inner):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "," and depth == 0:
            yield inner[start:index].strip()
            start = index + 1
    if inner[start:].strip():
        yield inner[start:].strip()
