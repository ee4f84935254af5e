"""The folders are the import packages, and their names are plain words: nobody else may install one of them beside us."""

import importlib
import re
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = ("pipelines", "community", "parsed_graph", "prompts")
ALSO_COMMUNITY = ("python-louvain", "cdlib", "karateclub")
"""These install a module called `community`, or something that needs one."""


@pytest.mark.parametrize("name", OURS)
def test_a_package_is_imported_from_here(name: str) -> None:
    found = importlib.import_module(name).__file__
    assert found is not None
    assert Path(found).resolve() == ROOT / name / "__init__.py"


@pytest.mark.parametrize("name", OURS)
def test_no_other_distribution_installs_a_package_of_that_name(name: str) -> None:
    assert set(packages_distributions().get(name, [])) <= {"estategraph"}


@pytest.mark.parametrize("file", ["constraints.txt", "constraints-extras.txt"])
def test_nothing_that_is_pinned_brings_another_community(file: str) -> None:
    pinned = set(re.findall(r"^([A-Za-z0-9._-]+)==", (ROOT / file).read_text(encoding="utf-8"), re.M))
    assert pinned
    assert not pinned & set(ALSO_COMMUNITY)


def test_the_wheel_holds_our_packages_with_their_data_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hatchling.build import build_wheel

    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        names = wheel.namelist()
    folders = {name.partition("/")[0] for name in names}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == set(OURS)
    for data in (
        "prompts/extract_adr.md",
        "pipelines/models/vocabulary/o200k_base.xz",
        "pipelines/serving/page/theme.css",
    ):
        assert data in names
    assert not [name for name in names if "/tests/" in name or name.endswith(".pyc")]
