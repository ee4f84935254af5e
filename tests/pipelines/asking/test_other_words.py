from pathlib import Path

from parsed_graph.view import View
from pipelines.asking.ask_parts import AskParts
from pipelines.asking.word_answer import WordingError
from pipelines.retrieval.limits import RetrievalLimits
from tests.pipelines.retrieval.small_library import library, text


def view(tmp_path: Path) -> View:
    return library(tmp_path, [text("doc:a", "The cart of a guest.")])


def test_other_words_of_the_model_are_searched_for(tmp_path: Path) -> None:
    parts = AskParts(RetrievalLimits(), lambda: None, reword=lambda question: ("guest cart",))
    found = parts.finder(view(tmp_path))("Who holds the basket?", [], None, None)
    assert [hit.text_unit_id for hit in found.hits] == ["doc:a#1"]


def test_model_that_does_not_answer_costs_its_words_alone(tmp_path: Path) -> None:
    def fails(question: str) -> tuple[str, ...]:
        raise WordingError("rate-limited: later")

    found = AskParts(RetrievalLimits(), lambda: None, reword=fails).finder(view(tmp_path))("cart", [], None, None)
    assert [hit.text_unit_id for hit in found.hits] == ["doc:a#1"]
    assert found.notes == ("searched in the question's own words alone: rate-limited: later",)
