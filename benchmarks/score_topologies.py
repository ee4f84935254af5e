"""Indexes real systems with a known topology and scores what comes out.

    python benchmarks/score_topologies.py --groundtruth DIR --estates DIR [app ...]

The ground-truth folder holds `apps/<app>.json` and `score_topology.py`; the estates folder the checkouts `<app>/` and,
where a system keeps its configuration elsewhere, `<app>__config/`. Figures are kept in benchmarks/README.md.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groundtruth", type=Path, required=True)
    parser.add_argument("--estates", type=Path, required=True)
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="list N errors of a sort")
    parser.add_argument("apps", nargs="*", help="default: every app that is checked out")
    options = parser.parse_args()
    known = sorted(path.stem for path in (options.groundtruth / "apps").glob("*.json"))
    apps = options.apps or [app for app in known if (options.estates / app).is_dir()]
    with tempfile.TemporaryDirectory() as folder:
        for app in apps:
            index(options.estates, app, Path(folder) / app)
        return score(options.groundtruth, Path(folder), apps, options.errors)


def index(estates: Path, app: str, output: Path) -> None:
    checkouts = [folder for folder in (estates / app, estates / f"{app}__config") if folder.is_dir()]
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", *map(str, checkouts), "--output", str(output)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def score(groundtruth: Path, predictions: Path, apps: list[str], errors: int) -> int:
    script = groundtruth / "score_topology.py"
    command = [sys.executable, str(script), "--truth", str(groundtruth / "apps"), "--predictions", str(predictions)]
    return subprocess.run([*command, "--by-app", "--errors", str(errors), "--apps", *apps], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
