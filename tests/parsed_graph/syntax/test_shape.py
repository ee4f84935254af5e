import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsed_graph.syntax.shape import Field, Shape, read_shape
from parsed_graph.syntax.shape_text import field_text, generic_text, name_text, nested_text, object_text, operation_text

NAMES = st.text(alphabet='ab1_.$#/@+- "{}<>()|,:;*?=…\\é\n', min_size=1, max_size=8)

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""


def test_a_shape_is_read_back() -> None:
    order = read_shape('Order{id*:string(uuid;maxLength=36),items:array<Item>?,"a b":enum<NEW|"in work">}')
    assert order == Shape(
        "object",
        "Order",
        (
            Field("id", Shape("string", values=("uuid", "maxLength=36")), required=True),
            Field("items", Shape("array", parts=(Shape("Item"),), is_nullable=True)),
            Field("a b", Shape("enum", values=("NEW", "in work"))),
        ),
    )


def test_parameters_come_before_the_body() -> None:
    assert read_shape("(query.page:integer)Order{}") == Shape(
        "operation", fields=(Field("query.page", Shape("integer")),), parts=(Shape("object", "Order"),)
    )


def test_a_body_alone_is_an_object() -> None:
    assert read_shape("{a:any}") == Shape("object", fields=(Field("a", Shape("any")),))


def test_what_was_left_out_is_said() -> None:
    shape = read_shape(object_text("Wide", [field_text(f"f{n}", "any") for n in range(150)]))
    assert (len(shape.fields), shape.is_cut) == (100, True)


def test_a_long_nested_shape_is_cut_to_its_name_and_what_tells_two_of_them_apart() -> None:
    long, other = (object_text("Long", [f"{name}:string"] * 100) for name in ("a", "b"))
    unnamed = nested_text(object_text("", ["a:string"] * 100), "")

    assert re.fullmatch("Long@[0-9a-f]{8}", nested_text(long, "Long"))
    assert nested_text(long, "Long") == nested_text(long, "Long") != nested_text(other, "Long")
    assert re.fullmatch("object@[0-9a-f]{8}", unnamed)


@pytest.mark.parametrize(
    "text", ["", "{", "a{b}", "a<", "a|b", "enum<a", "a b", "\0", "a{" * 100 + "x:any" + "}" * 100]
)
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"shape|expected"):
        read_shape(text)


@CALM
@given(
    fields=st.lists(st.tuples(NAMES, st.booleans(), NAMES), max_size=5),
    name=NAMES,
    values=st.lists(NAMES, min_size=1, max_size=4),
)
def test_every_name_survives_writing_and_reading(
    fields: list[tuple[str, bool, str]], name: str, values: list[str]
) -> None:
    texts = [field_text(field, name_text(kind), required=required) for field, required, kind in fields]
    enum = generic_text("enum", [name_text(value) for value in values])
    read = read_shape(operation_text(texts, object_text(name, [*texts, field_text("values", enum)])))
    found = read.parts[0] if texts else read
    assert [(field.name, field.required, field.shape.kind) for field in found.fields[:-1]] == fields
    assert found.name == name
    assert found.fields[-1].shape == Shape("enum", values=tuple(values))
