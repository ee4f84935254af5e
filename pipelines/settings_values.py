"""Plain values, as YAML gives them, into structs: field by field, so that every mistake is found and not the first alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

Place = tuple[str, ...]
"""The keys that lead to a value; positions in lists count from 0."""
ONE_OR_MANY = "one or many"
"""Annotates a tuple for which one value may stand alone, and nothing for an empty one."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A value that cannot be used."""

    place: Place
    problem: str


def read_values(given: object, wanted: Any, section: Place = ()) -> tuple[Any, list[Mistake]]:
    """What `given` says as the type `wanted`, built of structs, dicts, tuples, lists and plain types; `section` leads to it.

    Numbers and truth values may be quoted, and a whole number may be written as 2.0. The value is None where there are mistakes.
    """
    reader = _Reader(tuple(_keys(wanted, section)))
    value = reader.read(given, wanted, section)
    return (None if reader.mistakes else value), reader.mistakes


def without_annotations(wanted: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type, and what `Annotated` says of it."""
    if get_origin(wanted) is not Annotated:
        return wanted, ()
    plain, *said = get_args(wanted)
    return plain, tuple(said)


def is_struct(wanted: Any) -> bool:
    """Whether a type is a section of settings."""
    return isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)


class _Reader:
    def __init__(self, keys: tuple[str, ...]) -> None:
        self.mistakes: list[Mistake] = []
        self._keys = keys

    def read(self, given: object, wanted: Any, place: Place) -> Any:
        plain, said = without_annotations(wanted)
        if ONE_OR_MANY in said:
            given = [] if given is None else [given] if isinstance(given, str) else given
        kind = get_origin(plain) or plain
        if is_struct(kind) or kind is dict:
            if not isinstance(given, dict):
                return self._refuse(given, wanted, place)
            return self._mapping(given, plain, place) if kind is dict else self._struct(given, kind, place)
        if kind in (list, tuple):
            return self._entries(given, plain, place) if isinstance(given, list) else self._refuse(given, wanted, place)
        try:
            return msgspec.convert(given, wanted, strict=False)
        except msgspec.ValidationError:
            return self._refuse(given, wanted, place)

    def _struct(self, given: dict[object, object], model: Any, place: Place) -> Any:
        fields = {field.encode_name: field for field in msgspec.structs.fields(model)}
        values = {}
        for key, value in given.items():
            below = (*place, str(key))
            if isinstance(key, str) and key in fields:
                values[fields[key].name] = self.read(value, fields[key].type, below)
            else:
                self._add(below, f"no setting is called {'.'.join(below)}{self._suggestion(below, fields)}")
        for name, field in fields.items():
            if field.required and name not in given:
                self._add((*place, name), f"{'.'.join((*place, name))}: is missing")
        # With a mistake anywhere nobody gets the value, and this one may lack what it needs.
        return None if self.mistakes else model(**values)

    def _mapping(self, given: dict[object, object], wanted: Any, place: Place) -> dict[Any, Any]:
        of_key, of_value = get_args(wanted)
        return {
            self.read(key, of_key, (*place, str(key))): self.read(value, of_value, (*place, str(key)))
            for key, value in given.items()
        }

    def _entries(self, given: list[object], wanted: Any, place: Place) -> Any:
        kind, entry = get_origin(wanted), get_args(wanted)[0]
        return kind(self.read(value, entry, (*place, str(number))) for number, value in enumerate(given))

    def _refuse(self, given: object, wanted: Any, place: Place) -> None:
        key = ".".join(place) or "the file"
        said = "; nothing is given" if given is None else f", not {given!r}"
        self._add(place, f"{key}: must be {_description(wanted)}{said}")

    def _add(self, place: Place, problem: str) -> None:
        self.mistakes.append(Mistake(place, problem))

    def _suggestion(self, place: Place, beside: Iterable[str]) -> str:
        """A key that may be meant: one beside it, or of the same name in another section."""
        from rapidfuzz import fuzz, process

        known = [*(".".join((*place[:-1], name)) for name in beside), *self._keys]
        close = process.extractOne(".".join(place), known, scorer=fuzz.ratio, processor=_last_part, score_cutoff=60)
        return f"; did you mean {close[0]}?" if close else ""


def _last_part(key: str) -> str:
    return key.rpartition(".")[2]


def _keys(wanted: Any, place: Place) -> Iterator[str]:
    if is_struct(wanted):
        for field in msgspec.structs.fields(wanted):
            yield ".".join((*place, field.encode_name))
            yield from _keys(field.type, (*place, field.encode_name))


_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", NoneType: "nothing"}


def _description(wanted: Any) -> str:
    plain, said = without_annotations(wanted)
    kind = get_origin(plain) or plain
    if kind is Literal:
        *others, last = get_args(plain)
        return f"{', '.join(others)} or {last}"
    if kind in (list, tuple):
        return "a list"
    if kind is dict or is_struct(kind):
        return "a mapping"
    return f"{_NAMES[kind]}{''.join(_bounds(meta) for meta in said if isinstance(meta, msgspec.Meta))}"


def _bounds(meta: msgspec.Meta) -> str:
    if meta.pattern is not None:
        return f" of the form {meta.pattern}"
    if meta.gt is not None:
        return f" above {meta.gt}"
    if meta.ge is None:
        return ""
    return f" of at least {meta.ge}" if meta.le is None else f" from {meta.ge} to {meta.le}"
