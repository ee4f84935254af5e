from pathlib import Path

import pytest

from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.serving.cli import estategraph

SHOP = Path(__file__).parents[3] / "examples" / "shop"


@pytest.fixture(scope="session")
def shop_output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("asked-shop")
    estategraph.main(["index", str(SHOP), "--output", str(output)], standalone_mode=False)
    return output


@pytest.fixture(scope="session")
def shop(shop_output: Path) -> View:
    return View(open_snapshot(shop_output))
