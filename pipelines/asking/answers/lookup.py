"""What documents and code say: the text units that fit best, with the sentences that share most with the question."""

import re
from dataclasses import replace

from parsed_graph.model import Edge
from parsed_graph.schema import NodeLabel
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.intent import Strategy
from pipelines.asking.plain_words import SMALL
from pipelines.asking.question import fold
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope
from pipelines.retrieval.hit import Hit, Retrieved

_RECORDS = (NodeLabel.ADR, NodeLabel.INCIDENT, NodeLabel.DOC)
_TOLD = 3
_LONGEST = 320
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n{2,}|\n(?=[#*\-|])")
_WORD = re.compile(r"[^\W_]{3,}")
_STEM = 5


def answer_lookup(scope: Scope, route: Route, question: str) -> Finding:
    """The best hits; what is named in the question leads retrieval to what is around it."""
    seeds = [key for mention in route.subjects for key in mention.keys]
    found = _named_first(scope, seeds, _find(scope, route, question, seeds))
    links = [link.key for link in found.links[: scope.limits.triple_limit]]
    context: tuple[Edge, ...] = tuple(scope.view.edges(links))
    if not found.hits:
        return Finding(
            Statement("Nothing in the texts of this estate fits the question."),
            notes=(*found.notes, "Looked at documents, community reports, service cards and code."),
            context=context,
        )
    best = found.hits[0]
    asked = _stems(question)
    statements = tuple(
        Statement(f"{_heading(hit)}: {_telling(hit.text, asked)}", hits=(hit,), about=hit.service)
        for hit in found.hits[:_TOLD]
    )
    nodes = tuple(dict.fromkeys(hit.service for hit in found.hits[:_TOLD] if hit.service))
    documents = [
        key for hit in found.hits[:_TOLD] if (key := scope.view.key(hit.text_unit_id.rpartition("#")[0])) is not None
    ]
    named = tuple(node.id for node in scope.view.nodes(documents) if node.label in _RECORDS)
    headline = Statement(f"The text that fits best is {_heading(best)}.", hits=(best,))
    return Finding(
        headline,
        statements,
        tuple(dict.fromkeys((*named, *nodes))),
        context=context,
        hits=found.hits,
        notes=found.notes,
        steps=("text units by words and by meaning, fused",),
    )


def _find(scope: Scope, route: Route, question: str, seeds: list[int]) -> Retrieved:
    """Within the services that the question sets its place in, where there is enough; else everywhere."""
    if route.strategy is Strategy.SCOPED:
        services = frozenset(node.id for node in scope.view.nodes(seeds) if node.label is NodeLabel.SERVICE)
        within = scope.find_text(question, seeds, services, None)
        if len(within.hits) >= _TOLD:
            return within
    return scope.find_text(question, seeds, None, None)


def _named_first(scope: Scope, seeds: list[int], found: Retrieved) -> Retrieved:
    """What the records that the question names say of it comes before what others say."""
    named = {node.id for node in scope.view.nodes(seeds) if node.label in _RECORDS}
    hits = sorted(found.hits, key=lambda hit: hit.text_unit_id.rpartition("#")[0] not in named) if named else found.hits
    return replace(found, hits=tuple(hits))


def _heading(hit: Hit) -> str:
    place = f"{hit.path}:{hit.line}" if hit.line else hit.path
    return f"{hit.title} ({place})" if place and hit.title != hit.path else hit.title or place


def _telling(text: str, asked: set[str]) -> str:
    """The sentences with most of the question's words, in their order."""
    sentences = [" ".join(part.split()) for part in _SENTENCE.split(text)]
    sentences = [part for part in sentences if len(part) > 20] or [" ".join(text.split())]
    ranked = sorted(range(len(sentences)), key=lambda place: (-len(_stems(sentences[place]) & asked), place))
    kept: list[int] = []
    for place in ranked:
        if kept and sum(len(sentences[each]) for each in kept) + len(sentences[place]) > _LONGEST:
            break
        kept.append(place)
        if len(kept) == 2:
            break
    told = " … ".join(sentences[place] for place in sorted(kept))
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST].rsplit(' ', 1)[0]} …"


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(fold(text)) if word not in SMALL}
