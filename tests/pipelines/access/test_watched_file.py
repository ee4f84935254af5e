from pathlib import Path

import pytest

from parsed_graph.errors import AccessError, SettingsError
from pipelines.access.tokens import add_token
from pipelines.access.watched_file import WatchedFile
from pipelines.serving.service import open_service
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving
from tests.small_estate import write_shop


def test_a_file_is_read_again_when_it_has_changed_and_only_then(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one")
    reads: list[str] = []

    def read(path: Path) -> str:
        reads.append(path.read_text())
        return reads[-1]

    watched = WatchedFile(file, read)
    assert [watched.value(), watched.value()] == ["one", "one"]
    file.write_text("another")
    assert [watched.value(), watched.value()] == ["another", "another"]
    assert reads == ["one", "another"]


def test_a_revoked_token_stops_working_and_a_new_one_works_without_a_restart(tmp_path: Path) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(write_shop(tmp_path / "output"), settings) as client:
        assert client.get("/api/v1/status", headers=bearing(tokens["ana"])).status_code == 200
        (tmp_path / "tokens.yaml").write_text("")
        assert client.get("/api/v1/status", headers=bearing(tokens["ana"])).status_code == 401
        assert client.get("/api/v1/status", headers=bearing(add_token(tmp_path / "tokens.yaml", "ops"))).is_success


def test_a_narrowed_policy_counts_with_the_next_request(tmp_path: Path) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(write_shop(tmp_path / "output"), settings) as client:
        assert client.get("/api/v1/nodes/storefront", headers=bearing(tokens["ana"])).status_code == 200
        (tmp_path / "policy.yaml").write_text("callers: {ana: [web]}\ngroups: {web: {services: [mail]}}\n")
        assert client.get("/api/v1/nodes/storefront", headers=bearing(tokens["ana"])).status_code == 404
        assert client.get("/api/v1/nodes/mail", headers=bearing(tokens["ana"])).status_code == 200


@pytest.mark.parametrize("name", ["tokens.yaml", "policy.yaml"])
def test_while_a_file_is_broken_or_gone_nobody_gets_in(tmp_path: Path, name: str) -> None:
    settings, tokens = guarded_settings(tmp_path)
    service = open_service(write_shop(tmp_path / "output"), settings)
    whole = (tmp_path / name).read_text()
    (tmp_path / name).write_text("{")
    with pytest.raises(AccessError):
        service.principal(tokens["ops"])
    (tmp_path / name).unlink()
    with pytest.raises(AccessError):
        service.principal(tokens["ops"])
    (tmp_path / name).write_text(whole)
    assert service.principal(tokens["ops"]).name == "ops"
    service.close()


def test_a_file_that_is_broken_from_the_start_is_an_error_to_act_on(tmp_path: Path) -> None:
    settings, _ = guarded_settings(tmp_path)
    (tmp_path / "tokens.yaml").write_text("{")
    with pytest.raises(SettingsError, match=r"tokens\.yaml"):
        open_service(write_shop(tmp_path / "output"), settings)
