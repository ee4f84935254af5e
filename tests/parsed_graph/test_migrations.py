from pathlib import Path

import apsw
import pytest

from parsed_graph.errors import SnapshotError
from parsed_graph.migrations import migrate


def m001_replies(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE replies (key TEXT PRIMARY KEY, text TEXT)")


def m002_with_cost(connection: apsw.Connection) -> None:
    connection.execute("ALTER TABLE replies ADD COLUMN cost REAL NOT NULL DEFAULT 0")


def m002_failing(connection: apsw.Connection) -> None:
    connection.execute("ALTER TABLE replies ADD COLUMN cost REAL NOT NULL DEFAULT 0")
    raise RuntimeError("power cut")


def test_a_new_file_gets_every_step() -> None:
    connection = apsw.Connection(":memory:")
    assert migrate(connection, (m001_replies, m002_with_cost)) == 2
    connection.execute("INSERT INTO replies VALUES ('a', 'b', 0.5)")


def test_what_an_old_file_holds_is_kept(tmp_path: Path) -> None:
    old = apsw.Connection(str(tmp_path / "cache.db"))
    migrate(old, (m001_replies,))
    old.execute("INSERT INTO replies VALUES ('a', 'paid for')")
    old.close()
    new = apsw.Connection(str(tmp_path / "cache.db"))
    assert migrate(new, (m001_replies, m002_with_cost)) == 1
    assert new.execute("SELECT text, cost FROM replies").fetchall() == [("paid for", 0.0)]


def test_a_file_that_is_up_to_date_is_left_alone() -> None:
    connection = apsw.Connection(":memory:")
    migrate(connection, (m001_replies,))
    assert migrate(connection, (m001_replies,)) == 0


def test_a_step_that_fails_leaves_the_step_before() -> None:
    connection = apsw.Connection(":memory:")
    with pytest.raises(RuntimeError):
        migrate(connection, (m001_replies, m002_failing))
    assert connection.pragma("user_version") == 1
    assert migrate(connection, (m001_replies, m002_with_cost)) == 1


def test_a_file_of_a_later_version_is_refused() -> None:
    connection = apsw.Connection(":memory:")
    migrate(connection, (m001_replies, m002_with_cost))
    with pytest.raises(SnapshotError, match=r"replies\.db is at step 2, and this version knows 1"):
        migrate(connection, (m001_replies,), "replies.db")


def test_steps_are_called_by_their_number() -> None:
    with pytest.raises(ValueError, match="step 1 is called m002_with_cost"):
        migrate(apsw.Connection(":memory:"), (m002_with_cost,))
