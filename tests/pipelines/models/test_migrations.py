import sqlite3
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.models.cache import ReplyCache
from pipelines.models.migrations import migrate


def opened(file: Path | str = ":memory:") -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None)


def m001_replies(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE replies (key TEXT PRIMARY KEY, text TEXT)")


def m002_with_cost(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE replies ADD COLUMN cost REAL NOT NULL DEFAULT 0")


def m002_failing(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE replies ADD COLUMN cost REAL NOT NULL DEFAULT 0")
    raise RuntimeError("power cut")


def test_a_new_file_gets_every_step() -> None:
    connection = opened()
    assert migrate(connection, (m001_replies, m002_with_cost)) == 2
    connection.execute("INSERT INTO replies VALUES ('a', 'b', 0.5)")


def test_what_an_old_file_holds_is_kept(tmp_path: Path) -> None:
    old = opened(tmp_path / "cache.db")
    migrate(old, (m001_replies,))
    old.execute("INSERT INTO replies VALUES ('a', 'paid for')")
    old.close()
    new = opened(tmp_path / "cache.db")
    assert migrate(new, (m001_replies, m002_with_cost)) == 1
    assert new.execute("SELECT text, cost FROM replies").fetchall() == [("paid for", 0.0)]


def test_a_file_that_is_up_to_date_is_left_alone() -> None:
    connection = opened()
    migrate(connection, (m001_replies,))
    assert migrate(connection, (m001_replies,)) == 0


def test_a_step_that_fails_leaves_the_step_before() -> None:
    connection = opened()
    with pytest.raises(RuntimeError):
        migrate(connection, (m001_replies, m002_failing))
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert migrate(connection, (m001_replies, m002_with_cost)) == 1


def test_a_file_of_a_later_version_is_refused() -> None:
    connection = opened()
    migrate(connection, (m001_replies, m002_with_cost))
    with pytest.raises(SettingsError, match=r"replies\.db is at step 2, and this version knows 1"):
        migrate(connection, (m001_replies,), "replies.db")


def test_steps_are_called_by_their_number() -> None:
    with pytest.raises(ValueError, match="step 1 is called m002_with_cost"):
        migrate(opened(), (m002_with_cost,))


def test_paid_replies_of_a_later_version_are_refused_and_stay(tmp_path: Path) -> None:
    file = tmp_path / "replies.db"
    open_cache = ReplyCache(file)
    open_cache.close()
    later = opened(file)
    later.execute("INSERT INTO notes VALUES ('paid', 'for')")
    later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(SettingsError, match=r"replies\.db is at step 99, .*a later version wrote it"):
        ReplyCache(file)
    assert opened(file).execute("SELECT name, value FROM notes").fetchall() == [("paid", "for")]
