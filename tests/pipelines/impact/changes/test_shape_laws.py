"""Laws of comparing shapes, over shapes of all kinds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from parsed_graph.syntax.shape_text import field_text, generic_text, object_text
from pipelines.impact.changes.change import Verdict, gravest
from pipelines.impact.changes.shapes import Use, shape_reasons

_SCALARS = st.sampled_from(["string", "integer", "number", "boolean", "any", "Order", "string(maxLength=3)", "int32"])
_NAMES = st.sampled_from(["id", "note", "sum#1", "sum#2", "line#1"])


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    fields = st.dictionaries(_NAMES, st.tuples(inner, st.booleans()), max_size=3)
    objects = fields.map(
        lambda found: object_text("Order", [field_text(n, s, required=r) for n, (s, r) in sorted(found.items())])
    )
    enums = st.lists(st.sampled_from(["NEW", "PAID", "GONE"]), min_size=1, unique=True).map(
        lambda v: generic_text("enum", v)
    )
    return st.one_of(
        objects,
        enums,
        inner.map(lambda shape: f"array<{shape}>"),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: generic_text("oneof", parts)),
        inner.map(lambda shape: shape if shape.endswith("?") else f"{shape}?"),
    )


SHAPES = st.recursive(_SCALARS, _wider, max_leaves=6)


@settings(max_examples=300, deadline=None)
@given(SHAPES, SHAPES)
def test_any_two_shapes_compare_and_the_same_one_has_not_changed(before: str, after: str) -> None:
    for use in (Use.READ, Use.WRITE, Use.READ | Use.WRITE):
        assert shape_reasons(before, before, use, "x") == ()
        assert all(reason.text.startswith("x") for reason in shape_reasons(before, after, use, "x"))


@settings(max_examples=200, deadline=None)
@given(SHAPES, SHAPES)
def test_who_reads_and_writes_minds_whatever_either_minds(before: str, after: str) -> None:
    both = gravest(reason.verdict for reason in shape_reasons(before, after, Use.READ | Use.WRITE, "x"))
    for use in (Use.READ, Use.WRITE):
        if gravest(reason.verdict for reason in shape_reasons(before, after, use, "x")) is Verdict.BREAKING:
            assert both is Verdict.BREAKING
