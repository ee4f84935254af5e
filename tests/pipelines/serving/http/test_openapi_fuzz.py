"""Requests made up from the OpenAPI document, right and wrong ones, against a real server: nothing may differ from what it promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipelines.serving.http.real_server import real_server
from tests.pipelines.serving.http.served_estate import guarded_settings

pytestmark = pytest.mark.fuzz
HERE = Path(__file__).parent
SHOP = Path(__file__).parents[4] / "examples" / "shop"
COMMAND = [str(Path(sys.executable).with_name("st")), "--config-file", str(HERE / "schemathesis.toml"), "run"]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("estate") / "output"
    index = [sys.executable, "-m", "pipelines.serving.cli", "index", str(SHOP), "--output", str(made)]
    subprocess.run(index, check=True, cwd=Path(__file__).parents[4], stdout=subprocess.DEVNULL)
    return made


def found_by_schemathesis(address: str, *options: str) -> str:
    """What it says where it finds something, "" where it does not."""
    command = [*COMMAND, f"{address}/openapi.json", "--max-examples", "25", "--seed", "1", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    return "" if ended.returncode == 0 else ended.stdout[-8000:] + ended.stderr[-2000:]


def test_a_server_that_asks_nobody_keeps_its_promises(output: Path, tmp_path: Path) -> None:
    with real_server(output, tmp_path) as address:
        found = found_by_schemathesis(address)
    assert not found, found


def test_a_server_that_asks_for_tokens_keeps_its_promises(output: Path, tmp_path: Path) -> None:
    _, tokens = guarded_settings(tmp_path)
    with real_server(output, tmp_path) as address:
        found = found_by_schemathesis(address, "--header", f"Authorization: Bearer {tokens['ops']}")
    assert not found, found
