"""The words of a question that say what it is about: names taken apart, accents folded, English and Portuguese stop words left out."""

import re
import unicodedata

from parsed_graph.name_words import split_words

MOST_WORDS = 40
_RUN = re.compile(r"[^\W_]+")
STOP_WORDS = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can cannot could did do does doing done down during each either else ever every few for from further get gets give
    given go goes got had has have having he her here hers him his how however i if in into is it its itself just let
    like may me might more most much must my no nor not now of off often on once one only or other our out over own
    per please same say says she should so some something such take tell than that the their them then there these they
    this those though through thus to together too under until up upon us very was we were what when where which while
    who whom whose why will with within without would yet you your show find explain describe want need know happen
    happens happened
    ao aos aquela aquelas aquele aqueles aquilo as ate com como da das de dela dele deles depois do dos e ela elas ele
    eles em entre era eram essa essas esse esses esta estamos estao estas estava este estes eu faz fazem foi foram ha
    isso isto ja la lhe mais mas me meu mesmo minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para
    pela pelas pelo pelos pode podem por porque qual quais quando quanto quantos quem que quer se sem ser sera seu sua
    seus suas sao so sobre tambem te tem temos tenho ter teu toda todas todo todos tu tudo um uma umas uns voce mostre
    explique acontece aconteceu
    """.split()
)


def fold(text: str) -> str:
    """A text in lower case without accents: `Catálogo` as `catalogo`."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(character for character in parts if not unicodedata.combining(character))


def question_words(question: str) -> list[str]:
    """Each word once, in the order of the question. `OrderCreated` gives itself, `order` and `created`.

    Of a question that holds nothing but stop words, those.
    """
    found: dict[str, None] = {}
    for run in _RUN.findall(question):
        found[fold(run)] = None
        found.update(dict.fromkeys(fold(word) for word in split_words(run)))
    words = [word for word in found if word]
    telling = [word for word in words if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())]
    return (telling or words)[:MOST_WORDS]
