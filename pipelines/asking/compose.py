"""An answer without a model: the headline, a line for each statement with its citations, and what to know about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.asking.citation import Citation, Citations
from pipelines.asking.finding import Finding, Statement
from pipelines.asking.scope import Scope

_IN_HEADLINE, _IN_LINE = 3, 8
_PLACES = 4
_LINES = 40


@dataclass(frozen=True, slots=True)
class Composed:
    """The text, and the citations that it uses, by number."""

    text: str
    citations: tuple[Citation, ...]


def compose(scope: Scope, finding: Finding) -> Composed:
    """The finding as text."""
    citations = Citations(scope.view)
    lines = [_cited(scope, citations, finding.headline, _IN_HEADLINE)]
    lines += [f"- {_cited(scope, citations, statement, _IN_LINE)}" for statement in finding.statements[:_LINES]]
    if len(finding.statements) > _LINES:
        lines.append(f"- and {len(finding.statements) - _LINES} more")
    lines += finding.notes
    return Composed("\n".join(lines), tuple(citations.listed))


def _cited(scope: Scope, citations: Citations, statement: Statement, most: int) -> str:
    numbers = [*citations.of_edges(statement.proof, most), *(citations.of_hit(hit) for hit in statement.hits)]
    numbers += [citations.of_place(*each) for each in statement.places[:_PLACES]]
    numbers = list(dict.fromkeys(numbers))
    marks = "".join(f"[{number}]" for number in numbers)
    parts = [statement.text, _contact(scope, statement.about)]
    return "  ".join(part for part in parts if part) + (f" {marks}" if marks else "")


def _contact(scope: Scope, node_id: str) -> str:
    key = scope.view.key(node_id) if node_id else None
    if key is None:
        return ""
    properties = scope.view.node(key).properties
    facts: Sequence[str] = [
        str(properties.get("owner", "")),
        f"on call {properties['oncall']}" if properties.get("oncall") else "",
    ]
    listed = ", ".join(fact for fact in facts if fact)
    return f"({listed})" if listed else ""
