"""What the example's questions are understood as, in many words."""

from pathlib import Path

import pytest
import yaml

from parsed_graph.view import View
from pipelines.asking.plan import signature, understand

TABLE = yaml.safe_load(Path(__file__).with_name("paraphrases.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("wanted", TABLE)
def test_every_wording_is_understood_alike(shop: View, wanted: str) -> None:
    understood = {question: signature(shop, understand(shop, question)[1]) for question in TABLE[wanted]}
    assert understood == dict.fromkeys(TABLE[wanted], wanted)
