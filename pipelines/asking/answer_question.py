"""From a question to its answer: read, route, ask the graph, compose. What HTTP, MCP and the command line share."""

from collections.abc import Iterable, Iterator, Sequence

from parsed_graph.errors import QueryError
from parsed_graph.model import Edge
from parsed_graph.schema import RUNTIME_KINDS, Kind
from parsed_graph.view import View
from pipelines.asking.answer import Answer, AnswerEdge, AnswerHit, Entity
from pipelines.asking.answers.unresolved import answer_unresolved
from pipelines.asking.compose import Composed, compose
from pipelines.asking.finding import Finding, Statement, distinct_edges
from pipelines.asking.fragment import fragment_lines
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY, UNKNOWN, Mention
from pipelines.asking.plan import signature, understand
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.scope import FindText, Scope, edge_kinds
from pipelines.asking.word_answer import Wording, word_answer
from pipelines.retrieval.hit import Hit, Retrieved
from pipelines.retrieval.limits import RetrievalLimits

_LIMITS = RetrievalLimits()


def no_text(
    question: str, seeds: Sequence[int], services: frozenset[str] | None, kinds: frozenset[str] | None
) -> Retrieved:
    """Finds no text: for those who ask the graph alone."""
    return Retrieved(())


def answer_question(
    view: View,
    question: str,
    *,
    find_text: FindText = no_text,
    kinds: Iterable[Kind] = RUNTIME_KINDS,
    limits: RetrievalLimits = _LIMITS,
    wording: Wording | None = None,
) -> Answer:
    """The answer to a question in English or Portuguese, from what the view shows; worded by a model where one is given."""
    *_, answer = stream_answer(view, question, find_text=find_text, kinds=kinds, limits=limits, wording=wording)
    assert isinstance(answer, Answer)
    return answer


def stream_answer(
    view: View,
    question: str,
    *,
    find_text: FindText = no_text,
    kinds: Iterable[Kind] = RUNTIME_KINDS,
    limits: RetrievalLimits = _LIMITS,
    wording: Wording | None = None,
) -> Iterator[str | Answer]:
    """The text in pieces as a model writes it, none without one; the whole answer comes last."""
    reading, route = understand(view, question, wording)
    scope = Scope(view, find_text, frozenset(kinds), limits, route.layers)
    problem = answer_unresolved(scope, route, question)
    finding = problem or _find(scope, route, question, " ".join(word for word, _ in reading.rest))
    composed = compose(scope, finding)
    answer = _answer(scope, reading, route, finding, composed)
    if wording is not None and problem is None:
        answer = yield from word_answer(scope, finding, answer, wording)
    yield answer


def _find(scope: Scope, route: Route, question: str, telling: str) -> Finding:
    # Each question pays for the import of its own way of answering alone.
    operation = route.operation
    try:
        if route.intent is Intent.YESNO and (
            len(route.subjects) > 1 or operation is Operation.STATUS or route.verb == "is"
        ):
            from pipelines.asking.answers.yesno import answer_yesno

            return answer_yesno(scope, route)
        finding = _by_operation(scope, route, question, telling or question)
    except QueryError as error:
        return Finding(Statement(str(error)), yes_no="unknown" if route.intent is Intent.YESNO else "")
    if route.intent is Intent.YESNO and not finding.yes_no:
        from pipelines.asking.answers.yesno import existence

        return existence(scope, route, finding)
    return finding


def _by_operation(scope: Scope, route: Route, question: str, telling: str) -> Finding:
    operation = route.operation
    if operation is Operation.LOOKUP:
        from pipelines.asking.answers.lookup import answer_lookup

        return answer_lookup(scope, route, question)
    if operation is Operation.LIST:
        from pipelines.asking.answers.aggregate import answer_list

        return answer_list(scope, route)
    if operation is Operation.RANK:
        from pipelines.asking.answers.ranking import answer_ranking

        return answer_ranking(scope, route)
    if operation is Operation.PATH:
        from pipelines.asking.answers.trace import answer_trace

        return answer_trace(scope, route)
    if operation is Operation.BLAST:
        from pipelines.asking.answers.blast import answer_blast

        return answer_blast(scope, route)
    if operation is Operation.DEFINE:
        from pipelines.asking.answers.definition import answer_definition

        return answer_definition(scope, route, question)
    if operation in (Operation.SUBSYSTEM, Operation.ESTATE):
        from pipelines.asking.answers.subsystem import answer_subsystem

        return answer_subsystem(scope, route, telling)
    if operation in (Operation.OWNER, Operation.OWNED):
        from pipelines.asking.answers.owner import answer_owned, answer_owner

        return answer_owner(scope, route) if operation is Operation.OWNER else answer_owned(scope, route)
    return _by_record(scope, route) or _by_neighbours(scope, route)


def _by_record(scope: Scope, route: Route) -> Finding | None:
    from pipelines.asking.answers import impact

    answers = {
        Operation.DECISIONS: impact.answer_decisions, Operation.INCIDENTS: impact.answer_incidents, Operation.GOVERNED: impact.answer_services_under,
        Operation.INCIDENT_SERVICES: impact.answer_services_under, Operation.REPLACES: impact.answer_replacement,
        Operation.REPLACED_BY: impact.answer_replacement, Operation.STATUS: impact.answer_status,
    }  # fmt: skip
    answer = answers.get(route.operation)
    return answer(scope, route) if answer else None


def _by_neighbours(scope: Scope, route: Route) -> Finding:
    from pipelines.asking.answers.relationship import answer_relationship

    return answer_relationship(scope, route)


# --- The answer for machines --------------------------------------------------------------------------


def _answer(scope: Scope, reading: Reading, route: Route, finding: Finding, composed: Composed) -> Answer:
    fuzzy = [mention for mention in route.subjects if mention.how in ("fuzzy", "title")]
    taken = [
        f"“{mention.text}” was taken for {scope.name(scope.view.node(mention.key))} ({mention.score:.0f} of 100, {mention.margin:.0f} ahead of the next)."
        for mention in fuzzy
    ]
    if route.operation is not Operation.LOOKUP:
        left = [mention for mention in reading.mentions if mention.kind == UNKNOWN and mention not in route.subjects]
        taken += [f"“{mention.text}” names nothing here and was left out." for mention in left]
    return Answer(
        reading.question,
        reading.language,
        route.intent,
        route.strategy,
        route.operation,
        tuple(_entity(scope, mention) for mention in reading.mentions),
        "\n".join([composed.text, *taken]),
        finding.nodes,
        tuple(_edge(edge) for edge in distinct_edges(finding.edges)),
        finding.paths[0] if finding.paths else (),
        finding.paths,
        finding.count,
        finding.yes_no,
        composed.citations,
        tuple(_hit(hit) for hit in finding.hits),
        tuple(fragment_lines(scope, finding)),
        (signature(scope.view, route), *finding.steps),
        route.filters,
        route.is_sure,
    )


def _entity(scope: Scope, mention: Mention) -> Entity:
    ids = (
        (mention.community,) if mention.kind == COMMUNITY else tuple(node.id for node in scope.view.nodes(mention.keys))
    )
    return Entity(
        mention.text,
        mention.kind,
        ids,
        "unclear" if mention.is_unclear else mention.how,
        round(mention.score, 1),
        round(mention.margin, 1),
        mention.suggestions,
    )


def _edge(edge: Edge) -> AnswerEdge:
    kinds = tuple(kind for kind in edge_kinds(edge) if kind)
    return AnswerEdge(
        edge.source,
        edge.type,
        edge.target,
        edge.layer.value,
        edge.confidence,
        kinds,
        str(edge.properties.get("subscription", "")),
    )


def _hit(hit: Hit) -> AnswerHit:
    return AnswerHit(
        hit.text_unit_id, hit.kind, hit.title, hit.repo, hit.path, hit.line, hit.service, round(hit.score, 6), hit.ranks
    )
