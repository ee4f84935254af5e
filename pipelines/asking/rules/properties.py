"""Yes or no about what a node itself is."""

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.reading import Reading
from pipelines.asking.route import Route
from pipelines.asking.rules.sentence import is_polar, named


def route_properties(reading: Reading, asked: str) -> Route | None:
    """Yes or no about what a node itself is: its language, its kind of store, its role."""
    subjects = named(reading, {NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.TOPIC})
    if len(reading.mentions) != 1 or not subjects or not is_polar(reading):
        return None
    patterns = {"language": vocabulary.LANGUAGES, "kind": vocabulary.STORES, "role": vocabulary.ROLES}
    kinds = {NodeLabel.SERVICE: ("language", "role"), NodeLabel.DATABASE: ("kind",)}.get(
        NodeLabel(subjects[0].kind), ()
    )
    for name in kinds:
        for value, pattern in patterns[name].items():
            if pattern.search(reading.text):
                return Route(Intent.AGGREGATE, Operation.LIST, (subjects[0],), filters={name: value}, verb="is")
    return None
