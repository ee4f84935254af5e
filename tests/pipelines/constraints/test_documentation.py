"""Every rule that docs/constraints.md shows can be read."""

import re
from pathlib import Path

import pytest

from pipelines.constraints.language import NOUNS, VERBS
from pipelines.constraints.read import read_forbidden, read_required

DOCUMENT = Path("docs/constraints.md").read_text(encoding="utf-8")
RULES = re.findall(r"^\| `(\w+): ([^`]+)` \|", DOCUMENT, re.M) + re.findall(r"^  - (\w+): (.+)$", DOCUMENT, re.M)


@pytest.mark.parametrize(("rule", "text"), RULES)
def test_a_documented_rule_can_be_read(rule: str, text: str) -> None:
    assert read_required(text) if rule == "require" else read_forbidden(text)


def test_the_grammar_names_every_verb_and_noun() -> None:
    assert [word for word in (*VERBS, *NOUNS) if f'"{word}"' not in DOCUMENT] == []
