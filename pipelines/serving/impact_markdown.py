"""Impact reports as Markdown, short enough for a comment on a pull request: tables first, quotes folded away."""

from collections.abc import Iterable, Iterator, Sequence

from parsed_graph.model import Edge, Node
from parsed_graph.view import View
from pipelines.constraints.check import Violation
from pipelines.constraints.find import OpposedRecords
from pipelines.documents.describe_record import LinkedRecord
from pipelines.impact.adr import AdrImpact
from pipelines.impact.contacts import Contact
from pipelines.impact.service import Binding, ServiceImpact, Tie
from pipelines.serving.citations import place
from pipelines.serving.markdown_text import folded, markdown_text

_ROWS = 20
_QUOTE = 200
_HOW = {"governed": "its author says so", "direct": "its text, direct", "indirect": "its text, indirect"}


def service_markdown(view: View, found: ServiceImpact) -> str:
    """A table of the accepted records, one of what is proposed, incidents, whom to ask; then the quotes."""
    lines = [f"### {_count(len(found.accepted), 'accepted ADR')} over {markdown_text(found.service.name)}", ""]
    for title, bindings in (
        ("", found.accepted),
        ("In force for what it replaces", found.successors),
        ("Proposed", found.proposed),
        ("Incidents", found.incidents),
    ):
        lines += _table(view, title, bindings)
    lines += violation_lines(found.violations)
    lines += _oppositions(found.oppositions)
    lines += _contacts("Whom to ask", found.contacts)
    quotes = [
        f"- **{markdown_text(bound.record.name)}**: {_cited(bound.ties[0].edge)}"
        for bound in (*found.accepted, *found.successors, *found.proposed, *found.incidents)
    ]
    return "\n".join([*lines, *folded("Why, and where it is written", quotes, 2 * _ROWS)]).rstrip() + "\n"


def adr_markdown(view: View, found: AdrImpact) -> str:
    """The services of the record, their dependents, other records, teams; then the quotes."""
    description = found.description
    lines = [f"### {_record(description.node)}", ""]
    ways: dict[str, list[str]] = {}
    for each in description.services:
        ways.setdefault(each.node.name, []).append(each.how)
    rows = [(markdown_text(name), ", ".join(how)) for name, how in ways.items()]
    lines += _rows(("Service", "How"), rows) if rows else ["No service is known to be concerned.", ""]
    dependents = [(f"{each.hop}", _chain(view, each.chain)) for each in found.dependents]
    if dependents:
        lines += [f"**{_count(len(dependents), 'service')} depending on these**", ""]
        lines += _rows(("Hop", "Chain"), dependents)
    for title, records in (
        ("Supersedes", description.supersedes),
        ("Superseded by", description.superseded_by),
        ("Amends", description.amends),
        ("Amended by", description.amended_by),
        ("References", description.references),
        ("Referenced by", description.referenced_by),
    ):
        lines += _records(title, records)
    rebuilds = list(dict.fromkeys((markdown_text(each.service.name), each.why) for each in found.rebuilds))
    if rebuilds:
        lines += ["**Would need a rebuild**", "", *_rows(("Service", "Why"), rebuilds)]
    lines += violation_lines(found.violations)
    lines += _oppositions(found.oppositions)
    lines += _contacts("Owners", found.contacts)
    quotes = [
        f"- **{markdown_text(each.node.name)}** ({each.how}): {_quoted(each.quote, each.place)}"
        for each in description.services
    ]
    return "\n".join([*lines, *folded("Why, and where it is written", quotes, 2 * _ROWS)]).rstrip() + "\n"


def _table(view: View, title: str, bindings: Sequence[Binding]) -> Iterator[str]:
    if title and bindings:
        yield from (f"**{title}**", "")
    if bindings:
        yield from _rows(("Record", "Why"), [(_record(each.record), _why(view, each)) for each in bindings])


def _why(view: View, bound: Binding) -> str:
    tie: Tie = bound.ties[0]
    replaced = ", ".join(markdown_text(old.name) for old in bound.replaces)
    through = f", through {_chain(view, tie.chain)}" if tie.hop else ""
    return f"{_HOW.get(tie.how, markdown_text(tie.how))}{through}{f'; replaces {replaced}' if replaced else ''}"


def _rows(columns: tuple[str, str], rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f"| {columns[0]} | {columns[1]} |"
    yield "|---|---|"
    yield from (f"| {first} | {second} |" for first, second in rows[:_ROWS])
    yield ""
    if len(rows) > _ROWS:
        yield from (f"and {len(rows) - _ROWS} more", "")


def violation_lines(violations: Sequence[Violation]) -> Iterator[str]:
    """A table of what does not follow a rule, with where it stands; nothing where all do."""
    if violations:
        yield from ("**Does not follow a rule of an accepted ADR**", "")
        rows = [
            (markdown_text(each.said), f"{each.rule}: {markdown_text(each.text)} {markdown_text(each.place)}")
            for each in violations
        ]
        yield from _rows(("What", "Rule"), rows)


def _oppositions(oppositions: Sequence[OpposedRecords]) -> Iterator[str]:
    if oppositions:
        yield from ("**May contradict each other** (candidates: read both)", "")
        for each in oppositions[:_ROWS]:
            said = (
                f"{markdown_text(record.name)} {_quoted(decision.quote, decision.place)}"
                for record, decision in ((each.one, each.one_says), (each.other, each.other_says))
            )
            yield f"- {markdown_text(each.what)}: {'; '.join(said)}"
        yield ""


def _records(title: str, records: Sequence[LinkedRecord]) -> Iterator[str]:
    if records:
        more = f" and {len(records) - _ROWS} more" if len(records) > _ROWS else ""
        yield f"**{title}**: {'; '.join(_record(each.node) for each in records[:_ROWS])}{more}"
        yield ""


def _contacts(title: str, found: Iterable[Contact]) -> Iterator[str]:
    known = [each for each in found if each.owner or each.oncall]
    if known:
        listed = (
            f"{markdown_text(each.owner or 'owner unknown')}{f' (on call: {markdown_text(each.oncall)})' if each.oncall else ''}"
            for each in known[:_ROWS]
        )
        more = f" and {len(known) - _ROWS} more" if len(known) > _ROWS else ""
        yield from (f"**{title}**: {', '.join(listed)}{more}", "")


def _record(node: Node) -> str:
    title = str(node.properties.get("title", ""))
    facts = [str(node.properties[name]) for name in ("status", "severity", "date") if node.properties.get(name)]
    name = (
        f"**{markdown_text(node.name)}**"
        if title in ("", node.name)
        else f"**{markdown_text(node.name)}** {markdown_text(title)}"
    )
    return f"{name} ({markdown_text(', '.join(facts))})" if facts else name


def _cited(edge: Edge) -> str:
    if not edge.evidence:
        return f"({edge.layer})"
    first = next((each for each in edge.evidence if each.quote), edge.evidence[0])
    return _quoted(first.quote, place(first))


def _quoted(quote: str, where: str) -> str:
    short = quote if len(quote) <= _QUOTE else f"{quote[:_QUOTE].rstrip()} …"
    return f"“{markdown_text(short)}” {markdown_text(where)}" if quote else markdown_text(where)


def _chain(view: View, ids: Iterable[str]) -> str:
    keys = [view.key(node_id) for node_id in ids]
    return " → ".join(markdown_text(view.node(key).name) for key in keys if key is not None)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
