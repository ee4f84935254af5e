"""What search alone makes of the same question: the records nearest to it by BM25, and by vectors."""

from collections.abc import Mapping, Sequence

import apsw

from pipelines.models.embeddings_wordllama import WordLlamaEmbedder

QUESTION = "Which decision records affect {}?"
Ranked = dict[str, list[str]]
"""Service -> paths of records, the best first."""


def rank_by_words(texts: Mapping[str, str], services: Sequence[str]) -> Ranked:
    """By BM25 of SQLite's full-text index over whole records; the question's words in any number."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE records USING fts5(path UNINDEXED, text, tokenize = 'porter unicode61')")
    connection.executemany("INSERT INTO records VALUES (?, ?)", sorted(texts.items()))
    found: Ranked = {}
    for name in services:
        query = " OR ".join(f'"{word}"' for word in QUESTION.format(name).strip("?").split())
        rows = connection.execute(
            "SELECT path FROM records WHERE records MATCH ? ORDER BY bm25(records), path", (query,)
        )
        found[name] = [str(row[0]) for row in rows]
    return found


def rank_by_meaning(texts: Mapping[str, str], services: Sequence[str]) -> Ranked:
    """By the likeness of WordLlama's vectors of whole records and of the question."""
    embedder = WordLlamaEmbedder()
    paths = sorted(texts)
    matrix = embedder.embed_documents([texts[path] for path in paths])
    found: Ranked = {}
    for name in services:
        scores = matrix @ embedder.embed_query(QUESTION.format(name))
        found[name] = [paths[place] for place in (-scores).argsort(kind="stable")]
    return found
