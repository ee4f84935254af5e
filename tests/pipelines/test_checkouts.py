"""What cannot be indexed is refused with what is wrong with it."""

import subprocess
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.checkouts import find_checkouts


def test_a_file_is_called_a_file_and_no_missing_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(SettingsError, match="a file, not a folder"):
        find_checkouts([str(tmp_path / "a.txt")], tmp_path / "cache")


def test_an_empty_path_is_not_taken_for_this_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="an empty path"):
        find_checkouts([""], tmp_path / "cache")


def test_a_repository_without_a_work_tree_is_cloned(tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    subprocess.run(["git", "init", "--quiet", tmp_path / "shop"], check=True)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    (tmp_path / "shop" / "a.txt").write_text("x")
    subprocess.run(["git", "-C", tmp_path / "shop", "add", "."], check=True)
    subprocess.run(["git", "-C", tmp_path / "shop", *identity, "commit", "--quiet", "-m", "a"], check=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", tmp_path / "shop", bare], check=True)

    (checkout,) = find_checkouts([str(bare)], tmp_path / "cache")

    assert checkout.name == "shop"
    assert (checkout.root / "a.txt").read_text() == "x"


def test_a_failing_clone_tells_what_went_wrong_not_the_advice_after_it(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="fatal: "):
        find_checkouts([f"file://{tmp_path}/missing.git"], tmp_path / "cache")


def test_a_file_url_is_cloned_into_the_cache(tmp_path: Path) -> None:
    origin = tmp_path / "shop"
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "init", "--quiet", origin], check=True)
    (origin / "a.txt").write_text("x")
    subprocess.run(["git", "-C", origin, "add", "."], check=True)
    subprocess.run(["git", "-C", origin, *identity, "commit", "--quiet", "-m", "a"], check=True)
    (checkout,) = find_checkouts([f"file://{origin}"], tmp_path / "cache")
    assert checkout.name == "shop"
    assert (checkout.root / "a.txt").read_text() == "x"
