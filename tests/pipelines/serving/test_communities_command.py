"""Communities as a person meets them: `index`, `communities`, `communities --why`, `index --repartition`, `show`."""

import json
from pathlib import Path

import pytest

from community.read_communities import Communities
from community.state import communities_part, read_previous
from community.update import update_communities
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View
from pipelines.serving.cli import main
from pipelines.serving.render_communities import say_tree
from tests.community.writers import writer
from tests.small_estate import add_node, depend, write_shop

SERVICE = "  {0}:\n    build: ./{0}\n"
JAVA = """package {0};
@RestController
public class {1} {{
  private final RestTemplate rest = new RestTemplate();
  @GetMapping("/{0}/{{id}}")
  public String get(String id) {{ return {2}; }}
}}
"""
AREAS = {
    "orders": ("orders-api", "orders-history", "orders-mail"),
    "stock": ("stock-api", "stock-history", "stock-mail"),
}


class Estate:
    """Two areas of three services that call each other, written to a folder and run through the real commands."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self.output, self._capsys = folder / "shop", folder / "output", capsys
        self._calls: dict[str, list[str]] = {name: [] for names in AREAS.values() for name in names}
        for first, second, third in AREAS.values():
            self._calls[first] += [second, third]
            self._calls[second] += [first, third]
            self._calls[third] += [first, second]
        self._calls["orders-api"].append("stock-api")

    def call(self, source: str, target: str) -> None:
        """One more call, and whatever it takes for it."""
        self._calls.setdefault(target, [])
        self._calls.setdefault(source, []).append(target)

    def index(self, *options: str) -> str:
        """Writes the files and indexes them."""
        self.repo.mkdir(exist_ok=True)
        services = "".join(SERVICE.format(name) for name in sorted(self._calls))
        (self.repo / "docker-compose.yml").write_text(f"services:\n{services}")
        for name, targets in self._calls.items():
            urls = [f'rest.getForObject("http://{t}/{t.replace("-", "")}/" + id, String.class)' for t in targets]
            word = name.replace("-", "")
            source = self.repo / name / "src/main/java" / word
            source.mkdir(parents=True, exist_ok=True)
            (self.repo / name / "pom.xml").write_text(f"<project><artifactId>{name}</artifactId></project>")
            (source / "Api.java").write_text(JAVA.format(word, "Api", " + ".join(urls) or '""'))
        return self.run("index", str(self.repo), *options)

    def run(self, *arguments: str, code: int = 0) -> str:
        """What a command prints."""
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--output", str(self.output)])
        shown = self._capsys.readouterr()
        assert int(ended.value.code or 0) == code, shown.err
        return shown.out if code == 0 else shown.err


@pytest.fixture
def estate(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Estate:
    monkeypatch.chdir(tmp_path)
    return Estate(tmp_path, capsys)


def test_the_tree_has_titles_sizes_and_ids(estate: Estate) -> None:
    estate.index()
    lines = [line.split() for line in estate.run("communities").splitlines()]
    assert [line[-1] for line in lines] == ["community:whole", "community:orders-api", "community:stock-api"]
    assert [" ".join(line[:3]) for line in lines] == ["The whole estate", "Orders 3 services,", "Stock 3 services,"]


def test_a_community_is_shown_by_any_of_its_names(estate: Estate) -> None:
    estate.index()
    told = {estate.run("show", name) for name in ("orders subsystem", "the Orders subsystem?", "community:orders-api")}
    assert len(told) == 1
    assert "Orders is made up of three services" in " ".join(told.pop().split())


def test_a_community_answers_to_its_hub_without_the_ending(tmp_path: Path) -> None:
    graph = PropertyGraph()
    for name in ("ordering-api", "order-worker", "order-mail", "basket", "catalog", "search"):
        add_node(graph, NodeLabel.SERVICE, name)
    for source in ("order-worker", "order-mail"):
        depend(graph, "service:ordering-api", f"service:{source}", "http")
    depend(graph, "service:basket", "service:catalog", "http")
    depend(graph, "service:search", "service:catalog", "http")
    state = update_communities(graph, None, writer()).state
    write_snapshot(tmp_path, graph, [], RunReport(), parts=[communities_part(state)])
    communities = Communities(View(open_snapshot(tmp_path)))
    assert communities.find("the ordering subsystem").id == "community:ordering-api"
    assert communities.find("Order").id == "community:ordering-api"


def test_a_run_goes_on_from_the_last_one_and_says_why(estate: Estate) -> None:
    estate.index()
    first = read_previous(estate.output)
    estate.call("stock-mail", "stock-labels")
    estate.index()
    second = read_previous(estate.output)
    assert first and second
    assert {c.id for c in second.communities} == {c.id for c in first.communities}
    assert second.reports["community:orders-api"].because == "first report"
    why = estate.run("communities", "--why")
    assert "kept" in why.split("community:orders-api")[1].splitlines()[1]
    assert "rewritten in this run: 14.3% of its edges changed (+1 -0 of 7)" in why.split("community:stock-api")[1]


def test_nothing_changes_in_a_run_without_change(estate: Estate) -> None:
    estate.index()
    before = read_previous(estate.output)
    estate.index("--repartition")
    after = read_previous(estate.output)
    assert before and after
    assert after.communities == before.communities
    assert after.partition == before.partition
    assert {r.because for r in after.reports.values()} == {"first report"}


def test_a_partition_can_be_asked_for(estate: Estate) -> None:
    estate.index()
    estate.call("orders-api", "stock-mail")
    estate.index("--repartition")
    state = read_previous(estate.output)
    assert state and state.partition == 2


def test_a_level_that_there_is_not_is_refused(estate: Estate) -> None:
    estate.index()
    assert estate.run("communities", "--level", "0").split()[-1] == "community:whole"
    assert "there is no level 7; levels go from 0, the top, to 1" in estate.run("communities", "--level", "7", code=3)


def test_json_holds_what_the_tree_shows(estate: Estate) -> None:
    estate.index()
    told = json.loads(estate.run("communities", "--json"))
    found = told if isinstance(told, list) else told["communities"]
    assert [each["id"] for each in found] == ["community:whole", "community:orders-api", "community:stock-api"]


def test_a_name_that_no_community_has_offers_others(estate: Estate) -> None:
    estate.index()
    assert "no node is called" in estate.run("show", "nothing of the kind", code=3)


def test_a_folder_without_a_snapshot_says_what_to_do(estate: Estate) -> None:
    assert "estategraph index" in estate.run("communities", code=3)


def test_a_snapshot_without_communities_says_how_to_get_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = write_shop(tmp_path / "shop")
    with pytest.raises(SystemExit) as stopped:
        main(["communities", "--output", str(output)])
    assert stopped.value.code == 3
    assert "written without communities; a run writes them. Run: estategraph index PATH" in capsys.readouterr().err


def test_a_tree_of_nothing_is_not_silent(capsys: pytest.CaptureFixture[str]) -> None:
    say_tree([])
    assert "There is no community to see" in capsys.readouterr().out
