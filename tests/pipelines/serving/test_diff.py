"""`diff` on the command line, and the warning of `index`."""

import json
from pathlib import Path

import pytest

from pipelines.serving.cli import main
from tests.pipelines.impact.two_states import ORDERS, shop, write

STOCK_CLIENT = "orders/src/main/java/shop/Stock.java"


def run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert not ended.value.code


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Two runs: then the client calls no more."""
    for text in (ORDERS, ORDERS.replace("rest.getForObject", "nothing").replace('"http://stock/levels/" + sku', "sku")):
        write(tmp_path / "shop", {**shop(), STOCK_CLIENT: text})
        run("index", str(tmp_path / "shop"), "--output", str(tmp_path / "output"))
    return tmp_path / "output"


def test_what_went_is_counted_and_each_edge_has_a_changed_file(
    output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    run("diff", "--all", "--output", str(output))
    text = capsys.readouterr().out

    assert "Each edge that came or went has a changed file behind it." in text
    assert "  - service:orders DEPENDS_ON service:stock (parsed)" in text


def test_status_gives_the_trend_of_the_kept_runs(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    run("status", "--json", "--output", str(output))

    assert [each["number"] for each in json.loads(capsys.readouterr().out)["kept"]] == [1, 2]
