"""Random policies over the example estate: whatever is asked in plain words, no answer says a name that the policy hides."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.access.policy import find_principal
from pipelines.asking.answer_question import answer_question
from pipelines.asking.ask_parts import open_parts
from pipelines.serving.as_json import json_text
from pipelines.serving.render_answer import say_answer
from pipelines.serving.terminal import captured

TRUTH = yaml.safe_load((Path(__file__).parents[3] / "examples" / "shop" / "expected.yaml").read_text(encoding="utf-8"))
OWN = sorted(service["name"] for service in TRUTH["services"] if service["role"] in ("application", "gateway"))
"""The other services are shared: whoever touches them sees them."""
SYSTEMS = {service["name"]: service.get("system", "") for service in TRUTH["services"]}


def _questions(visible: list[str]) -> Iterator[str]:
    yield from (
        "List all services", "How many ADRs are there?", "Which endpoints are gRPC?", "Which topics does nobody consume?", "List all incidents",
        "How does the estate hang together?", "Describe the part of the estate that customers meet", "Why do customers wait so long?",
        "Who depends on nothing-known?", "Who depends on paiments?", "Is there anything that calls invntory?", "Which decisions are open?",
        "What is ADR 5 about?", "Which services are governed by ADR 6?", "What replaced ADR 2?", "Who is hit if kafka fails?", "Who uses Redis?",
    )  # fmt: skip
    for name in visible:
        yield from (
            f"Who depends on {name}?", f"What does {name} depend on?", f"What breaks when {name} is down?", f"Which decisions bind {name}?",
            f"What is {name}?", f"Which incidents touched {name}?", f"Does {name} publish to orders-events?", f"How does {name} reach kafka?",
            f"Does {name} depend on redis?", f"Who owns {name}?", f"What does the {name} subsystem do?", f"Why is {name} slow?",
        )  # fmt: skip


@settings(max_examples=15)
@given(visible=st.sets(st.sampled_from(OWN)), documents=st.booleans(), crossings=st.booleans())
def test_no_answer_in_plain_words_says_the_name_of_a_hidden_service(
    shop_output: Path, tmp_path_factory: object, visible: set[str], documents: bool, crossings: bool
) -> None:
    policy = {
        "callers": {"ana": ["some"]},
        "groups": {"some": {"services": sorted(visible), "documents": ["docs/*"] if documents else []}},
        "crossings": [{"from": "*", "to": "*"}] if crossings else [],
    }
    file = shop_output / "policy.json"
    file.write_text(json.dumps(policy))
    view = View(open_snapshot(shop_output), find_principal(file, "ana"))
    find_text = PARTS.finder(view)
    told = {word for name in visible for word in (*name.split("-"), SYSTEMS[name])}
    hidden = [name for name in OWN if name not in visible and name not in told]
    for question in _questions(sorted(visible)):
        answer = answer_question(view, question, find_text=find_text)
        said = captured(lambda answer=answer: say_answer(view, answer, explain=True)) + json_text(answer)
        said = said.replace(question, "")
        for name in hidden:
            assert not re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", said, re.I), (question, name, said)


PARTS = open_parts(None, Path("output"))
