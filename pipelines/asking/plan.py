"""Reads a question to the end: names that must be there are looked for again, and the route is written out as a plan."""

from dataclasses import replace

from parsed_graph.queries.find import shown
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY, UNKNOWN, Mention
from pipelines.asking.missing_name import missing_name
from pipelines.asking.reading import Reading, read_question, with_unknown
from pipelines.asking.route import Route
from pipelines.asking.router import route_question
from pipelines.asking.word_answer import Wording, reword_question


def understand(view: View, question: str, wording: Wording | None = None) -> tuple[Reading, Route]:
    """The reading and the route of a question. A model, where there is one, rewords a question of which the rules are unsure."""
    reading, route = _by_rules(view, question)
    if route.is_sure or wording is None:
        return reading, route
    reworded = reword_question(wording, question)
    if not reworded:
        return reading, route
    again, rerouted = _by_rules(view, reworded)
    if rerouted.operation is Operation.LOOKUP or not all(mention.is_found for mention in rerouted.subjects):
        return reading, route
    return replace(again, question=question, language=reading.language), rerouted


def _by_rules(view: View, question: str) -> tuple[Reading, Route]:
    reading = read_question(view, question)
    route = route_question(reading)
    name = missing_name(reading, route)
    if name:
        again = with_unknown(view, reading, name)
        rerouted = route_question(again)
        if rerouted.operation is not Operation.LOOKUP:
            return again, rerouted
    return reading, route


def signature(view: View, route: Route) -> str:
    """The route in one line: `consumers(orders-events)`, `check calls(orders-api, inventory)`, `list(Service language=python)`."""
    names = [_named(view, mention) for mention in route.subjects]
    if route.operation is Operation.LOOKUP:
        return "lookup"
    if route.operation is Operation.RANK and route.measure is not None:
        listed = " ".join(f"{name}={value}" for name, value in sorted(route.filters.items()) if name != "label")
        bound = f" {route.measure.bound}" if route.measure.how in ("more", "fewer", "exactly") else ""
        return f"rank({' '.join(part for part in (route.filters['label'], listed) if part)}, {route.measure.how}{bound} {route.measure.noun})"
    if route.operation is Operation.LIST and not names:
        filters = dict(route.filters)
        narrowed = " ".join([filters.pop("label", ""), *(f"{name}={value}" for name, value in sorted(filters.items()))])
        shape = f"{'count' if route.is_count else 'list'}({narrowed.strip()})"
        return f"check {shape}" if route.intent is Intent.YESNO else shape
    if route.intent is Intent.YESNO:
        if route.verb == "is":
            name, value = next(iter(route.filters.items()))
            return f"check {name}({names[0]}, {value})"
        if route.operation is Operation.STATUS:
            return f"check status({names[0]}, {route.filters.get('status', 'accepted')})"
        relational = len(names) == 2 and route.verb and route.verb != "own"
        what = f"{route.verb}s" if relational else route.operation.value
        what = {"publishs": "publishes"}.get(what, what)
        return f"check {what}({', '.join(names)})"
    shape = f"{route.operation.value}({', '.join(names)})"
    return f"count {shape}" if route.is_count else shape


def _named(view: View, mention: Mention) -> str:
    if mention.kind == COMMUNITY:
        return mention.text
    if mention.kind == UNKNOWN:
        return f'"{mention.text}"'
    if mention.is_unclear:
        return f'"{mention.text}"?'
    node = view.node(mention.key)
    if node.label is NodeLabel.ENDPOINT or len(mention.keys) > 1:
        return node.name
    return shown(view, node).partition("(")[2][:-1]
