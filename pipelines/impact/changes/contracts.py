"""Operations of contracts that nobody in the estate is known to serve: only the contract itself says what changed."""

from collections.abc import Iterator, Mapping

from parsed_graph.estate_facts import Located
from parsed_graph.facts import ApiDecl
from parsed_graph.resolve.endpoints import canonical_path, path_segments
from parsed_graph.schema import NodeLabel
from pipelines.impact.changes.change import Action, Change, Reason, Verdict
from pipelines.impact.changes.shapes import Use, shape_reasons
from pipelines.impact.changes.state import State, TwoStates

Key = tuple[str, str, str, str]
"""Protocol, contract, method and path."""
_PROTOCOLS = frozenset({"http", "grpc", "graphql"})
_UNSERVED = "nobody in the estate is known to serve it"


def contract_changes(states: TwoStates) -> Iterator[Change]:
    """One for each operation; of several copies of a contract the first counts. What is served is told by its endpoint."""
    before, after = _operations(states.before), _operations(states.after)
    served = _served(states.before) | _served(states.after)
    for key in sorted(before.keys() | after.keys()):
        name = f"{key[2]} {canonical_path(path_segments(key[3]))}"
        if name in served:
            continue
        old, new = before.get(key), after.get(key)
        shown = new or old
        assert shown is not None
        action = Action.CHANGED if old and new else Action.ADDED if new else Action.REMOVED
        reasons = tuple(_reasons(old.fact if old else None, new.fact if new else None))
        if reasons:
            place = f"{shown.repo}:{shown.path}:{shown.fact.span.line}"
            told = (*reasons[:-1], Reason(reasons[-1].verdict, f"{reasons[-1].text}; {_UNSERVED}"))
            yield Change("contract", action, f"{key[1]} {name}", name, "", told, (), place)


def _operations(state: State) -> Mapping[Key, Located[ApiDecl]]:
    found: dict[Key, Located[ApiDecl]] = {}
    for located in state.facts.of(ApiDecl):
        fact = located.fact
        if fact.protocol in _PROTOCOLS:
            found.setdefault((fact.protocol, fact.api, fact.method, fact.path), located)
    return found


def _served(state: State) -> set[str]:
    return {node.name for node in state.graph.nodes(NodeLabel.ENDPOINT)}


def _reasons(old: ApiDecl | None, new: ApiDecl | None) -> Iterator[Reason]:
    if old is None:
        yield Reason(Verdict.NON_BREAKING, "it is new")
    elif new is None:
        yield Reason(Verdict.UNKNOWN, "it is gone, and a contract promised it")
    else:
        yield from shape_reasons(old.request, new.request, Use.WRITE, "request")
        yield from shape_reasons(old.response, new.response, Use.READ, "response")
