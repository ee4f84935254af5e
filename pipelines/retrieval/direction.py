"""Which way along the edges a question looks: at what a thing needs, at what needs it, or both ways."""

import re
from enum import StrEnum

from pipelines.words.stop_words import fold


class Direction(StrEnum):
    """As edges point, against them, or both."""

    LEAVING = "leaving"
    REACHING = "reaching"
    BOTH = "both"


# "Who calls X", "used by", "what breaks if X fails": the other end of edges that reach X.
_REACHING = re.compile(
    r"\b(who|which (service|team|system|component|function)s?|what (service|team|system)s?|quem|que(m| servicos?)|quais (servicos?|sistemas?|times?))\s+"
    r"(else\s+|tambem\s+)?(call|use|consume|read|subscribe|need|depend|listen|produce|publish|send|emit|cham|us[ae]|consom|le|escut|precis|depend|public|envi)"
    r"|\b(used|called|consumed|needed|read|governed|published|produced) by\b|\b(usad|chamad|consumid|lid|publicad)[oa]s? por\b"
    r"|\b(callers?|consumers?|dependents?|users|subscribers?|publishers?|producers?) of\b|\b(consumidores|dependentes|chamadores|produtores) d[eoa]\b"
    r"|\b(breaks?|fails?|affected|hit|impact(ed)?|blast radius)\b|\b(quebra|falha|cai|afetad|impact)\w*\b"
)
# "What does X call", "what is X built on".
_LEAVING = re.compile(
    r"\b(what|which \w+|whom?|de que|do que|o que|quais \w+)\s+(do|does|is|are)?\s*[\w. -]{1,60}\s*"
    r"(calls?|uses?|consumes?|reads?|needs?|depends? on|publish(es)?|sends?|emits?|stores?|chama|usa|consome|precisa|depende|publica|envia)\b"
    r"|\bdependenc(y|ies) of\b|\bdependencias d[eoa]\b"
)


def direction_of(question: str) -> Direction:
    """The direction that the words say; both where they say none, or both."""
    text = fold(question)
    reaching, leaving = bool(_REACHING.search(text)), bool(_LEAVING.search(text))
    if reaching == leaving:
        return Direction.BOTH
    return Direction.REACHING if reaching else Direction.LEAVING
