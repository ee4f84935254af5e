import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.serving.cli import estategraph, main
from tests.small_estate import add_edge, add_node, write_shop

ROOT = Path(__file__).resolve().parents[3]


def run(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_shop(tmp_path / "output")


COMMANDS = [
    (name, estategraph.get_command(click.Context(estategraph), name))
    for name in estategraph.list_commands(click.Context(estategraph))
]


@pytest.mark.parametrize(("name", "command"), COMMANDS)
def test_every_command_has_an_example_that_starts_with_its_name(name: str, command: click.Command) -> None:
    examples = getattr(command, "examples", ())
    assert examples
    assert all(example.startswith(f"estategraph {name}") for example in examples)


@pytest.mark.parametrize(("name", "command"), COMMANDS)
def test_every_command_takes_settings_output_and_json(name: str, command: click.Command) -> None:
    context = click.Context(command)
    ends = (
        [command.get_command(context, below) for below in command.list_commands(context)]
        if isinstance(command, click.Group)
        else [command]
    )
    for end in ends:
        assert end is not None
        options = {option for parameter in end.params for option in parameter.opts}
        assert {"--settings", "--output", "--json"} <= options, f"{name} {end.name}"


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["--help"], capsys)
    assert code == 0
    assert all(name in out for name, _ in COMMANDS)


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom pipelines.serving.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'pydantic', 'rich', 'apsw', 'pyarrow', 'msgspec', 'yaml', 'numpy', 'igraph'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_show_prints_properties_edges_and_places(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["show", "oms"], capsys)
    assert code == 0
    assert out.splitlines()[0] == "Service(orders)  service:orders"
    assert "  --PUBLISHES--> Event(OrderCreated v1)\n      shop:src/Client.java:40 test\n" in out
    assert "  <--DEPENDS_ON(http 0.8)-- Service(storefront)\n" in out


def test_show_lists_fifty_edges_then_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = PropertyGraph()
    service = add_node(graph, NodeLabel.SERVICE, "wide")
    for number in range(60):
        endpoint = add_node(graph, NodeLabel.ENDPOINT, f"GET /{number}", "wide", f"GET /{number}", service=service)
        add_edge(graph, service, EdgeType.EXPOSES, endpoint)
    write_shop(tmp_path, graph)
    _, out, _ = run(["show", "wide", "--output", str(tmp_path)], capsys)
    assert out.count("--EXPOSES-->") == 50
    assert "... and 10 more edges: 10 EXPOSES" in out


def test_path_prints_compact_arrows(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(["path", "storefront", "mail"], capsys)
    assert out.splitlines()[0] == (
        "Service(storefront) --CALLS(0.8)--> Endpoint(orders GET /orders/{}) <--EXPOSES-- Service(orders)"
        " --PUBLISHES--> Event(OrderCreated v1) --ON--> Topic(orders-events)"
        " <--CONSUMES-- Subscription(mailer) <--OWNS-- Service(mail)"
    )


def test_no_path_is_an_answer(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["path", "orders-db", "storefront"], capsys)
    assert code == 0
    assert out.startswith("No path from Database(orders-db) to Service(storefront) at confidence 0.5 or above.")
    assert "The other way there is one:" in out


def test_consumers_callers_and_blast_in_words(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        "  Service(mail)  subscription mailer, event OrderCreated  [team-mail]\n"
        in run(["consumers", "orders-events"], capsys)[1]
    )
    assert "    in storefront:com.shop.OrderClient.load\n" in run(["callers", "/orders/{id}"], capsys)[1]
    out = run(["blast", "orders-db"], capsys)[1]
    assert "hop 2: 2 services\n" in out
    assert "  Service(storefront) -> Service(orders) -> Database(orders-db)  [team-web]\n" in out


def test_a_place_that_two_edges_share_is_said_once(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(["blast", "orders-events"], capsys)[1]
    hit = out.partition("Service(mail) -> Topic(orders-events)")[2].partition("Service(")[0]
    assert hit.count("src/Client.java") == 1


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["show", "orders"], {"node", "leaving", "reaching", "counts", "others"}),
        (["path", "storefront", "mail"], {"source", "target", "basis", "paths", "opposite"}),
        (["consumers", "orders-events"], {"subject", "consumers", "publishers"}),
        (["callers", "GET /orders/{}"], {"endpoint", "provider", "callers"}),
        (["blast", "orders-db"], {"start", "hits"}),
        (["cypher", "MATCH (s:Service) RETURN s.name"], {"columns", "rows", "truncated"}),
        (["export", "mermaid"], {"format", "file", "nodes", "lines", "text"}),
    ],
)
def test_results_come_as_json(
    output: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], keys: set[str]
) -> None:
    code, out, _ = run([*arguments, "--json"], capsys)
    assert code == 0
    assert set(json.loads(out)) == keys


def test_json_carries_the_evidence(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hits = json.loads(run(["blast", "orders-db", "--json"], capsys)[1])["hits"]
    assert hits[0]["edges"][0]["evidence"][0] == {
        "repo": "shop",
        "path": "src/Client.java",
        "line": 1,
        "rule": "test",
        "quote": "",
        "hops": [],
    }
    assert hits[0]["owner"] == "team-orders"


def test_status_counts_and_computes_rates(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = json.loads(run(["status", "--json"], capsys)[1])
    assert status["counts"]["nodes"]["Service"] == 4
    assert status["unresolved"] == 1
    assert re.search(r"^Service +4$", run(["status"], capsys)[1], re.M)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["show", "nobody"], 3, "no node is called 'nobody'"),
        (["show", "orders", "--output", "elsewhere"], 3, "elsewhere: no snapshot yet. Run: estategraph index PATH"),
        (["show", "orders", "--settings", "none.yaml"], 3, "none.yaml: No such file or directory"),
        (["cypher", "MATCH (n) DELETE n"], 3, "Cypher is read-only here"),
        (["show"], 2, "Missing argument 'NODE'"),
        (["shwo", "orders"], 2, "No such command 'shwo'"),
        (["blast", "orders", "--kinds", "magic"], 2, "no kind is called 'magic'"),
        (["blast", "orders", "--confidence", "0.1"], 2, "Invalid value for '--confidence'"),
        (["cypher", "RETURN 1", "-p", "x"], 2, "'x' is not NAME=VALUE"),
    ],
)
def test_errors_go_to_standard_error_with_their_code(
    output: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    ended, out, err = run(arguments, capsys)
    assert ended == code
    assert message in err
    assert out == ""


def test_a_damaged_snapshot_is_told_with_what_to_do(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = (output / "estate.db").resolve()
    content = database.read_bytes()
    database.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    code, out, err = run(["blast", "payments"], capsys)

    assert (code, out) == (3, "")
    assert "damaged" in err
    assert "estategraph index PATH" in err


def test_an_interrupt_ends_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("parsed_graph.snapshot.reader.open_snapshot", interrupted)
    code, _, err = run(["show", "orders"], capsys)
    assert code == 130
    assert "interrupted" in err


def test_confidence_widens_the_answer(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Service(storefront)" not in run(["show", "mail"], capsys)[1]
    assert (
        "DEPENDS_ON(other declared 0.4)--> Service(storefront)"
        in run(["show", "mail", "--confidence", "0.3"], capsys)[1]
    )


def test_settings_here_set_the_confidence(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("settings.yaml").write_text("query:\n  confidence: 0.9\n", encoding="utf-8")
    assert "Nothing is known to depend on" not in run(["blast", "orders"], capsys)[1]
    assert "Service(storefront)" not in run(["blast", "orders"], capsys)[1]


def test_text_from_repositories_cannot_command_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "evil\x1b]0;owned\x07", "evil", owner="\x1b[2Jteam\u202e")
    write_shop(tmp_path, graph)
    _, out, _ = run(["show", "service:evil", "--output", str(tmp_path)], capsys)
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert out.startswith("Service(evil)")


def test_a_closed_pipe_is_no_error(output: Path) -> None:
    command = f"{sys.executable} -m pipelines.serving.cli show orders --output {output} | true"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_colours_only_where_a_terminal_wants_them(output: Path) -> None:
    def shown(**environment: str) -> str:
        script = f"import pty, sys; sys.exit(pty.spawn([{sys.executable!r}, '-m', 'pipelines.serving.cli', 'show', 'orders', '--output', {str(output)!r}]))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            capture_output=True,
            env={**os.environ, "TERM": "xterm", **environment},
            check=False,
        )
        return done.stdout.decode()

    assert "\x1b[1mService(orders)" in shown()
    assert "\x1b" not in shown(NO_COLOR="1")


def test_init_writes_files_and_never_over_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["init", str(tmp_path)], capsys)
    assert code == 0
    assert "written" in out
    (tmp_path / "services.yaml").write_text("mine", encoding="utf-8")
    _, again, _ = run(["init", str(tmp_path), "--json"], capsys)
    assert set(json.loads(again).values()) == {"kept"}
    assert (tmp_path / "services.yaml").read_text(encoding="utf-8") == "mine"


def test_a_second_index_run_says_who_is_first(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hold = "import sys; from pathlib import Path; from parsed_graph.snapshot.lock import locked\n"
    hold += "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", hold, str(output)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        code, _, err = run(["index", "."], capsys)
        holder.kill()
    assert code == 3
    assert f"another run is writing here, pid {holder.pid}" in err


def test_index_reads_a_folder_and_says_when_nothing_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("estate").mkdir()
    Path("estate/docker-compose.yml").write_text("services:\n  orders:\n    image: shop/orders\n", encoding="utf-8")
    code, out, err = run(["index", "estate", "--html"], capsys)
    assert (code, err) == (0, "")
    assert "Snapshot" in out
    assert "Map: output/map.html" in out
    assert Path("output/map.html").exists()
    assert "Nothing changed; nothing was written." in run(["index", "estate"], capsys)[1]
    assert json.loads(run(["index", "estate", "--json"], capsys)[1])["is_new"] is False
