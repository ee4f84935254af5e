"""Two shapes of a message compared: what its readers and its writers have to change.

A request is written by callers, a response is read by them; an event is both, as old ones stay on the topic.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, auto

from parsed_graph.syntax.shape import Field, Shape, read_shape
from pipelines.impact.changes.change import Reason, Verdict

MAX_REASONS = 50


class Use(Flag):
    """What those who rely on a message do with it."""

    WRITE = auto()
    READ = auto()


_CONTAINERS = ("array", "map", "stream")
# JSON Schema, Avro, protobuf and GraphQL: from each type those that hold all of its values.
_WIDER = {
    "integer": {"number"},
    "int": {"long", "float", "double"},
    "long": {"float", "double"},
    "float": {"double"},
    "Int": {"Float"},
}
_SCALARS = frozenset(
    "string integer number boolean null int long float double bytes fixed bool int32 int64 uint32 uint64 sint32 sint64"
    " fixed32 fixed64 sfixed32 sfixed64 Int Float String Boolean ID".split()
)
# https://protobuf.dev/programming-guides/proto3/#updating: types that read one another's bytes.
_SAME_BYTES = (
    frozenset({"int32", "uint32", "int64", "uint64", "bool"}),
    frozenset({"sint32", "sint64"}),
    frozenset({"fixed32", "sfixed32"}),
    frozenset({"fixed64", "sfixed64"}),
    frozenset({"string", "bytes"}),
)
_LOWER_LIMITS = ("minLength", "minimum", "exclusiveMinimum")


def shape_reasons(before: str, after: str, use: Use, what: str) -> tuple[Reason, ...]:
    """What a new shape text of `what` ("request", "response") means for those who write or read it."""
    if before == after:
        return ()
    if not before or not after:
        said = "is no longer described" if before else "is described for the first time"
        return (Reason(Verdict.UNKNOWN if before else Verdict.NON_BREAKING, f"{what} {said}"),)
    try:
        old, new = read_shape(before), read_shape(after)
    except ValueError:
        return (Reason(Verdict.UNKNOWN, f"{what} changed in a way that cannot be compared"),)
    return _kept(_Comparison(use).shapes(old, new, what))


def field_reasons(before: Sequence[str], after: Sequence[str], use: Use, what: str) -> tuple[Reason, ...]:
    """The same for the fields of an event, each as field text."""
    return shape_reasons(f"{{{','.join(before)}}}", f"{{{','.join(after)}}}", use, what)


def _kept(found: Iterator[Reason]) -> tuple[Reason, ...]:
    reasons = tuple(dict.fromkeys(found))
    if len(reasons) <= MAX_REASONS:
        return reasons
    order = tuple(Verdict)
    return tuple(sorted(reasons, key=lambda reason: order.index(reason.verdict))[:MAX_REASONS])


@dataclass(frozen=True, slots=True)
class _Comparison:
    use: Use

    def shapes(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        if old == new:
            return
        if old.is_nullable != new.is_nullable:
            yield self._range(new.is_nullable, at, "may now be null" if new.is_nullable else "may no longer be null")
        if "operation" in (old.kind, new.kind):
            yield from self._operations(old, new, at)
        elif old.kind == new.kind == "object":
            yield from self._fields(old, new, at)
        elif old.kind == new.kind == "enum":
            yield from self._values(old, new, at)
        elif old.kind == new.kind and old.kind in _CONTAINERS:
            inner = f"{at}[]" if old.kind == "array" else at
            for one, other in zip(old.parts, new.parts, strict=False):
                yield from self.shapes(one, other, inner)
        elif old.kind == new.kind == "oneof":
            yield from self._choices(old, new, at)
        elif old.kind == new.kind:
            yield from self._limits(old, new, at)
        else:
            yield self._types(old, new, at)

    def _operations(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        """Parameters, then the body; one side may have no parameters."""
        before, after = _as_operation(old), _as_operation(new)
        yield from self._fields(before, after, at)
        if before.parts and after.parts:
            yield from self.shapes(before.parts[0], after.parts[0], f"{at} body")
        elif before.parts:
            yield Reason(Verdict.UNKNOWN, f"{at} takes no body any more")
        elif after.parts:
            yield Reason(Verdict.UNKNOWN, f"{at} takes a body now")

    def _fields(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        before, after = {item.name: item for item in old.fields}, {item.name: item for item in new.fields}
        moved = dict(_moved(before, after))
        for name, item in before.items():
            where = f"{at} {_field_name(name)}"
            if name in after:
                yield from self._field(item, after[name], where)
            elif name in moved:
                yield from self._moved(item, after[moved[name]], where)
            elif new.is_cut:
                yield Reason(Verdict.UNKNOWN, f"{where} may be gone: the list of fields is cut")
            else:
                yield self._gone(where, item, after)
        for name, item in after.items():
            if name not in before and name not in moved.values():
                yield self._new(f"{at} {_field_name(name)}", item, is_certain=not old.is_cut)

    def _field(self, old: Field, new: Field, where: str) -> Iterator[Reason]:
        if new.required and not old.required:
            verdict = Verdict.BREAKING if Use.WRITE in self.use else Verdict.NON_BREAKING
            yield Reason(verdict, f"{where} is required now")
        elif old.required and not new.required:
            verdict = Verdict.BREAKING if Use.READ in self.use else Verdict.NON_BREAKING
            yield Reason(verdict, f"{where} may be missing now")
        yield from self.shapes(old.shape, new.shape, where)

    def _moved(self, old: Field, new: Field, where: str) -> Iterator[Reason]:
        """A protobuf field of another name under the same number, or under another number."""
        if _field_name(old.name) == _field_name(new.name):
            yield Reason(Verdict.BREAKING, f"{where} has number {_number(new.name)} instead of {_number(old.name)}")
        else:
            text = f"{where} is called {_field_name(new.name)} now: the same bytes, but not the same JSON or generated code"
            yield Reason(Verdict.UNKNOWN, text)
        yield from self._field(old, new, where)

    def _gone(self, where: str, item: Field, after: dict[str, Field]) -> Reason:
        heir = next((name for name in after if "#" in name and _number(name) == _number(item.name)), None)
        if heir:
            return Reason(Verdict.BREAKING, f"{where} is gone, and its number is that of {_field_name(heir)} now")
        if Use.READ in self.use:
            return Reason(Verdict.BREAKING, f"{where} is gone")
        verdict = Verdict.NON_BREAKING if "#" in item.name else Verdict.UNKNOWN
        return Reason(verdict, f"{where} is gone: what callers send there is ignored or refused")

    def _new(self, where: str, item: Field, *, is_certain: bool) -> Reason:
        if not item.required or Use.WRITE not in self.use:
            return Reason(Verdict.NON_BREAKING, f"{where} is new")
        if not is_certain:
            return Reason(Verdict.UNKNOWN, f"{where} is required and may be new: the list of fields is cut")
        return Reason(Verdict.BREAKING, f"{where} is new and required")

    def _values(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        gone = [value for value in old.values if value not in new.values]
        come = [value for value in new.values if value not in old.values]
        if gone and not new.is_cut:
            verdict = Verdict.BREAKING if Use.WRITE in self.use else Verdict.NON_BREAKING
            yield Reason(verdict, f"{at} no longer allows {', '.join(gone)}")
        if come and not old.is_cut:
            verdict = Verdict.UNKNOWN if Use.READ in self.use else Verdict.NON_BREAKING
            told = ": readers that know every value meet a new one" if verdict is Verdict.UNKNOWN else ""
            yield Reason(verdict, f"{at} also allows {', '.join(come)}{told}")

    def _choices(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        gone = [part for part in old.parts if part not in new.parts]
        come = [part for part in new.parts if part not in old.parts]
        if gone and come:
            yield Reason(Verdict.UNKNOWN, f"{at} has other alternatives")
        elif gone:
            yield self._range(False, at, f"is no longer {' or '.join(map(_said, gone))}")
        elif come:
            yield self._range(True, at, f"may also be {' or '.join(map(_said, come))}")

    def _limits(self, old: Shape, new: Shape, at: str) -> Iterator[Reason]:
        before, after = dict(map(_limit, old.values)), dict(map(_limit, new.values))
        for name in sorted({*before, *after}):
            one, other = before.get(name), after.get(name)
            if one == other:
                continue
            if name == "format":
                if one and other:
                    yield Reason(Verdict.UNKNOWN, f"{at} has format {other} instead of {one}")
                else:
                    yield self._range(
                        one is not None, at, f"has {'format ' + other if other else 'no format any more'}"
                    )
                continue
            wider = one is not None and (other is None or _is_wider(name, one, other))
            yield self._range(
                wider, at, f"has {name} {other or 'no more'}{f' instead of {one}' if other and one else ''}"
            )

    def _types(self, old: Shape, new: Shape, at: str) -> Reason:
        text = f"is {_said(new)} instead of {_said(old)}"
        if _whole_name(old) == _whole_name(new):
            return Reason(
                Verdict.UNKNOWN, f"{at} changed somewhere inside: {_whole_name(new)} is too long to be compared"
            )
        if old.kind == "any" or new.kind == "any":
            return self._range(new.kind == "any", at, text)
        if new.kind == "oneof" and old in new.parts:
            return self._range(True, at, text)
        if old.kind == "oneof" and new in old.parts:
            return self._range(False, at, text)
        if old.kind == "enum" and new.kind in ("string", "String"):
            return self._range(True, at, text)
        if new.kind == "enum" and old.kind in ("string", "String"):
            return self._range(False, at, text)
        if new.kind in _WIDER.get(old.kind, ()):
            return self._range(True, at, text)
        if old.kind in _WIDER.get(new.kind, ()):
            return self._range(False, at, text)
        if any(old.kind in same and new.kind in same for same in _SAME_BYTES):
            return Reason(Verdict.UNKNOWN, f"{at} {text}: the bytes are read, values may not fit")
        if _is_reference(old) or _is_reference(new):
            # A name alone stands for a type that lies elsewhere, or too deep to be written out.
            return Reason(Verdict.UNKNOWN, f"{at} {text}, of which not all is known")
        return Reason(Verdict.BREAKING, f"{at} {text}")

    def _range(self, wider: bool, at: str, text: str) -> Reason:
        """Writers mind a range that gets narrower, readers one that gets wider."""
        breaks = Use.READ in self.use if wider else Use.WRITE in self.use
        return Reason(Verdict.BREAKING if breaks else Verdict.NON_BREAKING, f"{at} {text}")


def _as_operation(shape: Shape) -> Shape:
    return shape if shape.kind == "operation" else Shape("operation", parts=(shape,))


def _moved(before: dict[str, Field], after: dict[str, Field]) -> Iterator[tuple[str, str]]:
    """Protobuf fields that kept their name but not their number; of the others those that kept their number."""
    come = [name for name in after if name not in before and "#" in name]
    gone = [name for name in before if name not in after and "#" in name]
    for told in (_field_name, _number):
        known = {told(name): name for name in come}
        for name in list(gone):
            if told(name) in known:
                other = known.pop(told(name))
                gone.remove(name)
                come.remove(other)
                yield name, other


def _field_name(name: str) -> str:
    return name.partition("#")[0]


def _number(name: str) -> str:
    return name.partition("#")[2]


def _limit(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    return (name, value) if equals else ("format", name)


def _is_wider(name: str, one: str, other: str) -> bool:
    try:
        grows = float(other) > float(one)
    except ValueError:
        return False
    return grows != (name in _LOWER_LIMITS)


def _is_reference(shape: Shape) -> bool:
    return not (shape.fields or shape.parts or shape.values) and shape.kind not in (*_SCALARS, "object", "any", "never")


def _whole_name(shape: Shape) -> str:
    """The name of an object, whether it is written out or cut to its name and a digest."""
    return shape.name if shape.kind == "object" else re.sub(r"@[0-9a-f]{8}$", "", shape.kind)


def _said(shape: Shape) -> str:
    if shape.kind == "object":
        return shape.name or "an object"
    if shape.kind in ("array", "map", "stream") and shape.parts:
        return f"{shape.kind} of {_said(shape.parts[0])}"
    return {"enum": "an enumeration", "oneof": "a choice"}.get(shape.kind, shape.kind)
