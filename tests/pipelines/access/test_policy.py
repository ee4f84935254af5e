from pathlib import Path

import pytest

from parsed_graph.errors import AccessError, SettingsError
from parsed_graph.grant import Grant
from pipelines.access.policy import find_principal
from pipelines.access.policy_place import find_policy

POLICY = """\
callers:
  ana: [payments, readers]
  ops: everything
  bob: [gone]
groups:
  everything: {everything: true}
  payments: {services: "pay*", systems: [billing]}
  readers: {documents: [docs/adr/*]}
crossings:
  - {from: billing, to: sales}
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy.yaml"
    file.write_text(POLICY)
    return file


def test_a_caller_gets_what_all_its_groups_may_see(policy: Path) -> None:
    grant = find_principal(policy, "ana").grant
    assert grant is not None
    assert grant.allows_service(["PAYMENTS"], "", "")
    assert grant.allows_service(["ledger"], "billing", "")
    assert not grant.allows_service(["orders"], "shop", "sales")
    assert grant.allows_document("any", "docs/adr/0001.md")
    assert not grant.allows_document("any", "docs/rfc/0001.md")


def test_only_listed_crossings_are_allowed_and_only_in_their_direction(policy: Path) -> None:
    grant = find_principal(policy, "ana").grant
    assert grant is not None
    assert grant.allows_crossing("billing", "sales")
    assert not grant.allows_crossing("sales", "billing")
    assert grant.allows_crossing("sales", "sales")


def test_a_caller_in_a_group_that_sees_everything_has_no_limits(policy: Path) -> None:
    assert find_principal(policy, "ops").grant is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (None, "say who asks with --as NAME"),
        ("eve", "knows no caller 'eve'"),
        ("bob", "has no group 'gone', which caller 'bob'"),
    ],
)
def test_whoever_is_not_known_sees_nothing_and_is_told_why(policy: Path, name: str | None, message: str) -> None:
    with pytest.raises(AccessError, match=message):
        find_principal(policy, name)


def test_a_misspelt_key_of_a_policy_is_an_error_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text("groups:\n  web:\n    sevices: [web]\n")
    with pytest.raises(SettingsError, match=r"policy.yaml:3: no setting is called groups\.web\.sevices") as error:
        find_principal(file, "ana")
    assert str(error.value).endswith("; did you mean groups.web.services?")


def test_every_mistake_of_a_policy_is_told(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text("callers:\n  ana: 3\ngroups:\n  web: {everything: maybe}\ncrossings:\n- from: sales\n- sales\n")
    with pytest.raises(SettingsError) as error:
        find_principal(file, "ana")
    assert str(error.value).splitlines() == [
        f"{file}:2: callers.ana: must be a list, not 3",
        f"{file}:4: groups.web.everything: must be true or false, not 'maybe'",
        f"{file}:6: crossings.0.to: is missing",
        f"{file}:7: crossings.1: must be a mapping, not 'sales'",
    ]


def test_a_caller_or_kind_of_thing_without_a_value_has_none(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text("callers:\n  ana:\n  bob: web\ngroups:\n  web: {services: , documents: docs/*}\n")
    grants = [find_principal(file, name).grant for name in ("ana", "bob")]
    assert grants == [Grant(), Grant(documents=frozenset({"docs/*"}))]


def test_settings_that_cannot_be_read_stop_a_question_since_they_might_name_a_policy(tmp_path: Path) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text("access: [")
    with pytest.raises(SettingsError, match="whether it names a policy"):
        find_policy(settings)


def test_the_policy_lies_relative_to_the_settings_that_name_it(tmp_path: Path) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text("access:\n  policy: rules/policy.yaml\n")
    assert find_policy(settings) == tmp_path / "rules" / "policy.yaml"
