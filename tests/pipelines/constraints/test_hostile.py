"""No text makes the reader of constraints fail in another way than by saying so."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.constraints.read import ConstraintError, read_forbidden, read_required
from pipelines.documents.stated_constraints import MAX_LENGTH, stated_constraints

_WORDS = st.sampled_from(
    "every crossing a system boundary is messaging has an owner application -> -CALLS-> - ( ) , database of another not"
    " named `x y` 'z' \" orders-* -DEPENDS_ON(http)->".split(" ")
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=MAX_LENGTH), st.lists(_WORDS, max_size=12).map(" ".join)))
def test_any_text_is_read_or_told(text: str) -> None:
    for read in (read_forbidden, read_required):
        with suppress(ConstraintError):
            read(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_front_matter_is_read(text: str) -> None:
    for each in stated_constraints(f"---\nconstraints: {text}\n---\n"):
        assert each.line >= 1
