from pathlib import Path

from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.retrieve import retrieve
from pipelines.retrieval.reword import reword_question
from prompts.prompt import load_prompt
from tests.pipelines.retrieval.small_library import library, text


def test_lines_of_the_reply_become_wordings_without_numbers_and_quotes() -> None:
    reply = '1. webhook signature check\n- "verify HMAC"\n\nwebhook signature check\n' + "x" * 300 + "\na\nb\nc"
    asked: list[tuple[str, str]] = []

    def write(system: str, user: str) -> str:
        asked.append((system, user))
        return reply

    found = reword_question("Who signs?", load_prompt("expand_query"), write)
    assert found == ("webhook signature check", "verify HMAC", "a")
    assert "Who signs?" in asked[0][1]
    assert "$" not in asked[0][1]


def test_other_wordings_find_what_the_question_misses_and_count_less(tmp_path: Path) -> None:
    view = library(tmp_path, [text("doc:a", "The basket lives here."), text("doc:b", "The cart of a guest.")])
    found = retrieve(view, "basket", expansions=("cart",), limits=RetrievalLimits(), embedder=None)
    assert [hit.text_unit_id for hit in found.hits] == ["doc:a#1", "doc:b#1"]
    assert found.hits[0].score > found.hits[1].score
