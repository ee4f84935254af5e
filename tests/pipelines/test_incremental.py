"""A run after any edits gives what a run from nothing gives, and does no more than it has to."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsed_graph import repository
from parsed_graph.errors import SettingsError
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.snapshot.current import SnapshotWritten
from parsed_graph.snapshot.reader import open_snapshot
from pipelines.community_flags import CommunityFlags
from pipelines.index import index_estate
from pipelines.stages import read_batches

POM = "<project><artifactId>{0}</artifactId><dependencies>{1}</dependencies></project>"
KAFKA = "<dependency><groupId>org.springframework.kafka</groupId><artifactId>spring-kafka</artifactId></dependency>"
APPLICATION = "package {0};\n@SpringBootApplication\npublic class App {{ public static void main(String[] a) {{}} }}\n"
ORDERS = """package orders;
@RestController
public class Orders {{
  private final RestTemplate rest = new RestTemplate();
  @GetMapping("/orders/{{id}}")
  public String get(String id) {{ return load(id); }}
  private String load(String id) {{ return rest.getForObject("http://{0}/payments/" + id, String.class); }}
}}
"""
PAYMENTS = """package payments;
@RestController
public class Payments {{
  @GetMapping("{0}/{{id}}")
  public String get(String id) {{ return id; }}
}}
"""
ADR = "---\napplies_to: [{0}]\n---\n# 1. Queues\n\n## Status\n\n{1}\n\n## Context\n\nWords.\n\n## Decision\n\nUse queues.\n"
COMPOSE = "services:\n  orders:\n    build: ./orders\n  {0}:\n    build: ./payments\n"
VARIANTS: Mapping[str, tuple[str, ...]] = {
    "orders/pom.xml": (POM.format("orders", ""), POM.format("orders", KAFKA)),
    "orders/src/main/java/orders/App.java": (APPLICATION.format("orders"),),
    "orders/src/main/java/orders/Orders.java": (
        ORDERS.format("payments"),
        "// A comment moves every line.\n" + ORDERS.format("payments"),
        ORDERS.format("billing"),
    ),
    "orders/src/main/resources/application.yml": (
        "spring.application.name: orders\n",
        "spring.application.name: shop\n",
    ),
    "payments/pom.xml": (POM.format("payments", ""),),
    "payments/src/main/java/payments/App.java": (APPLICATION.format("payments"),),
    "payments/src/main/java/payments/Payments.java": (PAYMENTS.format("/payments"), PAYMENTS.format("/v2/payments")),
    "payments/src/main/java/payments/Broken.java": ("class {{{", "class Broken {}"),
    "docker-compose.yml": (COMPOSE.format("payments"), COMPOSE.format("billing"), "services: [\n"),
    "docs/adr/0001-queues.md": (ADR.format("orders", "Accepted"), ADR.format("payments", "Rejected")),
    "CODEOWNERS": ("* @shop/core\n", "/orders/ @shop/orders\n"),
    ".gitignore": ("*.class\n", "payments/\n"),
}
START = {path: variants[0] for path, variants in VARIANTS.items() if not path.endswith("Broken.java")}
SETTINGS = "retrieval:\n  embeddings:\n    provider: none\ndocuments:\n  enabled: {0}\n"
TABLES = ("nodes", "edges", "problems", "entities", "relationships", "covariates")
"""What is a function of the input alone; communities, and with them documents, go on from the last snapshot."""
Edit = tuple[str, ...]

EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.sampled_from([("write", path, text) for path, variants in VARIANTS.items() for text in variants]),
    st.sampled_from([(kind, path) for kind in ("remove", "touch") for path in VARIANTS]),
    st.sampled_from(
        [("rename", "payments", "billing"), ("rename", "billing", "payments"), ("link", "orders/link.java")]
    ),
    st.sampled_from([("settings", "true"), ("settings", "false")]),
)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are trusted at once: a test does not wait two seconds after each edit."""
    monkeypatch.setattr(repository, "_SETTLED_NANOSECONDS", -1)


class Shop:
    """A small estate that can be edited, and indexed into one output again and again, or into a new one."""

    def __init__(self, folder: Path) -> None:
        self.root, self.folder, self.fresh = folder / "shop", folder, 0
        self.settings = folder / "settings.yaml"
        self.settings.write_text(SETTINGS.format("true"))
        for path, text in START.items():
            self.edit(("write", path, text))

    def edit(self, edit: Edit) -> None:
        kind, target = edit[0], self.root / edit[1]
        if kind == "write":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(edit[2])
        elif kind == "remove":
            target.unlink(missing_ok=True)
        elif kind == "touch" and target.exists():
            os.utime(target)
        elif kind == "rename" and target.exists() and not (self.root / edit[2]).exists():
            target.rename(self.root / edit[2])
        elif kind == "link" and not target.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to("pom.xml")
        elif kind == "settings":
            self.settings.write_text(SETTINGS.format(edit[1]))

    def index(self, output: str = "output") -> SnapshotWritten:
        flags = CommunityFlags()
        return index_estate((str(self.root),), self.folder / output, self.settings, flags, lambda *_: None)

    def rows(self, output: str = "output") -> dict[str, list[dict[str, object]]]:
        folder = self.folder / output
        return {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in TABLES}

    def bytes(self, output: str) -> dict[str, bytes]:
        folder = self.folder / output / "current"
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "run.json"}

    def rows_from_nothing(self) -> dict[str, list[dict[str, object]]]:
        self.fresh += 1
        self.index(f"fresh-{self.fresh}")
        return self.rows(f"fresh-{self.fresh}")


@pytest.fixture
def shop(tmp_path: Path, settled: None) -> Shop:
    return Shop(tmp_path)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.lists(EDITS, min_size=1, max_size=3), min_size=1, max_size=3))
def test_any_edits_give_what_a_run_from_nothing_gives(tmp_path: Path, settled: None, edits: list[list[Edit]]) -> None:
    folder = tmp_path / "estate"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shop = Shop(folder)
    shop.index()
    for group in edits:
        for edit in group:
            shop.edit(edit)
        shop.index()
        assert shop.rows() == shop.rows_from_nothing()


@pytest.mark.parametrize(
    ("path", "remark"),
    [("orders/src/main/java/orders/Orders.java", "// A remark.\n"), ("docs/adr/0001-queues.md", "More words.\n")],
)
def test_a_remark_gives_the_same_bytes_as_a_run_from_nothing_and_resolves_nothing(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, path: str, remark: str
) -> None:
    shop.index()
    shop.edit(("write", path, START[path] + remark))
    monkeypatch.setattr(EstateFacts, "of", lambda *_: pytest.fail("a fact is asked for"))
    assert shop.index().is_new
    monkeypatch.undo()
    monkeypatch.setattr(repository, "_SETTLED_NANOSECONDS", -1)

    shop.index("fresh")
    assert shop.bytes("output") == shop.bytes("fresh")


def test_a_call_that_comes_is_resolved(shop: Shop) -> None:
    shop.index()
    shop.edit(("write", "orders/src/main/java/orders/Orders.java", ORDERS.format("billing")))
    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()


def test_a_source_file_whose_name_is_no_utf8_is_read_and_edited_like_any_other(shop: Shop) -> None:
    file = shop.root / "orders/src/main/java/orders" / os.fsdecode(b"Caf\xe9.java")
    file.write_text("package orders;\npublic class Menu {\n  int price() { return 1; }\n}\n")
    shop.index()
    file.write_text(file.read_text() + "// A remark.\n")
    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()
    assert any(str(row["id"]).endswith("Caf\\udce9.java") for row in shop.rows()["nodes"])


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def overwritten(file: Path) -> None:
    file.write_bytes(b"junk" * 2000)


def scrambled(file: Path) -> None:
    """All but the first page, so that it opens."""
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


@pytest.mark.parametrize("damage", [cut_short, overwritten, scrambled])
@pytest.mark.parametrize("remark", ["", "// A remark.\n"])
def test_a_damaged_snapshot_is_written_anew(shop: Shop, damage: Callable[[Path], None], remark: str) -> None:
    shop.index()
    damage((shop.folder / "output" / "current" / "estate.db").resolve())
    shop.edit(("write", "orders/src/main/java/orders/Orders.java", ORDERS.format("billing") + remark))
    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()


def test_a_snapshot_that_no_longer_opens_is_written_anew_though_no_file_changed(shop: Shop) -> None:
    first = shop.index()
    overwritten(first.folder / "estate.db")
    second = shop.index()
    assert (second.is_new, second.id) == (True, first.id)
    assert open_snapshot(shop.folder / "output").id == first.id


@pytest.mark.parametrize("name", ["facts.db", "code.db"])
def test_a_damaged_cache_is_made_anew_and_said(shop: Shop, caplog: pytest.LogCaptureFixture, name: str) -> None:
    shop.index()
    for file in (shop.folder / "output" / "cache").glob(f"{name}*"):
        overwritten(file)
    shop.edit(("write", "orders/src/main/java/orders/Orders.java", ORDERS.format("billing")))
    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()
    assert f"{name} is damaged" in caplog.text


def test_damaged_replies_are_left_alone_as_they_were_paid_for(shop: Shop) -> None:
    shop.index()
    file = shop.folder / "output" / "cache" / "replies.db"
    for each in file.parent.glob("replies.db*"):
        overwritten(each)
    shop.edit(("write", "orders/pom.xml", POM.format("orders", KAFKA)))
    with pytest.raises(SettingsError, match=r"replies\.db cannot be read .* put a copy back, or move it away"):
        shop.index()
    assert file.read_bytes().startswith(b"junk")


@pytest.mark.parametrize("content", [b"", b"\x00" * 100])
def test_a_damaged_memory_of_the_graph_costs_time_alone(shop: Shop, content: bytes) -> None:
    shop.index()
    (shop.folder / "output" / "cache" / "graph.bin").write_bytes(content)
    shop.edit(("write", "orders/src/main/java/orders/Orders.java", ORDERS.format("payments") + "// A remark.\n"))
    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()


def read_paths(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the parse stage reads from now on."""
    paths: list[str] = []
    read = read_batches._read_file

    def noting(reader: object, root: Path, path: str, *rest: object) -> object:
        paths.append(path)
        return read(reader, root, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(read_batches, "_read_file", noting)
    return paths


def test_a_run_on_unchanged_files_reads_none_and_writes_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.index()
    before = dict(stamps(shop.folder / "output"))
    paths = read_paths(monkeypatch)

    second = shop.index()

    assert (first.is_new, second.is_new, second.id) == (True, False, first.id)
    assert paths == []
    assert dict(stamps(shop.folder / "output")) == before


def stamps(folder: Path) -> Iterator[tuple[str, int]]:
    for path in folder.rglob("*"):
        if path.is_file() and "cache" not in path.relative_to(folder).parts and path.name != ".lock":
            yield str(path), path.lstat().st_mtime_ns


def test_an_output_folder_inside_the_checkout_is_not_read(shop: Shop) -> None:
    first, second = shop.index("shop/output"), shop.index("shop/output")
    third = shop.index("shop/other-output")

    assert (first.is_new, second.is_new) == (True, False)
    assert third.id == first.id
    assert shop.rows("shop/output") == shop.rows_from_nothing()


def test_a_file_that_was_only_touched_is_read_and_nothing_is_written(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.index()
    shop.edit(("touch", "orders/pom.xml"))
    paths = read_paths(monkeypatch)

    assert not shop.index().is_new
    assert paths == ["orders/pom.xml"]
    assert not shop.index().is_new
    assert paths == ["orders/pom.xml"]


def test_a_name_that_comes_matters_only_to_files_whose_parser_asked_for_names(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.edit(("write", "orders/build.gradle", "plugins { id 'java' }\n"))
    shop.index()
    paths = read_paths(monkeypatch)
    shop.edit(("write", "orders/settings.gradle", "rootProject.name = 'orders'\n"))

    shop.index()

    assert paths == ["orders/build.gradle", "orders/settings.gradle"]
    assert shop.rows() == shop.rows_from_nothing()


def test_a_file_replaced_by_one_of_the_same_size_and_time_is_read_again(shop: Shop) -> None:
    shop.index()
    file = shop.root / "orders/src/main/java/orders/Orders.java"
    old = file.stat()
    new = file.with_suffix(".new")
    new.write_text(file.read_text().replace("/orders/", "/ORDERS/"))
    os.utime(new, ns=(old.st_atime_ns, old.st_mtime_ns))
    new.replace(file)

    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()


def test_another_snapshot_than_the_remembered_one_makes_the_run_look_again(shop: Shop) -> None:
    shop.index()
    shutil.rmtree((shop.folder / "output" / "current").resolve())

    assert shop.index().is_new
    assert shop.rows() == shop.rows_from_nothing()
