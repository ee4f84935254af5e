"""Ids in GraphRAG's tables: ours, made safe for what looks them up."""


def safe_id(identity: str) -> str:
    """An id that GraphRAG's vector stores, which put ids between quotes, can look up."""
    return identity.replace("'", "%27")


def link_id(source: str, edge_type: str, target: str) -> str:
    """The id of a relationship."""
    return safe_id(f"{source} {edge_type} {target}")
