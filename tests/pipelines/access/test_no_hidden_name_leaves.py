"""Random policies over the example estate: whatever is asked, no answer says a name that the policy hides."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from parsed_graph.errors import EstateError
from pipelines.serving.cli import estategraph

SHOP = Path(__file__).parents[3] / "examples" / "shop"
TRUTH = yaml.safe_load((SHOP / "expected.yaml").read_text(encoding="utf-8"))
OWN = sorted(service["name"] for service in TRUTH["services"] if service["role"] in ("application", "gateway"))
"""The other services are shared: whoever touches them sees them."""

SYSTEMS = {service["name"]: service.get("system", "") for service in TRUTH["services"]}
GENERAL = (
    "How many services are there?",
    "Which topics are there?",
    "How does retrying work?",
    "Quais decisões estão em vigor?",
    "What happened in the last incident?",
)
ABOUT = ("Who depends on {}?", "What would break without {}?", "What does {} do?", "Which decisions bind {}?")
_OWN_CODE = re.compile(r"<(script|style)>.*?</\1>", re.S)
"""What the map brings along, whoever looks at it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("policy")
    _ask(["index", str(SHOP), "--output", str(made / "output")])
    (made / "settings.yaml").write_text("access:\n  policy: policy.yaml\n")
    return made


def _ask(arguments: list[str]) -> str:
    outcome = CliRunner().invoke(estategraph, arguments)
    if outcome.exception is not None and not isinstance(outcome.exception, (EstateError, SystemExit)):
        raise outcome.exception
    return outcome.output + str(outcome.exception or "")


def _questions(visible: list[str]) -> Iterator[list[str]]:
    yield from (
        ["status"],
        ["status", "--json"],
        ["status", "--problems"],
        ["communities", "--why"],
        ["communities", "--json"],
    )
    yield from (["cypher", "MATCH (n) RETURN n.id"], ["export", "mermaid"], ["export", "html"], ["show", "nothing"])
    yield from (["ask", question, "--explain"] for question in GENERAL)
    yield ["ask", "List all services", "--json"]
    for name in visible:
        yield from (["ask", question.format(name), "--explain"] for question in ABOUT)
        yield ["ask", ABOUT[0].format(name), "--json", "--confidence", "0.3"]
        for command in (["show"], ["blast"], ["impact", "service"], ["export", "graphml"], ["path", "fraud"]):
            yield [*command, name]
            yield [*command, name, "--json", "--confidence", "0.3"]
        yield ["show", f"{name} subsystem"]


@settings(max_examples=8)
@given(visible=st.sets(st.sampled_from(OWN)), documents=st.booleans(), crossings=st.booleans())
def test_no_answer_says_the_name_of_a_hidden_service(
    folder: Path, visible: set[str], documents: bool, crossings: bool
) -> None:
    group = {"services": sorted(visible), "documents": ["docs/*"] if documents else []}
    policy = {
        "callers": {"ana": ["some"]},
        "groups": {"some": group},
        "crossings": [{"from": "*", "to": "*"}] if crossings else [],
    }
    (folder / "policy.yaml").write_text(json.dumps(policy))
    told = {word for name in visible for word in (*name.split("-"), SYSTEMS[name])}
    hidden = [name for name in OWN if name not in visible and name not in told]
    for question in _questions(sorted(visible)):
        if question[0] == "path" and "fraud" not in visible:
            continue  # the question itself says the name
        options = ["--as", "ana", "--settings", str(folder / "settings.yaml"), "--output", str(folder / "output")]
        said = _OWN_CODE.sub("", _ask([*question, *options]))
        for name in hidden:
            assert not re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", said, re.I), (question, name, said)


def test_somebody_who_sees_everything_gets_what_nobody_limits(folder: Path) -> None:
    policy = {"callers": {"ops": ["all"]}, "groups": {"all": {"everything": True}}}
    (folder / "policy.yaml").write_text(json.dumps(policy))
    options = ["--settings", str(folder / "settings.yaml"), "--output", str(folder / "output")]
    assert "orders-api" in _ask(["show", "payments", *options, "--as", "ops"])
    assert "say who asks with --as NAME" in _ask(["show", "payments", *options])
