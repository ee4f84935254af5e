"""Where the two states come from: revisions, folders, patches."""

from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.community_flags import CommunityFlags
from pipelines.impact.changes.change import Verdict
from pipelines.index import index_estate
from tests.pipelines.impact.two_states import ORDERS, STOCK, commit, compared, git, service, shop, told, write

LEVELS = "stock/src/main/java/shop/Levels.java"
MOVED = STOCK.replace("/levels/", "/quantities/").replace("level(", "quantity(")
GONE = ("endpoint", "GET /levels/{}", "removed", "breaking")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    commit(tmp_path / "shop", shop())
    return tmp_path / "shop"


def test_one_revision_is_compared_with_the_working_tree(folder: Path, tmp_path: Path) -> None:
    (folder / LEVELS).write_text(MOVED)

    assert told(compared(folder, tmp_path / "output", "HEAD").changes[0]) == GONE
    assert git(folder, "status", "--short").split() == ["M", LEVELS]


def test_three_dots_compare_from_where_two_branches_parted(folder: Path, tmp_path: Path) -> None:
    git(folder, "checkout", "-q", "-b", "topic")
    commit(folder, {**shop(), "stock/README.md": "# Stock\n"})
    git(folder, "checkout", "-q", "-")
    commit(folder, {**shop(), LEVELS: MOVED})

    assert compared(folder, tmp_path / "output", "HEAD...topic").changes == ()


def test_two_revisions_apart_are_compared(folder: Path, tmp_path: Path) -> None:
    commit(folder, {**shop(), LEVELS: MOVED})

    assert told(compared(folder, tmp_path / "output", "HEAD~1", "HEAD").changes[0]) == GONE


def test_a_folder_that_is_not_there_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere: no such folder"):
        compared(folder, tmp_path / "output", str(folder), str(tmp_path / "nowhere"))


def test_two_folders_are_compared(tmp_path: Path) -> None:
    write(tmp_path / "one", shop())
    write(tmp_path / "two", {**shop(), LEVELS: MOVED})

    found = compared(tmp_path, tmp_path / "output", str(tmp_path / "one"), str(tmp_path / "two"))
    assert told(found.changes[0]) == GONE


@pytest.mark.parametrize("is_applied", [False, True])
def test_a_patch_is_compared_whether_or_not_the_tree_holds_it(folder: Path, tmp_path: Path, is_applied: bool) -> None:
    (folder / LEVELS).write_text(MOVED)
    (tmp_path / "change.patch").write_text(git(folder, "diff"))
    if not is_applied:
        git(folder, "checkout", "-q", "--", ".")

    assert told(compared(folder, tmp_path / "output", str(tmp_path / "change.patch")).changes[0]) == GONE


def test_a_patch_that_does_not_fit_is_told(folder: Path, tmp_path: Path) -> None:
    patch = tmp_path / "change.patch"
    patch.write_text(f"--- a/{LEVELS}\n+++ b/{LEVELS}\n@@ -1 +1 @@\n-nothing like it\n+x\n")

    with pytest.raises(SettingsError, match="does not apply"):
        compared(folder, tmp_path / "output", str(patch))


def test_a_bare_repository_is_compared(folder: Path, tmp_path: Path) -> None:
    commit(folder, {**shop(), LEVELS: MOVED})
    git(tmp_path, "clone", "-q", "--bare", str(folder), "shop.git")

    found = compared(tmp_path / "shop.git", tmp_path / "output", "HEAD~1..HEAD")
    assert told(found.changes[0]) == GONE


@pytest.mark.parametrize("revision", ["nowhere..HEAD", "--help", "HEAD..-x"])
def test_a_revision_that_is_not_there_is_told(folder: Path, tmp_path: Path, revision: str) -> None:
    with pytest.raises(SettingsError, match="no such commit"):
        compared(folder, tmp_path / "output", revision)


def test_other_repositories_of_the_last_run_give_the_callers(tmp_path: Path) -> None:
    stock = {**{path[6:]: text for path, text in shop().items() if path.startswith("stock/")}}
    orders = {
        path[7:]: text for path, text in {**service("orders"), "orders/src/main/java/shop/Stock.java": ORDERS}.items()
    }
    commit(tmp_path / "stock", stock)
    commit(tmp_path / "orders", orders)
    output = tmp_path / "output"
    index_estate([str(tmp_path / "stock"), str(tmp_path / "orders")], output, None, CommunityFlags(), lambda *_: None)
    commit(tmp_path / "stock", {**stock, LEVELS[6:]: MOVED})

    found = compared(tmp_path / "stock", output, "HEAD~1..HEAD")
    assert found.verdict is Verdict.BREAKING
    assert told(found.changes[0]) == GONE
    assert [hit.place for hit in found.changes[0].hits] == ["orders:src/main/java/shop/Stock.java:5"]


def test_a_link_out_of_the_repository_is_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yml"
    secret.write_text("services:\n  secret:\n    image: secret\n")
    (folder / "compose.yaml").symlink_to(secret)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "link")

    assert compared(folder, tmp_path / "output", "HEAD~1..HEAD").changes == ()
