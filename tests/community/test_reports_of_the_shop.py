"""Every report of the example estate holds what its facts hold."""

from pathlib import Path

from community.visible_report import visible_graph
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.serving.cli import estategraph
from tests.community.untrue_reports import untrue_reports

SHOP = Path(__file__).parents[2] / "examples" / "shop"


def test_every_report_of_the_shop_passes_the_checks(tmp_path: Path) -> None:
    estategraph.main(["index", str(SHOP), "--output", str(tmp_path / "output")], standalone_mode=False)
    found = untrue_reports(visible_graph(View(open_snapshot(tmp_path / "output"))))
    assert len(found) == 9
    assert not any(found.values())
