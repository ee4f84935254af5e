"""A folder of a commit on disk."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.impact.states.git import find_commit, find_repository
from pipelines.impact.states.tree import write_tree
from tests.pipelines.impact.two_states import commit, git

_NAMES = st.sampled_from(["a.yml", "b/a.yml", "b", "b/c/a.yml", "c/x.java", "c", "picture.png"])


def held(tree: Path) -> dict[str, str]:
    return {path.relative_to(tree).as_posix(): path.read_text() for path in tree.rglob("*") if path.is_file()}


def written(folder: Path, home: Path, subfolder: str = "") -> dict[str, str]:
    repository = find_repository(folder)
    return held(write_tree(repository, find_commit(repository, "HEAD"), subfolder, home))


def test_what_no_run_reads_is_an_empty_neighbour(tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"a.yml": "a: 1\n", "picture.png": "PNG"})

    assert written(tmp_path / "shop", tmp_path / "home") == {"a.yml": "a: 1\n", "picture.png": ""}


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    folder, home = tmp_path / "shop", tmp_path / "home"
    commit(folder, {"a.yml": "a: 1\n", "b.yml": "b: 1\n"})
    written(folder, home)
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*.yml")}
    commit(folder, {"a.yml": "a: 1\n", "b.yml": "b: 2\n"})
    written(folder, home)

    changed = [path.name for path, at in before.items() if path.stat().st_mtime_ns != at]
    assert changed == ["b.yml"]


def test_a_folder_of_a_commit_stands_alone_and_one_that_is_not_there_is_empty(tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"b/a.yml": "a: 1\n", "c.yml": "c: 1\n"})

    assert written(tmp_path / "shop", tmp_path / "home", "b") == {"a.yml": "a: 1\n"}
    assert written(tmp_path / "shop", tmp_path / "home", "nowhere") == {}


def test_links_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    commit(folder, {"a.yml": "a: 1\n"})
    (folder / "b.yml").symlink_to("/etc/passwd")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "link")

    assert written(folder, tmp_path / "home") == {"a.yml": "a: 1\n"}


def test_a_run_that_was_killed_while_it_wrote_starts_again(tmp_path: Path) -> None:
    folder, home = tmp_path / "shop", tmp_path / "home"
    commit(folder, {"a.yml": "a: 1\n"})
    written(folder, home)
    (home / "listing.json").unlink()
    (home / "tree" / "a.yml").write_text("half")

    assert written(folder, home) == {"a.yml": "a: 1\n"}


@settings(max_examples=6, deadline=None)
@given(st.lists(st.dictionaries(_NAMES, st.sampled_from(["x: 1\n", "x: 2\n"]), min_size=1), min_size=2, max_size=3))
def test_going_on_from_another_commit_gives_the_same_folder(states: list[dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root, folder = Path(name), Path(name, "shop")
        for number, state in enumerate(states):
            files = {path: f"{text}# {number}\n" for path, text in state.items() if not _is_folder(path, state)}
            commit(folder, files)
            written(folder, root / "one")
        assert written(folder, root / "one") == written(folder, root / "two")


def _is_folder(path: str, state: dict[str, str]) -> bool:
    return any(other.startswith(f"{path}/") for other in state)
