"""The possible values of a string expression, and how they combine: one after another, one or the other, one unless unset."""

from collections.abc import Iterable, Sequence
from itertools import product

from parsed_graph.facts import Env, Literal, Setting, Text, Unknown
from parsed_graph.syntax.placeholders import merge_literals
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES

Alternatives = tuple[Text, ...]
UNKNOWN_TEXT: Text = (Unknown(""),)
UNKNOWN: Alternatives = (UNKNOWN_TEXT,)
NOTHING: Alternatives = ()
"""The value of `null` and `None`: no string at all."""


def literal(text: str) -> Alternatives:
    """Exactly this text."""
    return ((Literal(text),),) if text else ((),)


def joined(parts: Sequence[Alternatives]) -> Alternatives:
    """Every combination of parts that follow one another; where there would be too many, the open ones are unknown."""
    total = 1
    for part in parts:
        total *= max(len(part), 1)
    if total > MAX_ALTERNATIVES:
        parts = [part if len(part) == 1 else UNKNOWN for part in parts]
    else:
        parts = [part or UNKNOWN for part in parts]
    return capped(merge_literals([piece for text in choice for piece in text]) for choice in product(*parts))


def either(parts: Iterable[Alternatives]) -> Alternatives:
    """The values of all; a value that is wholly unknown gives way to one that is known."""
    found = dict.fromkeys(text for part in parts for text in part)
    known = [text for text in found if not is_opaque(text)]
    return capped(known or found)


def unless_unset(value: Alternatives, default: Alternatives) -> Alternatives:
    """`value || default`: a default for the environment variable or setting that the value is, else either."""
    if len(value) == 1 and len(value[0]) == 1 and len(default) == 1:
        part, text = value[0][0], plain(default[0])
        if isinstance(part, Env | Setting) and part.default is None and text is not None:
            return ((type(part)(part.key, text or None),),)
    return either((tuple(text for text in value if text), default))


def plain(text: Text) -> str | None:
    """The string of a Text that has no open part, else None."""
    if any(not isinstance(part, Literal) for part in text):
        return None
    return "".join(part.text for part in text if isinstance(part, Literal))


def capped(texts: Iterable[Text]) -> Alternatives:
    """Without repetition; unknown where there are too many."""
    found = tuple(dict.fromkeys(texts))
    return found if len(found) <= MAX_ALTERNATIVES else UNKNOWN


def is_opaque(text: Text) -> bool:
    """Whether nothing at all is known of it, not even a parameter's name."""
    return all(isinstance(part, Unknown) and not part.name for part in text) and bool(text)


def is_known(text: Text) -> bool:
    """Whether some part of it is more than a parameter."""
    return any(not isinstance(part, Unknown) for part in text)
