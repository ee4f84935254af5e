"""Everything of a kind, narrowed by filters."""

import re

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.filters import narrows_by_mention, read_filters
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.asking.mention import COMMUNITY
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import is_polar

_TEXTUAL = frozenset({NodeLabel.ADR, NodeLabel.INCIDENT, NodeLabel.DOC})
_ABOUT = re.compile(
    r"(?<![\w<:-])(?:about|regarding|concern\w*|mention\w*|discuss\w*|introduc\w*|caused|explain\w*|describ\w*|deal\w*|sobre|tratam?|falam?|mencionam?)(?![\w-])"
)
_OURS = re.compile(
    r"(?<![\w<:-])(?:we|our|us|there|exist|exists|temos|existem|ha|nossos|nossas|(?:are|is) (?:being )?(?:used|in use|published|emitted|consumed|sent)|(?:does|do) (?:the |our |this )?(?:estate|system|company|platform|application)|names?|call(?:ed)?|listed?|required to)(?![\w>-])"
)
_FILLING = frozenset(
    "written implemented coded built programmed developed based running run use used using there exist exists existing available known whole estate shop company system escritos escritas escrito feitos feitas desenvolvidos "
    "implementados usam usa utilizam rodam existentes kind type sort currently ones names today still total altogether estate belong deployed".split()
)


def route_lists(reading: Reading, asked: str) -> Route | None:
    """Everything of a kind, narrowed by filters."""
    text = reading.text
    if not asked or not (vocabulary.COUNT.search(text) or vocabulary.LIST.search(text) or is_polar(reading)):
        return None
    filters = read_filters(reading, asked)
    polar = is_polar(reading)
    unnamed = [word for word, _ in reading.rest if word not in _FILLING]
    counts = bool(vocabulary.COUNT.search(text))
    used = {NodeLabel.TEAM, COMMUNITY} | ({NodeLabel.SERVICE} if asked != NodeLabel.SERVICE else set())
    if any(m.kind not in used and not narrows_by_mention(reading, asked) for m in reading.mentions):
        return None
    joins = any(
        pattern.search(text)
        for pattern in (
            vocabulary.CONSUME,
            vocabulary.PUBLISH,
            vocabulary.USE,
            vocabulary.DEPEND,
            vocabulary.CALL,
            vocabulary.TALK,
            vocabulary.STORE,
        )
    )
    if joins and not filters and not _OURS.search(text):
        # "Which services use X" is no list of services, whatever X is.
        return None
    if asked in _TEXTUAL and (_ABOUT.search(text) or any(m.kind == NodeLabel.SERVICE for m in reading.mentions)):
        # What a document is about is in its text.
        return None
    if sum(mention.kind == NodeLabel.SERVICE for mention in reading.mentions) > 1:
        return None
    if vocabulary.NOBODY.search(text) and "none" not in filters.values() and not polar:
        # What is lacked was not understood: everything would be the wrong answer.
        return None
    if (polar or not counts) and unnamed and not filters:
        return None
    if unnamed and not counts and not filters.keys() - {"service", "system", "team"}:
        return None
    return Route(
        Intent.AGGREGATE,
        Operation.LIST,
        strategy=Strategy.AGGREGATE,
        filters={"label": asked, **filters},
        is_count=counts,
    )
