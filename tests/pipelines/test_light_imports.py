"""What commands do without: pydantic takes a tenth of a second to import."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = """\
services:
  orders: {image: acme/orders, environment: {LEDGER_URL: "http://ledger:8080"}}
  ledger: {image: acme/ledger}
"""
RECORD = "# 1. Orders ask the ledger\n\n## Status\n\nAccepted\n\n## Decision\n\nOrders asks ledger.\n"
SETTINGS = "query:\n  confidence: 0.6\nretrieval:\n  hits: 5\n  embeddings:\n    provider: none\n"


def imported(folder: Path, *arguments: str) -> str:
    """Which of the modules a command imports that no run by rules and no question on this machine needs."""
    script = (
        "import sys\nfrom pipelines.serving.cli import main\n"
        "try: code = main(sys.argv[1:])\nexcept SystemExit as end: code = end.code\n"
        "assert not code, code\n"
        "print(sorted({'pydantic', 'openai', 'anthropic', 'fastapi'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env={"PYTHONPATH": str(ROOT)}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with settings and a checkout that is indexed."""
    folder = tmp_path_factory.mktemp("light")
    (folder / "settings.yaml").write_text(SETTINGS)
    (folder / "shop" / "docs" / "adr").mkdir(parents=True)
    (folder / "shop" / "compose.yaml").write_text(COMPOSE)
    (folder / "shop" / "docs" / "adr" / "0001-ledger.md").write_text(RECORD)
    assert imported(folder, "index", "shop") == "[]"
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ("index", "shop", "--repartition"),
        ("status",),
        ("show", "orders"),
        ("ask", "which decisions bind orders?"),
        ("ask", "why does orders ask the ledger?"),
        ("blast", "ledger"),
        ("cypher", "MATCH (s:Service) RETURN s.name"),
        ("impact", "service", "ledger"),
        ("communities",),
        ("lint",),
    ],
    ids=" ".join,
)
def test_commands_do_without_pydantic(folder: Path, arguments: tuple[str, ...]) -> None:
    assert imported(folder, *arguments) == "[]"


def test_the_settings_load_neither_parsers_nor_the_store() -> None:
    script = (
        "import sys\nimport pipelines.settings\n"
        "print(sorted({'apsw', 'pydantic', 'yaml', 'tree_sitter', 'parsed_graph.registry'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines() == ["[]"]
