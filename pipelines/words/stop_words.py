"""English and Portuguese words that say nothing of what a question is about, and how words are folded to be compared."""

import unicodedata

ENGLISH = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can cannot could did do does doing done during each either else ever every few for from further get gets give
    given go goes got had has have having he her here hers him his how however i if in into is it its itself just let
    like may me might more most much must my no nor not now of often on once one only or other our out over own
    per please same say says she should so some something such take tell than that the their them then there these they
    this those though through thus to together too under until up upon us very was we were what when where which while
    who whom whose why will with within without would yet you your show find explain describe want need know happen
    happens happened
    make makes made making use uses used using work works worked keep keeps kept put puts take takes taken come comes
    """.split()
)
PORTUGUESE = frozenset(
    """
    ao aos aquela aquelas aquele aqueles aquilo as ate com como da das de dela dele deles depois do dos e ela elas ele
    eles em entre era eram essa essas esse esses esta estamos estao estas estava este estes eu faz fazem foi foram ha
    isso isto ja la lhe mais mas me meu mesmo minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para
    pela pelas pelo pelos pode podem por porque qual quais quando quanto quantos quem que quer se sem ser sera seu sua
    seus suas sao so sobre tambem te tem temos tenho ter teu toda todas todo todos tu tudo um uma umas uns voce mostre
    explique acontece aconteceu
    """.split()
)
STOP_WORDS = ENGLISH | PORTUGUESE


def fold(text: str) -> str:
    """A text in lower case without accents: `Catálogo` as `catalogo`."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(character for character in parts if not unicodedata.combining(character))
