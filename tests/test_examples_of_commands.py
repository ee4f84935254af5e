"""The examples in the help of every command that only reads run as they stand over the example estate."""

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pipelines.serving.cli import estategraph, main

ROOT = Path(__file__).parents[1]
READING = frozenset("ask blast callers communities consumers cypher eval lint path show status".split())
READING_BELOW = frozenset(("impact adr", "impact service", "cache export"))
DRAWINGS = ("backstage", "c4", "dot", "graphml", "html", "mermaid", "structurizr")


def examples(group: click.Group, above: str = "") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        full = f"{above} {name}".strip()
        if isinstance(command, click.Group):
            yield from examples(command, full)
        if full in READING | READING_BELOW or (above == "export" and name in DRAWINGS):
            yield from getattr(command, "examples", ())


EXAMPLES = list(dict.fromkeys(examples(estategraph)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the examples are typed: the example's documents, its questions, and what a run over it wrote."""
    made = tmp_path_factory.mktemp("typed")
    shutil.copytree(ROOT / "examples" / "shop", made / "examples" / "shop")
    shutil.copytree(ROOT / "examples" / "shop" / "docs", made / "docs")
    with pytest.raises(SystemExit):
        main(["index", str(made / "examples" / "shop"), "--output", str(made / "output")])
    return made


def test_there_are_examples_of_all_that_reads() -> None:
    names = {example.split()[1] for example in EXAMPLES}
    assert names >= READING


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(
    example: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    program, *arguments = shlex.split(example)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    shown = capsys.readouterr()
    findings = 1 if arguments[0] == "lint" else 0
    assert program == "estategraph"
    assert ended.value.code in (0, findings), shown.err
    assert shown.out or {"--file", "--write"} & set(arguments)
    assert not shown.out.startswith("\n0 rows")
