"""Whether the reports of an estate say only what its facts hold.

    python benchmarks/community_reports.py PATH [PATH ...]

Indexes the paths into a temporary folder and checks every report that the rules write, as replies of models are checked.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from community.visible_report import visible_graph
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.serving.cli import estategraph
from tests.community.untrue_reports import untrue_reports


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        estategraph.main(["index", *sys.argv[1:], "--output", folder], standalone_mode=False)
        found = untrue_reports(visible_graph(View(open_snapshot(Path(folder)))))
    for title, wrong in sorted(found.items()):
        print(f"{title}: {'; '.join(wrong) or 'holds'}")


if __name__ == "__main__":
    main()
