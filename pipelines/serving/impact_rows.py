"""Impact reports as rows."""

from collections.abc import Iterable, Iterator

from parsed_graph.model import Edge, Node
from parsed_graph.view import View
from pipelines.constraints.check import Violation
from pipelines.constraints.find import OpposedRecords
from pipelines.documents.describe_record import LinkedRecord
from pipelines.impact.adr import AdrImpact
from pipelines.impact.contacts import Contact
from pipelines.impact.diff import DiffImpact
from pipelines.impact.service import ServiceImpact
from pipelines.serving.citations import place
from pipelines.serving.report_row import ReportRow

_HOW = {"governed": "author says so", "direct": "text says so", "indirect": "text says so, indirectly"}


def service_rows(view: View, found: ServiceImpact) -> Iterator[ReportRow]:
    """What binds a service, what is proposed, incidents, rules it does not follow, whom to ask."""
    for section, bindings in (
        ("Accepted ADRs", found.accepted),
        ("In force for what it replaces", found.successors),
        ("Proposed ADRs", found.proposed),
        ("ADRs not in force", found.others),
        ("Incidents", found.incidents),
    ):
        for bound in bindings:
            tie = bound.ties[0]
            through = f", through {_chain(view, tie.chain)}" if tie.hop else ""
            replaced = f"; replaces {', '.join(old.name for old in bound.replaces)}" if bound.replaces else ""
            what = f"{_HOW.get(tie.how, tie.how)}{through}{replaced}"
            yield ReportRow(section, record_title(bound.record), what, *_said(tie.edge))
    yield from _violations(found.violations)
    yield from _opposed(found.oppositions)
    yield from _contacts("Whom to ask", found.contacts)


def adr_rows(view: View, found: AdrImpact) -> Iterator[ReportRow]:
    """What hangs on a record."""
    for service in found.description.services:
        yield ReportRow("Services", service.node.name, _HOW.get(service.how, service.how), service.quote, service.place)
    for each in found.dependents:
        chain = _chain(view, each.chain)
        yield ReportRow("Dependents", each.service.name, f"hop {each.hop}", chain, _place(each.needs[0]))
    for rebuild in found.rebuilds:
        what = f"{rebuild.why}: {rebuild.of.name}"
        yield ReportRow("Would need a rebuild", rebuild.service.name, what, rebuild.through, _place(rebuild.edge))
    for surface in found.surfaces:
        for what, nodes in (
            ("endpoint", surface.endpoints),
            ("topic", surface.topics),
            ("database", surface.databases),
        ):
            for node in nodes:
                others = surface.shared_with.get(node.id, ())
                shared = f", also used by {', '.join(others)}" if others else ""
                said = f"of {surface.service.name}{shared}"
                yield ReportRow("Endpoints, topics and databases", node.name, what, said, "")
    yield from _records(found)
    for category, decisions in found.decisions.items():
        for decision in decisions:
            yield ReportRow("Decisions", decision.text, category, decision.quote, decision.place)
    for text, where in found.constraints:
        rule, _, said = text.partition(": ")
        yield ReportRow("Rules", said, rule, "", where)
    yield from _violations(found.violations)
    yield from _opposed(found.oppositions)
    yield from _contacts("Teams to notify", found.contacts)


def diff_rows(found: DiffImpact) -> Iterator[ReportRow]:
    """What changed, the gravest first; whom it hits; ADRs; whom to tell."""
    for change in found.changes:
        reasons = "; ".join(reason.text for reason in change.reasons)
        subject = f"{change.about} {change.name} {change.action}"
        yield ReportRow(str(change.verdict).capitalize(), subject, _short(change.service), reasons, change.place)
    for change in found.changes:
        for hit in change.hits:
            what = hit.how if hit.stays else f"{hit.how} (no more after this change)"
            yield ReportRow("Who is hit", hit.name, what, f"{change.about} {change.name} {change.action}", hit.place)
    for record in found.records:
        what = "; ".join([*record.what, *(f"superseded by {by.name}" for by in record.superseded_by)])
        yield ReportRow(
            "ADRs that changed", record_title(record.record), str(record.action), what, _file(record.record)
        )
    names = {node.id: node.name for node in found.touched}
    for each in found.governing:
        services = ", ".join(names.get(service, service) for service in each.services)
        yield ReportRow("Accepted ADRs that govern what was touched", record_title(each.record), _HOW.get(each.how, ""), services, _file(each.record))  # fmt: skip
    for node in found.ungoverned:
        yield ReportRow("Touched and bound by no accepted ADR", node.name, "", "", _file(node))
    yield from _violations(found.violations)
    for community in found.communities:
        yield ReportRow("Communities whose reports the next run rewrites", community.title, "", community.because, "")
    yield from _contacts("Whom to tell", found.contacts)
    for problem in found.unread:
        yield ReportRow("Changed files of which less may be seen", problem.path, problem.reason, problem.detail, f"{problem.path}:{problem.line}")  # fmt: skip


def record_title(node: Node) -> str:
    """`ADR-5 One database per service (accepted, 2023-06-13)`."""
    title = str(node.properties.get("title", ""))
    facts = [str(node.properties[name]) for name in ("status", "severity", "date") if node.properties.get(name)]
    name = node.name if title in ("", node.name) else f"{node.name} {title}"
    return f"{name} ({', '.join(facts)})" if facts else name


def _records(found: AdrImpact) -> Iterator[ReportRow]:
    description = found.description
    for what, records in (
        ("supersedes", description.supersedes),
        ("superseded by", description.superseded_by),
        ("amends", description.amends),
        ("amended by", description.amended_by),
        ("references", description.references),
        ("referenced by", description.referenced_by),
    ):
        for each in records:
            yield ReportRow(
                "Other records", record_title(each.node), f"{what}{_candidate(each)}", each.quote, each.place
            )


def _candidate(record: LinkedRecord) -> str:
    return " (a text says so)" if record.layer == "extracted" else ""


def _violations(violations: Iterable[Violation]) -> Iterator[ReportRow]:
    for each in violations:
        where = place(each.evidence[0]) if each.evidence else ""
        yield ReportRow(
            "Rules that the code does not follow", each.said, f"{each.rule}: {each.text}", each.place, where
        )


def _opposed(opposed: Iterable[OpposedRecords]) -> Iterator[ReportRow]:
    for each in opposed:
        for record, other, said in ((each.one, each.other, each.one_says), (each.other, each.one, each.other_says)):
            what = f"against {other.name}, on {each.what}"
            yield ReportRow(
                "May contradict each other (candidates)", record_title(record), what, said.quote, said.place
            )


def _contacts(section: str, found: Iterable[Contact]) -> Iterator[ReportRow]:
    for each in found:
        if each.owner or each.oncall:
            oncall = f"on call: {each.oncall}" if each.oncall else ""
            yield ReportRow(section, each.owner or "owner unknown", oncall, ", ".join(each.services), "")


def _said(edge: Edge) -> tuple[str, str]:
    if not edge.evidence:
        return "", ""
    first = next((each for each in edge.evidence if each.quote), edge.evidence[0])
    return first.quote, place(first)


def _place(edge: Edge) -> str:
    return place(edge.evidence[0]) if edge.evidence else ""


def _chain(view: View, ids: Iterable[str]) -> str:
    keys = [view.key(node_id) for node_id in ids]
    return " -> ".join(view.node(key).name for key in keys if key is not None)


def _file(node: Node) -> str:
    repo, path = str(node.properties.get("repo", "")), str(node.properties.get("path", ""))
    return f"{repo}:{path}" if path else repo


def _short(node_id: str) -> str:
    return node_id.partition(":")[2]
