"""The shape of a message as one line, so that two versions of a contract can be compared; `shape.py` reads it back.

    shape     = name | [name] "{" fields "}" | "array<" shape ">" | "map<" shape ">" | "oneof<" shape {"|" shape} ">"
              | "enum<" value {"|" value} ">" | type "(" limit {";" limit} ")"     each may end in "?": may be null
    fields    = [field {"," field}] ["," "…"]                                     "…" says that more were left out
    field     = name ["*"] ":" shape                                              "*" says that it is required
    operation = ["(" fields ")"] [shape]                                          parameters, then the body

A name without braces is a type that stands elsewhere, refers to itself or is nested too deeply; one that ends in `@` and eight
digits of a digest was too long to be written out. Names and values that
hold other characters than letters, digits and `_.$#/@+-` are written as JSON strings.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence

MAX_FIELDS = 100
MAX_NESTED = 800
"""Characters: a longer nested shape is cut to its name and a digest."""
MAX_VALUES = 50
_PLAIN = re.compile(r"[\w.$#/@+-]+")


def name_text(name: str) -> str:
    """A name or value as a shape writes it."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def object_text(name: str, fields: Sequence[str]) -> str:
    """`Order{id*:string,note:string}` from the texts of its fields."""
    more = [*fields[:MAX_FIELDS], "…"] if len(fields) > MAX_FIELDS else fields
    return f"{name_text(name) if name else ''}{{{','.join(more)}}}"


def field_text(name: str, shape: str, *, required: bool = False) -> str:
    """`id*:string`."""
    return f"{name_text(name)}{'*' if required else ''}:{shape}"


def generic_text(kind: str, parts: Iterable[str]) -> str:
    """`array<Item>`, `oneof<Card|Cash>`, `enum<NEW|PAID>`."""
    kept = list(parts)
    more = [*kept[:MAX_VALUES], "…"] if len(kept) > MAX_VALUES else kept
    return f"{kind}<{'|'.join(more)}>"


def nested_text(shape: str, name: str) -> str:
    """A shape as it stands inside another: where it is long, its name or kind with a digest, so that a change in it is seen."""
    if len(shape) <= MAX_NESTED:
        return shape
    short = name or re.split(r"[{<(]", shape, maxsplit=1)[0] or "object"
    return name_text(f"{short}@{hashlib.sha256(shape.encode(errors='replace')).hexdigest()[:8]}")


def operation_text(parameters: Sequence[str], body: str) -> str:
    """`(query.page:integer)Order{…}`: parameters before the body, "" where there is neither."""
    return object_text("", parameters).replace("{", "(", 1)[:-1] + ")" + body if parameters else body
