"""Proposes `applies_to` from what a record says: the services that its text affects directly, each with the sentence."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from parsed_graph.errors import ArtefactError
from pipelines.documents.adr_status import FORMER
from pipelines.documents.inventory import Inventory
from pipelines.lint.check_services import NamedServices
from pipelines.lint.finding import Proposal
from pipelines.lint.read_records import ReadRecord, open_document


def propose_services(
    root: Path, records: Sequence[ReadRecord], named: Sequence[NamedServices], inventory: Inventory
) -> Iterator[Proposal]:
    """Proposals for the records in force that say nothing themselves."""
    from pipelines.models.rules import read_by_rules

    stating = {one.record.path for one in named}
    # Nobody's decision binds what is somebody else's.
    names = {service.id: service.name for service in inventory.services if not service.external}
    for record in records:
        if record.path in stating or record.record.status in FORMER:
            continue
        try:
            document, _ = open_document(root, record.path)
        except (ArtefactError, OSError):
            continue
        home = inventory.home(root.name, record.path)
        for claim in read_by_rules(document, inventory, home, incident=False).services:
            if claim.impact == "direct" and claim.service in names:
                yield Proposal(record.path, names[claim.service], claim.line, claim.evidence)
