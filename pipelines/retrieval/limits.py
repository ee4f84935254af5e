"""How far retrieval goes."""

from dataclasses import dataclass

HITS = 12
ENTITIES = 50
TRIPLES = 30
SUBGRAPH = 1_000
PATH_LENGTH = 2
RRF_K = 60


@dataclass(frozen=True, slots=True)
class RetrievalLimits:
    """Most hits; most nodes to start from; most edges given back; most edges looked at; hops; `k` of the rank fusion."""

    hits: int = HITS
    entity_limit: int = ENTITIES
    triple_limit: int = TRIPLES
    max_subgraph_size: int = SUBGRAPH
    max_path_length: int = PATH_LENGTH
    rrf_k: int = RRF_K
