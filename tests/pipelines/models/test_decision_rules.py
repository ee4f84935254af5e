"""Decisions by their modal and imperative sentences, with a category."""

import pytest

from pipelines.documents.read_document import read_document
from pipelines.models.decision_categories import categorise
from pipelines.models.decision_rules import find_decisions


def decisions(text: str, *, incident: bool = False) -> list[str]:
    return [found.text for found in find_decisions(read_document("adr/0001-x.md", text), incident=incident)]


def test_modal_sentences_are_decisions_without_their_opening() -> None:
    text = "# 1. Messaging\n\n## Decision\n\nWe have decided to adopt RabbitMQ for all queues because it is simple. See the wiki.\n"
    assert decisions(text) == ["Adopt RabbitMQ for all queues"]


def test_imperative_items_below_we_will_are_decisions() -> None:
    text = "# 1. Auth\n\n## Decision\n\nWe will:\n\n* Disable basic login\n* Store tokens in Vault\n"
    assert decisions(text) == ["Disable basic login", "Store tokens in Vault"]


def test_chosen_option_is_the_decision() -> None:
    text = (
        "# Hashing of passwords\n\n## Decision Outcome\n\nChosen option: **Using Argon2id**, because it is audited.\n"
    )
    assert "Using Argon2id" in decisions(text)


def test_title_that_says_what_was_decided_comes_first() -> None:
    assert (
        decisions("# 3. Replace Jenkins with Concourse\n\n## Decision\n\nYes.\n")[0] == "Replace Jenkins with Concourse"
    )


def test_decision_in_the_heading_is_read() -> None:
    assert "One queue per team" in decisions("# 3. Queues\n\n## Decision: One queue per team\n\nIt was cheap.\n")


def test_action_items_of_a_postmortem_are_decisions() -> None:
    text = "# Outage\n\n## Action Items\n\n- Add an alert for queue length\n- Raise the timeout to 30 s\n\n## Attendees\n\n- Ana will bring cake\n"
    assert decisions(text, incident=True) == ["Add an alert for queue length", "Raise the timeout to 30 s"]


def test_portuguese_decisions_are_read() -> None:
    assert decisions("# 1. Mensageria\n\n## Decisão\n\nAdotaremos RabbitMQ para todas as filas.\n") == [
        "Adotaremos RabbitMQ para todas as filas"
    ]


def test_evidence_is_the_whole_sentence_with_its_line() -> None:
    found = find_decisions(
        read_document("a.md", "# 1. Q\n\n## Decision\n\nWe will use Redis as cache, because it is fast.\n"),
        incident=False,
    )[0]
    assert (found.evidence, found.line) == ("We will use Redis as cache, because it is fast.", 5)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Store tokens in Vault and rotate secrets", "security"),
        ("Add a read replica and cache the reports", "performance"),
        ("Version the REST API in the path", "api"),
        ("Keep user records in a table of their own", "data"),
        ("Move to a new repository", "other"),
        ("Criptografar senhas", "security"),
    ],
)
def test_category_follows_the_words(text: str, category: str) -> None:
    assert categorise(text, "") == category
