"""Which kinds of text a question is likely to mean, by how it begins: code, a decision, an incident, instructions."""

import re

from pipelines.words.stop_words import fold

_KINDS = (
    (
        re.compile(
            r"\b(which|what|que|qual) (function|method|class|code|module|file|handler|controller|query|funcao|metodo|classe|codigo|modulo|arquivo)\b"
            r"|\b(where|onde)\b.{0,80}\b(\w{3,}ed|computed|built|made|kept|sent|set|written|read|\w{3,}[ai]d[oa]s?|feit[oa]s?)\b"
            r"|\bhow (is|are) (?!.*\b(deployed|organi[sz]ed|released|owned)\b)|\bcomo (e|sao) "
        ),
        frozenset({"code"}),
    ),
    (
        re.compile(r"^\W*(why|por ?que)\b|\b(decid\w+|decision|decisao|adr|rationale|alternatives?|trade-?offs?)\b"),
        frozenset({"adr", "RFC"}),
    ),
    (
        re.compile(
            r"\b(what happened|what went wrong|what broke|root cause|post-?mortem|incidents?|outages?|o que aconteceu|causa raiz|incidentes?|queda)\b"
            r"|^\W*why did\b.{0,60}\b(fail|stop|break|crash|go down|time out)"
        ),
        frozenset({"incident"}),
    ),
    (
        re.compile(
            r"\b(what (should|must|do|can) (i|we) do|what now|how (do|can|should|would) (i|we|you)|what to do|which steps|o que (fazer|faco|devo)|como (faco|posso|devo|fazer))\b"
        ),
        frozenset({"runbook", "README", "doc"}),
    ),
)
_NAMED_KIND = re.compile(
    r"\b(which|what|que|qual)\s+(function|method|class|code|module|file|funcao|função|metodo|método|classe|codigo|código|modulo|módulo|arquivo)s?\b",
    re.I,
)


def likely_kinds(question: str) -> frozenset[str]:
    """Kinds of text units, none where the words say nothing."""
    text = fold(question)
    return frozenset().union(*(kinds for pattern, kinds in _KINDS if pattern.search(text)))


def without_kind(question: str) -> str:
    """The question without the words that only say what kind of text is meant: `which function`."""
    return _NAMED_KIND.sub(" ", question)
