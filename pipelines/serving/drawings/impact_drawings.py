"""What impact reports draw: who is bound, who depends on whom, who is hit."""

from collections.abc import Iterable

from parsed_graph.model import Node
from parsed_graph.view import View
from pipelines.impact.adr import AdrImpact
from pipelines.impact.changes.change import Change, Verdict
from pipelines.impact.diff import DiffImpact
from pipelines.impact.service import ServiceImpact
from pipelines.serving.drawings.columns import Box, Column, Join, columns_svg


def service_svg(view: View, found: ServiceImpact) -> str:
    """Accepted records, the service, and what it needs as far as a record reaches it through that."""
    bindings = [*found.accepted, *found.successors]
    records = tuple(Box(each.record.id, _record(each.record), "record") for each in bindings)
    hops: dict[int, dict[str, Box]] = {}
    joins = []
    for bound in bindings:
        tie = bound.ties[0]
        for hop, service in enumerate(tie.chain):
            tone = "start" if hop == 0 else "service"
            hops.setdefault(hop, {}).setdefault(service, Box(service, _name(view, service), tone))
        joins += [Join(source, target) for source, target in zip(tie.chain, tie.chain[1:], strict=False)]
        joins.append(Join(bound.record.id, tie.chain[-1], is_faint=True))
    titles = {0: "the service", 1: "needs, directly", 2: "needs, in two hops"}
    columns = [Column("accepted ADRs", records)]
    columns += [Column(titles.get(hop, f"in {hop} hops"), tuple(hops[hop].values())) for hop in sorted(hops)]
    return columns_svg(columns, joins, f"Accepted ADRs over {found.service.name}")


def adr_svg(view: View, found: AdrImpact) -> str:
    """The record, the services it is tied to, and their dependents by hop."""
    record = found.description.node
    services = tuple(Box(each.node.id, each.node.name, "service") for each in found.description.services)
    joins = [Join(record.id, each.node.id, is_faint=each.how != "governed") for each in found.description.services]
    hops: dict[int, list[Box]] = {}
    for dependent in found.dependents:
        hops.setdefault(dependent.hop, []).append(Box(dependent.service.id, dependent.service.name, "plain"))
        # From what is needed to what needs it: the way a change travels.
        joins += [Join(target, source) for source, target in zip(dependent.chain, dependent.chain[1:], strict=False)]
    columns = [Column("ADR", (Box(record.id, _record(record), "start"),)), Column("concerns", services)]
    columns += [Column(f"depends on these, hop {hop}", tuple(hops[hop])) for hop in sorted(hops)]
    return columns_svg(columns, joins, f"What hangs on {record.name}")


def diff_svg(found: DiffImpact) -> str:
    """What breaks or may break, whose it is, whom it hits; the records that govern what was touched."""
    grave = [change for change in found.changes if change.verdict is not Verdict.NON_BREAKING]
    changed = tuple(Box(_key(change), f"{change.name} {change.action}", str(change.verdict)) for change in grave)
    names = {node.id: node.name for node in found.touched}
    owners = {change.service for change in grave if change.service}
    if not grave:
        owners = set(names)
    homes = tuple(Box(service, names.get(service, service.partition(":")[2]), "service") for service in sorted(owners))
    hits = tuple(Box(f"hit {hit.service}", hit.name, "plain") for change in grave for hit in change.hits if hit.stays)
    governing = [each for each in found.governing if owners & set(each.services)]
    records = tuple(Box(each.record.id, _record(each.record), "record") for each in governing)
    columns = (
        Column("accepted ADRs", records), Column("touched", homes), Column("what changed", changed), Column("who is hit", hits),
    )  # fmt: skip
    return columns_svg(columns, list(_diff_joins(found, grave)), "What the change does")


def _diff_joins(found: DiffImpact, grave: Iterable[Change]) -> Iterable[Join]:
    for each in found.governing:
        yield from (Join(each.record.id, service, is_faint=True) for service in each.services)
    for change in grave:
        if change.service:
            yield Join(change.service, _key(change))
        yield from (Join(_key(change), f"hit {hit.service}") for hit in change.hits if hit.stays)


def _key(change: Change) -> str:
    return f"{change.about} {change.action} {change.id}"


def _record(node: Node) -> str:
    title = str(node.properties.get("title", ""))
    return node.name if title in ("", node.name) else f"{node.name} {title}"


def _name(view: View, node_id: str) -> str:
    key = view.key(node_id)
    return view.node(key).name if key is not None else node_id
