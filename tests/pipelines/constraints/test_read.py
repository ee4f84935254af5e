"""How constraints read, and what is said of those that do not."""

import pytest

from parsed_graph.schema import Kind
from pipelines.constraints.language import (
    Boundary,
    Condition,
    Crossing,
    EveryHas,
    EveryLinks,
    OnlyBy,
    Pattern,
    Relation,
    Side,
)
from pipelines.constraints.read import ConstraintError, read_forbidden, read_required
from pipelines.documents.records import StatedConstraint
from pipelines.documents.stated_constraints import stated_constraints

ANOTHER_SYSTEM = Condition("system", Relation.ANOTHER)


def test_a_pattern_with_a_condition() -> None:
    assert read_forbidden("application -CALLS-> database of another system") == Pattern(
        Side("application"), "CALLS", frozenset(), Side("database", "", (ANOTHER_SYSTEM,))
    )


def test_kinds_names_and_negated_conditions() -> None:
    assert read_forbidden("`orders-*` -DEPENDS_ON(http or grpc)-> service not of team checkout") == Pattern(
        Side("", "orders-*"),
        "DEPENDS_ON",
        frozenset({Kind.HTTP, Kind.GRPC}),
        Side("service", "", (Condition("team", Relation.NAMED, "checkout", is_not=True),)),
    )


def test_an_arrow_alone_is_a_dependency() -> None:
    assert read_forbidden("orders->stock-db").verb == "DEPENDS_ON"


def test_what_may_be_required() -> None:
    messaging = frozenset({Kind.MESSAGING, Kind.EVENT})
    pattern = Pattern(Side("application"), "DEPENDS_ON", frozenset(), Side("application"))

    assert read_required("crossing a system boundary is messaging") == Crossing(Boundary.SYSTEM, messaging)
    assert read_required("application -> application is grpc") == OnlyBy(pattern, frozenset({Kind.GRPC}))
    assert read_required("every application has an owner") == EveryHas(Side("application"), "owner")
    assert read_required("every application -> auth") == EveryLinks(
        Pattern(Side("application"), "DEPENDS_ON", frozenset(), Side("auth"))
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("application", "ends where an arrow, -> or -CALLS->, should follow"),
        ("application -CALL-> database", "'CALL' is no verb (did you mean CALLS?)"),
        ("application -> database of another sytem", "'sytem' is no boundary (did you mean system?)"),
        ("application -> database by http", "'by' stands where nothing more should"),
        ("application -> ", "ends where a service, database or the like should follow"),
        ("application -CALLS(htp)-> database", "'htp' is no kind (did you mean http?)"),
        ("-> database", "'->' stands where a service, database or the like should"),
        ('application -> "open', "cannot read"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ConstraintError) as told:
        read_forbidden(text)
    assert str(told.value).startswith(message)


def test_front_matter_gives_rules_with_their_lines() -> None:
    text = "---\nstatus: accepted\nconstraints:\n  - forbid: a -> b\n  - allow:\n      - a -> c\n      - a -> d\n---\n# 1. T\n"

    assert stated_constraints(text) == (
        StatedConstraint("forbid", "a -> b", 4),
        StatedConstraint("allow", "a -> c", 6),
        StatedConstraint("allow", "a -> d", 7),
    )


@pytest.mark.parametrize(
    ("constraints", "line", "why"),
    [
        ("  - prefer: a -> b", 3, "prefer is none of forbid, require, allow"),
        ("  - a -> b", 3, "a constraint is `forbid: …`, `require: …` or `allow: …`"),
        ("  forbid: {a: b}", 3, "forbid takes a text or a list of texts"),
    ],
)
def test_front_matter_of_another_form_is_told(constraints: str, line: int, why: str) -> None:
    assert stated_constraints(f"---\nconstraints:\n{constraints}\n---\n") == (StatedConstraint("", why, line),)
