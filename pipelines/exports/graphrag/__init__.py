"""Microsoft GraphRAG 3: its tables, its vectors and its settings."""
