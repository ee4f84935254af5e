"""The tables of `estate.db` that communities are kept in."""

import apsw

TABLES = """
CREATE TABLE communities (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tier INTEGER NOT NULL, level INTEGER NOT NULL, parent TEXT NOT NULL,
  kind TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, edges_before INTEGER NOT NULL,
  edges_added INTEGER NOT NULL, edges_removed INTEGER NOT NULL
);
CREATE TABLE community_members (community INTEGER NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (community, node)) WITHOUT ROWID;
CREATE INDEX community_members_by_node ON community_members (node);
CREATE TABLE community_reports (
  community INTEGER PRIMARY KEY, title TEXT NOT NULL, summary TEXT NOT NULL, rating REAL NOT NULL,
  rating_reason TEXT NOT NULL, findings TEXT NOT NULL, writer TEXT NOT NULL, prompt TEXT NOT NULL, because TEXT NOT NULL,
  edges BLOB NOT NULL
);
CREATE TABLE community_edges (
  key INTEGER PRIMARY KEY, source TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, is_current INTEGER NOT NULL
);
CREATE TABLE community_history (
  position INTEGER PRIMARY KEY, partition INTEGER NOT NULL, community TEXT NOT NULL, fate TEXT NOT NULL,
  relatives TEXT NOT NULL
);
CREATE TABLE community_state (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""


def has_communities(database: apsw.Connection) -> bool:
    """Whether a database has the tables."""
    found = database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'communities'").fetchone()
    return found is not None
