"""Impact reports as text."""

from collections.abc import Iterable, Sequence

from parsed_graph.model import Edge, Node
from parsed_graph.view import View
from pipelines.constraints.check import Violation
from pipelines.constraints.find import OpposedRecords
from pipelines.documents.describe_record import LinkedRecord, NamedService
from pipelines.impact.adr import AdrImpact, Surface
from pipelines.impact.contacts import Contact
from pipelines.impact.rebuild import Rebuild
from pipelines.impact.service import Binding, ServiceImpact
from pipelines.serving.citations import contact, place
from pipelines.serving.terminal import say

_OTHER_TIES = 4
_NAMES = 8
_DEPENDENTS = 50
_HOW = {"governed": "author says so", "direct": "text says so", "indirect": "text says so"}
_IN_FORCE = frozenset({"accepted", "proposed", "draft"})


def say_service_impact(view: View, found: ServiceImpact, everything: bool) -> None:
    """Accepted records with why they bind, the strongest first; what is proposed; incidents; whom to ask."""
    say(f"{_count(len(found.accepted), 'accepted ADR')} over {found.service.name}{_asked(found.service)}", "bold")
    _say_bindings(view, found.accepted)
    _section(view, "In force for what it replaces", found.successors)
    _section(view, "Proposed", found.proposed)
    if everything:
        _section(view, "No longer in force, or of no known status", found.others)
    elif found.others:
        say(f"\n{_count(len(found.others), 'more ADR')} not in force; --all lists them")
    _section(view, "Incidents", found.incidents)
    say_violations("Rules of accepted ADRs that its code does not follow", found.violations)
    _say_oppositions(found.oppositions)
    _say_contacts("Whom to ask", found.contacts)


def say_adr_impact(view: View, found: AdrImpact) -> None:
    """The record, its services, their dependents, what they offer, records that hang together, decisions, teams."""
    description = found.description
    in_force = description.node.properties.get("status") in _IN_FORCE
    say(f"{_record(description.node)}, if it is changed or dropped" if in_force else _record(description.node), "bold")
    if not in_force:
        successors = ", ".join(each.node.name for each in description.superseded_by)
        say(f"  It is not known to be in force{f'; {successors} came after it' if successors else ''}.")
    _say_services(description.services)
    if found.dependents:
        say(
            f"\n{_count(len(found.dependents), 'service')} depending on these, within {_count(found.depth, 'hop')}",
            "bold",
        )
    for dependent in found.dependents[:_DEPENDENTS]:
        chain = " -> ".join(_names_of(view, dependent.chain))
        say(f"  hop {dependent.hop}: {chain}{_asked(dependent.service)}")
        say(f"      {_cited(dependent.needs[0])}", "dim")
    if len(found.dependents) > _DEPENDENTS:
        say(f"  ... and {len(found.dependents) - _DEPENDENTS} more; --json lists them all")
    _say_rebuilds(found.rebuilds)
    _say_surfaces(found.surfaces)
    for title, records in (
        ("Supersedes", description.supersedes),
        ("Superseded by", description.superseded_by),
        ("Amends", description.amends),
        ("Amended by", description.amended_by),
        ("References", description.references),
        ("Referenced by", description.referenced_by),
    ):
        _say_records(title, records)
    for category, decisions in found.decisions.items():
        say(f"\nDecisions: {category}", "bold")
        for decision in decisions:
            say(f"  {decision.text}")
            say(f"      {decision.place}", "dim")
    if found.constraints:
        say("\nRules", "bold")
    for text, where in found.constraints:
        say(f"  {text}")
        say(f"      {where}", "dim")
    say_violations("Where the code does not follow them", found.violations)
    _say_oppositions(found.oppositions)
    _say_contacts("Teams to notify" if in_force else "Owners", found.contacts)
    if description.node.properties.get("owner"):
        say(f"\nThe record itself is owned by {description.node.properties['owner']}.")


def _section(view: View, title: str, bindings: Sequence[Binding]) -> None:
    if bindings:
        say(f"\n{title}", "bold")
        _say_bindings(view, bindings)


def _say_bindings(view: View, bindings: Sequence[Binding]) -> None:
    for bound in bindings:
        replaced = ", ".join(old.name for old in bound.replaces)
        say(f"  {_record(bound.record)}{f', replaces {replaced}' if replaced else ''}")
        _say_tie(view, bound)
        others = [f"{tie.service.name} ({tie.how})" for tie in bound.ties[1:]]
        more = f" and {len(others) - _OTHER_TIES} more" if len(others) > _OTHER_TIES else ""
        if others:
            say(f"      also {', '.join(others[:_OTHER_TIES])}{more}", "dim")


def _say_tie(view: View, bound: Binding) -> None:
    tie = bound.ties[0]
    what = _HOW.get(tie.how, tie.how)
    # A successor is not tied itself: what it replaces is.
    said = next((old for old in bound.replaces if old.id in (tie.edge.source, tie.edge.target)), None)
    whose = f"the {what.replace(' says', f' of {said.name} says', 1)}" if said else f"its {what}"
    of = f" of {tie.service.name}" if tie.hop else ""
    indirectly = ", indirectly" if tie.how == "indirect" else ""
    through = f", through {' -> '.join(_names_of(view, tie.chain))}" if tie.hop else ""
    say(f"    {whose}{of}{indirectly}{through}")
    for need in tie.needs:
        say(f"      needs {_names_of(view, [need.target])[0]}: {_cited(need)}", "dim")
    say(f"      {_cited(tie.edge)}", "dim")


def _say_services(services: Sequence[NamedService]) -> None:
    """Each service once, with all that ties it to the record."""
    if not services:
        say("  No service is known to be concerned.")
        return
    say("\nServices it governs (its author says so) or is about (its text says so: direct, indirect)", "bold")
    ties: dict[str, list[NamedService]] = {}
    for each in services:
        ties.setdefault(each.node.id, []).append(each)
    for same in ties.values():
        say(f"  {same[0].node.name}  {', '.join(each.how for each in same)}{_asked(same[0].node)}")
        for each in same:
            say(f"      {_quoted(each.quote, each.place)}", "dim")


def _say_surfaces(surfaces: Sequence[Surface]) -> None:
    known = [surface for surface in surfaces if surface.endpoints or surface.topics or surface.databases]
    if known:
        say("\nWhat these services offer and use", "bold")
    for surface in known:
        parts = (("endpoints", surface.endpoints), ("topics", surface.topics), ("databases", surface.databases))
        say(f"  {surface.service.name}")
        for name, nodes in parts:
            if nodes:
                say(f"      {name}: {_listed([f'{node.name}{_shared(surface, node)}' for node in nodes])}")


def _shared(surface: Surface, node: Node) -> str:
    others = surface.shared_with.get(node.id, ())
    return f" (also used by {_listed(others)})" if others else ""


def _say_rebuilds(rebuilds: Sequence[Rebuild]) -> None:
    if rebuilds:
        say("\nServices that would need a rebuild", "bold")
    for each in rebuilds[:_DEPENDENTS]:
        through = f", {each.through}" if each.through else ""
        say(f"  {each.service.name}  {each.why}: {each.of.name}{through}")
        say(f"      {_cited(each.edge)}", "dim")
    if len(rebuilds) > _DEPENDENTS:
        say(f"  ... and {len(rebuilds) - _DEPENDENTS} more; --json lists them all")


def say_violations(title: str, violations: Sequence[Violation]) -> None:
    """What does not follow a rule, with the rule and the first place; nothing where all do."""
    if violations:
        say(f"\n{title}", "bold")
    for each in violations[:_DEPENDENTS]:
        say(f"  {each.said}", "red")
        say(f"      {each.rule}: {each.text}  {each.place}", "dim")
        if each.evidence:
            say(f"      {place(each.evidence[0])}  {each.evidence[0].rule}", "dim")
    if len(violations) > _DEPENDENTS:
        say(f"  ... and {len(violations) - _DEPENDENTS} more; --json lists them all")


def _say_oppositions(oppositions: Sequence[OpposedRecords]) -> None:
    if oppositions:
        say("\nMay contradict each other (candidates: read both)", "bold")
    for each in oppositions:
        say(f"  {each.one.name} and {each.other.name}, over {_listed(each.services)}: {each.what}")
        for record, decision in ((each.one, each.one_says), (each.other, each.other_says)):
            say(f"      {record.name}: {_quoted(decision.quote, decision.place)}", "dim")


def _say_records(title: str, records: Sequence[LinkedRecord]) -> None:
    if records:
        say(f"\n{title}", "bold")
    for each in records:
        relation = f", {each.relation}" if each.relation in ("supersedes", "amends", "contradicts") else ""
        candidate = f" (a text says so{relation})" if each.layer == "extracted" else ""
        say(f"  {_record(each.node)}{candidate}")
        say(f"      {_quoted(each.quote, each.place)}", "dim")


def _say_contacts(title: str, found: Iterable[Contact]) -> None:
    known = [each for each in found if each.owner or each.oncall]
    if known:
        say(f"\n{title}", "bold")
    for each in known:
        oncall = f", on call: {each.oncall}" if each.oncall else ""
        say(f"  {each.owner or 'owner unknown'}{oncall}  for {_listed(each.services)}")


def _record(node: Node) -> str:
    title = str(node.properties.get("title", ""))
    facts = [str(node.properties[name]) for name in ("status", "severity", "date") if node.properties.get(name)]
    name = node.name if title in ("", node.name) else f"{node.name} {title}"
    return f"{name} ({', '.join(facts)})" if facts else name


def _cited(edge: Edge) -> str:
    if not edge.evidence:
        return f"({edge.layer})"
    first = next((each for each in edge.evidence if each.quote), edge.evidence[0])
    return _quoted(first.quote, place(first), "" if first.quote else first.rule)


def _quoted(quote: str, where: str, rule: str = "") -> str:
    return f"“{quote}”  {where}" if quote else f"{where}  {rule}".rstrip()


def _names_of(view: View, ids: Iterable[str]) -> list[str]:
    keys = [view.key(node_id) for node_id in ids]
    return [view.node(key).name for key in keys if key is not None]


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return f"{', '.join(names[:_NAMES])}{more}"


def _asked(node: Node) -> str:
    known = contact(node)
    return f"  [{known}]" if known else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
