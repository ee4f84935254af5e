"""A question as words with their places: names keep their spelling, and accents do not count for what words mean."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_KINDS = "Service|Endpoint|Topic|Event|Database|Team|ADR|Incident|Entity|Library|Subscription|Doc|Function|File|Package|Repository|Decision"
_PIECE = re.compile(rf"(?:{_KINDS})\((?:[^()\n]|\([^()\n]*\))+\)|(?:{_KINDS.lower()}):\S+?:[A-Za-z]+ /[^\s?]*|\S+")
"""A node as answers write it, an endpoint's id, or what stands between blanks."""
_WHOLE = re.compile(rf"(?:{_KINDS})\(.+\)$|(?:{_KINDS.lower()}):")
_BEFORE = "\"'`“”\u2018\u2019«»([{<*¿¡"
_AFTER = "\"'`“”\u2018\u2019«»)]>*?!.,;:…"
_POSSESSIVE = re.compile(r"(?<=\w)['\u2019]s?$")
_CONTRACTED = re.compile(r"(?<=n)['\u2019]t$", re.I)
_JOINED = re.compile(r"(what|who|where|how|that|it|there|when)['\u2019](s|d|ll|re)$", re.I)
_LONG = {"s": "is", "d": "would", "ll": "will", "re": "are"}
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall"}
_PORTUGUESE = re.compile(
    r"\b(?:quem|qual|quais|quant[oa]s?|onde|como|o que|por que|que|cade|servicos?|do|da|dos|das|no|na|pel[oa]s?|ate|se|nao|"
    r"esta|estao|sao|existe|ha|me|uma?|os|as|para|com|em|depende|chama|consome|usa)\b"
)
_ENGLISH = re.compile(
    r"\b(?:who|whom|whose|what|which|where|how|why|when|the|of|is|are|does|did|if|to|from|by|and|in|on|list|show|many|any|for)\b"
)
MOST_CHARACTERS = 2_000
"""What comes after is not read."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written, and folded: small letters without accents. `is_quoted`: it stood between marks of quotation."""

    text: str
    folded: str
    is_quoted: bool = False
    closes: bool = False
    """A comma, a colon or the like follows."""


def read_words(text: str) -> list[Word]:
    """The words of a question, punctuation around them left out; `'s` falls away, `isn't` becomes `is not`."""
    words: list[Word] = []
    for piece in _PIECE.findall(text[:MOST_CHARACTERS]):
        if _WHOLE.match(piece):
            whole = piece.rstrip("?!.,;:")
            words.append(Word(whole, fold(whole), closes=whole != piece))
            continue
        word = piece.lstrip(_BEFORE)
        bare = word.rstrip(_AFTER)
        # `GET /orders/{id}` and `Service(orders)` keep the marks that they opened themselves.
        while bare != word and word[len(bare)] in ")]>" and bare.count("(([<"[")]>".index(word[len(bare)]) + 1]) > 0:
            bare = word[: len(bare) + 1]
        is_quoted = bool(bare) and piece[0] in "\"'`“\u2018«"
        closes = len(word) > len(bare) and word[len(bare)] in ",;:"
        if _CONTRACTED.search(bare) and len(bare) > 3:
            stem = _CONTRACTED.sub("", bare)[:-1]
            stem = _SHORTENED.get(fold(stem), stem)
            words += [Word(stem, fold(stem)), Word("not", "not")]
            continue
        joined = _JOINED.match(bare)
        if joined:
            words += [Word(joined[1], fold(joined[1])), Word(_LONG[joined[2]], _LONG[joined[2]])]
            continue
        bare = _POSSESSIVE.sub("", bare)
        if bare:
            words.append(Word(bare, fold(bare), is_quoted, closes))
    return words


def fold(text: str) -> str:
    """Small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


def language_of(words: Sequence[Word]) -> str:
    """`pt` or `en`, by the small words that only one of them has."""
    text = " ".join(word.folded for word in words)
    return "pt" if len(_PORTUGUESE.findall(text)) > len(_ENGLISH.findall(text)) else "en"
