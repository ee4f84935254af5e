"""A name that nothing carries, or that several nodes do: what to say in place of a guess."""

from pipelines.asking.finding import Finding, Statement
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.phrases import listed
from pipelines.asking.route import Route
from pipelines.asking.scope import Scope

_SHORT_LIST = 10
_TEXTS = 2
_OF_ONE = frozenset({Operation.PATH, Operation.DEFINE})
"""What cannot be answered for several nodes at once."""


def answer_unresolved(scope: Scope, route: Route, question: str) -> Finding | None:
    """What is wrong with a name in the question, None where every name is clear."""
    yes_no = "unknown" if route.intent is Intent.YESNO else ""
    if yes_no and route.operation is Operation.DEFINE:
        yes_no = "no"  # whether there is such a node was the question
    for mention in route.subjects:
        if mention.kind == UNKNOWN:
            return _unknown(scope, mention, question, yes_no)
        if mention.is_unclear or (len(mention.keys) > 1 and route.operation in _OF_ONE):
            return _unclear(scope, mention, yes_no)
    return None


def _unknown(scope: Scope, mention: Mention, question: str, yes_no: str) -> Finding:
    close = f" Did you mean {listed(list(mention.suggestions))}?" if mention.suggestions else ""
    said = f"No service, topic, event, database or team is called “{mention.text}”.{close}"
    notes = () if close else ("Looked at the names and aliases of all nodes.",)
    if yes_no:
        return Finding(Statement(said), yes_no=yes_no, notes=notes)
    # A word that is no name after all may be told of in the texts.
    found = scope.find_text(question, (), None, None)
    texts = tuple(Statement(f"The texts have: {hit.title}", hits=(hit,)) for hit in found.hits[:_TEXTS])
    return Finding(Statement(said), texts, notes=(*notes, *found.notes), hits=found.hits)


def _unclear(scope: Scope, mention: Mention, yes_no: str) -> Finding:
    nodes = scope.view.nodes(mention.keys[:_SHORT_LIST])
    more = (f"and {len(mention.keys) - _SHORT_LIST} more",) if len(mention.keys) > _SHORT_LIST else ()
    statements = tuple(Statement(f"{scope.name(node)}  {node.id}", about=node.id) for node in nodes)
    said = f"“{mention.text}” names {len(mention.keys)} nodes; say which:"
    return Finding(Statement(said), statements, yes_no=yes_no, notes=more)
