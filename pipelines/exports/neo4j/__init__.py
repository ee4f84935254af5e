"""Neo4j and what speaks its protocol: over Bolt, and as CSV files for its import."""
