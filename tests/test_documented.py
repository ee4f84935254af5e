"""What the documents list is what there is: dependencies, commands, and the files of a run."""

import re
import tomllib
from pathlib import Path

import click
import pytest

from pipelines.serving.cli import estategraph, main

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_NAME = re.compile(r"[A-Za-z0-9-]+")


def test_every_dependency_has_its_row() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    listed = {
        name if not name.startswith("-") else f"tree-sitter{name}"
        for row in re.findall(r"^\| ([^|]*) \| ([^|]*) \|", text, re.M)
        for cell in row
        for name in re.split(r",\s*", cell)
    }
    wanted = [
        *PROJECT["dependencies"],
        *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
    ]
    names = {found[0] for each in wanted if (found := _NAME.match(each))}
    assert names - listed == set()
    assert {f"`{extra}`" for extra in PROJECT["optional-dependencies"]} - listed == set()


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    names = estategraph.list_commands(click.Context(estategraph))
    assert [name for name in names if f"estategraph {name}" not in text] == []


def test_everything_that_a_run_writes_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["index", str(ROOT / "examples" / "shop"), "--output", str(tmp_path / "output"), "--html"])
    capsys.readouterr()
    text = (ROOT / "output" / "README.md").read_text(encoding="utf-8")
    written = [path.name for path in (tmp_path / "output").iterdir() if path.name != "cache"]
    written += [f"cache/{path.name}" for path in (tmp_path / "output" / "cache").iterdir()]
    described = set(re.findall(r"`([\w./]+?)/?(?:<id>/)?`", text))
    assert [name for name in sorted(written) if not {name, name.removesuffix(".parquet")} & described] == []
