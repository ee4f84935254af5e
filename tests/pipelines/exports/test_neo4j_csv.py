"""CSV files for Neo4j's import, read back."""

import csv
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.neo4j.csv_files import write_csv
from tests.small_estate import view_of


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_nodes_have_ids_types_and_lists(tmp_path: Path) -> None:
    write_csv(tmp_path / "csv", read_estate(view_of(tmp_path / "output")))

    orders = next(row for row in rows(tmp_path / "csv" / "Service.csv") if row["id:ID"] == "service:orders")
    assert (orders["name:string"], orders["aliases:string[]"]) == ("orders", "orders-api\x1foms")
    assert orders["title:string"] == "Service(orders)"


def test_relationships_join_nodes_that_are_there(tmp_path: Path) -> None:
    written = write_csv(tmp_path / "csv", read_estate(view_of(tmp_path / "output")))

    [needs] = rows(tmp_path / "csv" / "Service_DEPENDS_ON_Database.csv")
    assert (needs[":START_ID"], needs[":END_ID"]) == ("service:orders", "database:orders-db")
    assert (needs["confidence:double"], needs["layer:string"], needs["kinds:string[]"]) == ("1.0", "parsed", "database")
    assert needs["evidence:string[]"] == "shop:src/Client.java:1 test"
    ids = {row["id:ID"] for path in (tmp_path / "csv").glob("*.csv") for row in rows(path) if "id:ID" in row}
    links = [row for path in (tmp_path / "csv").glob("*.csv") for row in rows(path) if ":START_ID" in row]
    assert {end for row in links for end in (row[":START_ID"], row[":END_ID"])} <= ids
    assert (len(ids), len(links)) == (written.nodes, written.relationships)


def test_the_command_names_every_file(tmp_path: Path) -> None:
    written = write_csv(tmp_path / "csv", read_estate(view_of(tmp_path / "output")))

    assert written.command.startswith("neo4j-admin database import full neo4j --array-delimiter=U+001F")
    assert all(str(path) in written.command for path in (tmp_path / "csv").glob("*.csv"))


def test_a_folder_of_somebody_else_is_left_alone_and_one_of_ours_written_anew(tmp_path: Path) -> None:
    estate = read_estate(view_of(tmp_path / "output"))
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "notes.txt").write_text("mine")

    with pytest.raises(SettingsError, match="not empty"):
        write_csv(tmp_path / "theirs", estate)

    write_csv(tmp_path / "ours", estate)
    (tmp_path / "ours" / "Gone.csv").touch()
    write_csv(tmp_path / "ours", estate)
    assert not (tmp_path / "ours" / "Gone.csv").exists()
