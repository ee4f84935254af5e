"""Reads a question to the end: names that must be there are looked for again, and the route is written out as a plan."""

import re
from dataclasses import replace

from parsed_graph.queries.find import shown
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.asking import words as vocabulary
from pipelines.asking.intent import Intent, Operation
from pipelines.asking.mention import COMMUNITY, UNKNOWN, Mention
from pipelines.asking.reading import Reading, read_question, with_unknown
from pipelines.asking.route import Route
from pipelines.asking.router import route_question
from pipelines.asking.word_answer import Wording, reword_question

_SLOTS = (
    re.compile(r"^(?:does|do|did|is|are|was|were|has|have|can|could|will|would|should)(?: (?:the|a|an|our))? (?P<name>[a-z][\w-]+)(?: (?:service|app|api|team))? "),
    re.compile(r"^(?:o|a)(?: servico)? (?P<name>[a-z][\w-]+) "),
    re.compile(r"(?<![\w<:-])(?:if|when|se|quando|without|sem|outage of|failure of|radius of|lose|losing|queda d[eoa])(?: (?:the|o|a|our|servico|service))* (?P<name>[a-z][\w-]+)"),
    re.compile(r"(?<![\w<:-])(?:from|to|between|and|reach(?:es)?|call(?:s|ed by)?|on|by|uses?|needs?|de|do|da|ate|entre|e|ao|o|a|chama|consumes?|consome|publishes|of|into)(?: (?:the|o|a|our|servico|service))* (?P<name>[a-z][\w-]+)"),
)  # fmt: skip
_KIND_NOUN = re.compile(
    r"(?P<name>[a-z][\w-]+) (?:service|microservice|topic|queue|database|team|app|api)(?![\w-])|(?:service|servico|topic|topico|database|banco|fila|queue|time|equipe)(?: called| named| chamad[oa])? (?P<other>[a-z][\w-]+)"
)


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
    name = _missing_name(reading, route)
    if name:
        again = with_unknown(view, reading, name)
        rerouted = route_question(again)
        if rerouted.operation is not Operation.LOOKUP:
            return again, rerouted
    return reading, route


def _missing_name(reading: Reading, route: Route) -> str:
    """A word in a place where a name must stand, for a question that is not a lookup by its own words; "" for none."""
    rest = {word for word, _ in reading.rest if not word.isdigit() and len(word) > 2}
    if (
        not rest
        or vocabulary.WHY.search(reading.text)
        or vocabulary.ADVICE.search(reading.text)
        or vocabulary.HAPPENED.search(reading.text)
    ):
        return ""
    is_open = route.operation is Operation.LOOKUP or (route.intent is Intent.YESNO and len(route.subjects) < 2)
    if not is_open:
        return ""
    noun = _KIND_NOUN.search(reading.text)
    if noun and (noun["name"] or noun["other"]) in rest:
        return str(noun["name"] or noun["other"])
    text = reading.text
    joins = any(
        pattern.search(text)
        for pattern in (
            vocabulary.CONSUME,
            vocabulary.PUBLISH,
            vocabulary.CALL,
            vocabulary.DEPEND,
            vocabulary.USE,
            vocabulary.TALK,
            vocabulary.FAIL,
            vocabulary.PATH,
            vocabulary.OWN,
        )
    )
    slots = _SLOTS if reading.mentions else _SLOTS[2:3]
    if not joins or len(rest) > 3:
        return ""
    for slot in slots:
        for match in slot.finditer(text):
            if match["name"] in rest:
                return match["name"]
    return ""


def signature(view: View, route: Route) -> str:
    """The route in one line: `consumers(orders-events)`, `check calls(orders-api, inventory)`, `list(Service language=python)`."""
    names = [_named(view, mention) for mention in route.subjects]
    if route.operation is Operation.LOOKUP:
        return "lookup"
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
