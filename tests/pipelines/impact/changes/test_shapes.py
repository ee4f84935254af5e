"""What a new shape of a message means for those who write it and those who read it."""

import pytest

from parsed_graph.syntax.shape_text import nested_text, object_text
from pipelines.impact.changes.change import Verdict, gravest
from pipelines.impact.changes.shapes import Use, field_reasons, shape_reasons

WRITE, READ, BOTH = Use.WRITE, Use.READ, Use.WRITE | Use.READ
BREAKING, UNKNOWN, FINE = Verdict.BREAKING, Verdict.UNKNOWN, Verdict.NON_BREAKING


@pytest.mark.parametrize(
    ("before", "after", "written", "read"),
    [
        ("Order{id:string}", "Order{id:string,note:string}", FINE, FINE),
        ("Order{id:string}", "Order{id:string,note*:string}", BREAKING, FINE),
        ("Order{id:string,note:string}", "Order{id:string}", UNKNOWN, BREAKING),
        ("Order{note:string}", "Order{note*:string}", BREAKING, FINE),
        ("Order{note*:string}", "Order{note:string}", FINE, BREAKING),
        ("Order{sum:number}", "Order{sum:integer}", BREAKING, FINE),
        ("Order{sum:integer}", "Order{sum:number}", FINE, BREAKING),
        ("Order{sum:integer}", "Order{sum:string}", BREAKING, BREAKING),
        ("Order{state:enum<NEW|PAID>}", "Order{state:enum<NEW>}", BREAKING, FINE),
        ("Order{state:enum<NEW>}", "Order{state:enum<NEW|PAID>}", FINE, UNKNOWN),
        ("Order{state:string}", "Order{state:enum<NEW>}", BREAKING, FINE),
        ("Order{note:string?}", "Order{note:string}", BREAKING, FINE),
        ("Order{name:string(maxLength=20)}", "Order{name:string(maxLength=10)}", BREAKING, FINE),
        ("Order{name:string(minLength=2)}", "Order{name:string(minLength=1)}", FINE, BREAKING),
        ("Order{lines:array<Line{sku:string}>}", "Order{lines:array<Line{}>}", UNKNOWN, BREAKING),
        ("(query.page:integer)", "(query.page*:integer)", BREAKING, FINE),
        ("(query.page:integer)Order{id:string}", "Order{id:string}", UNKNOWN, BREAKING),
        ("Order{id:string}", "Purchase{id:string}", FINE, FINE),
        ("Order{card:oneof<Card{}|Cash{}>}", "Order{card:oneof<Card{}>}", BREAKING, FINE),
    ],
)
def test_who_writes_and_who_reads_a_shape_mind_different_changes(
    before: str, after: str, written: Verdict, read: Verdict
) -> None:
    assert gravest(reason.verdict for reason in shape_reasons(before, after, WRITE, "x")) == written
    assert gravest(reason.verdict for reason in shape_reasons(before, after, READ, "x")) == read


def test_a_reason_names_the_field_down_to_the_part_that_changed() -> None:
    reasons = shape_reasons("Order{lines:array<Line{sku:string}>}", "Order{lines:array<Line{}>}", READ, "response")

    assert [reason.text for reason in reasons] == ["response lines[] sku is gone"]


def test_a_renamed_protobuf_field_keeps_its_bytes_and_a_renumbered_one_does_not() -> None:
    renamed = shape_reasons("Order{id#1:string}", "Order{key#1:string}", READ, "response")
    renumbered = shape_reasons("Order{id#1:string}", "Order{id#2:string}", READ, "response")

    assert [(reason.verdict, reason.text) for reason in renamed] == [
        (UNKNOWN, "response id is called key now: the same bytes, but not the same JSON or generated code")
    ]
    assert [(reason.verdict, reason.text) for reason in renumbered] == [
        (BREAKING, "response id has number 2 instead of 1")
    ]


def test_protobuf_fields_that_move_up_take_the_numbers_of_others() -> None:
    before, after = "Address{line1#1:string,line2#2:string,city#3:string}", "Address{line#1:string,city#2:string}"

    assert [(reason.verdict, reason.text) for reason in shape_reasons(before, after, WRITE, "request")] == [
        (UNKNOWN, "request line1 is called line now: the same bytes, but not the same JSON or generated code"),
        (BREAKING, "request line2 is gone, and its number is that of city now"),
        (BREAKING, "request city has number 2 instead of 3"),
    ]


def test_a_type_that_lies_elsewhere_is_no_ground_to_say_that_it_breaks() -> None:
    (reason,) = shape_reasons("Order{who:Customer}", "Order{who:Customer{id:string}}", READ, "response")

    assert reason.verdict is UNKNOWN


def test_an_event_minds_both_a_field_that_is_gone_and_one_that_is_newly_required() -> None:
    gone = field_reasons(("id*:string", "note:string"), ("id*:string",), BOTH, "event")
    required = field_reasons(("id*:string",), ("id*:string", "note*:string"), BOTH, "event")

    assert [(reason.verdict, reason.text) for reason in gone] == [(BREAKING, "event note is gone")]
    assert [(reason.verdict, reason.text) for reason in required] == [(BREAKING, "event note is new and required")]


def test_a_change_inside_what_is_too_long_to_be_written_out_is_unknown() -> None:
    fields = [f"field{number}:string" for number in range(100)]
    before, after = (nested_text(object_text("Order", part), "Order") for part in (fields, fields[:-1]))
    (reason,) = shape_reasons(f"{{order:{before}}}", f"{{order:{after}}}", READ, "response")

    assert (reason.verdict, reason.text) == (
        UNKNOWN, "response order changed somewhere inside: Order is too long to be compared",
    )  # fmt: skip


def test_what_is_no_shape_is_unknown() -> None:
    (reason,) = shape_reasons("Order{", "Order{}", READ, "response")

    assert reason.verdict is UNKNOWN


def test_equal_shapes_have_no_reasons() -> None:
    assert shape_reasons("Order{id:string}", "Order{id:string}", BOTH, "x") == ()
