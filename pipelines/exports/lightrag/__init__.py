"""LightRAG: one undirected edge a pair, written into a storage of its own and kept in step with the graph."""
