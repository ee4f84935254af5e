"""A command that needs an extra says which one to install where it is missing."""

import sys
from pathlib import Path

import pytest

from tests.pipelines.serving.test_commands import run
from tests.small_estate import write_shop


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (["serve"], "fastapi", "serve"),
        (["serve"], "uvicorn", "serve"),
        (["serve"], "prometheus_client", "serve"),
        (["mcp"], "mcp", "serve"),
        (["export", "graphrag"], "lancedb", "graphrag"),
        (["export", "lightrag"], "lightrag", "lightrag"),
        (["export", "neo4j", "--uri", "bolt://localhost:1"], "neo4j", "neo4j"),
    ],
)
def test_the_extra_to_install_is_named(
    arguments: list[str],
    package: str,
    extra: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_shop(tmp_path / "output")
    monkeypatch.setitem(sys.modules, package, None)
    code, out, err = run(arguments, capsys)
    assert (code, out) == (3, "")
    assert f"is not installed. Run: pip install 'estategraph[{extra}]'" in err
