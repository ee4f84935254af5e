"""British and American spellings of one word, so that `catalogue` finds `catalog` and `colour` finds `color`."""

_ENDINGS = (
    ("ogues", "ogs"),
    ("ogue", "og"),
    ("ours", "ors"),
    ("our", "or"),
    ("oured", "ored"),
    ("ouring", "oring"),
    ("ises", "izes"),
    ("ise", "ize"),
    ("ised", "ized"),
    ("ising", "izing"),
    ("isation", "ization"),
    ("isations", "izations"),
    ("iser", "izer"),
    ("yse", "yze"),
    ("ysed", "yzed"),
    ("tre", "ter"),
    ("tres", "ters"),
    ("lled", "led"),
    ("lling", "ling"),
    ("ences", "enses"),
    ("ence", "ense"),
    ("ilment", "illment"),
    ("ils", "ills"),
)
_LEAST = 3
"""Letters before the ending: `our` itself and `hour` stay as they are."""


def other_spelling(word: str) -> str:
    """The word as the other side of the Atlantic writes it, "" where both write it alike.

    A guess by its ending alone: what comes out may be no word, and then stands in no text.
    """
    for ours, theirs in sorted(_ENDINGS, key=lambda pair: -len(pair[0])):
        for one, other in ((ours, theirs), (theirs, ours)):
            if word.endswith(one) and len(word) - len(one) >= _LEAST:
                return word.removesuffix(one) + other
    return ""
