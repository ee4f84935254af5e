"""Checks the constraints of accepted records against the graph: what the code no longer follows, with the evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from parsed_graph.model import Evidence, Node, Problem
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel, Role
from pipelines.constraints.language import Crossing, EveryHas, EveryLinks, OnlyBy, Pattern, Requirement, Side
from pipelines.constraints.links import EstateLink, Sides, estate_links
from pipelines.constraints.read import ConstraintError, read_forbidden, read_required

STAGE = "constraints"
MAX_EVIDENCE = 5
_WIRING = frozenset({Role.CONFIG, Role.DISCOVERY, Role.MONITORING, Role.BROKER, Role.LOAD_GENERATOR})


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule of a record and what does not follow it. `place` is where the rule stands; `target` is "" where something is missing."""

    record: str
    rule: str
    text: str
    place: str
    source: str
    target: str
    said: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, each sorted. `constraints` are (record, rule with its text, place) of every rule that was checked."""

    constraints: tuple[tuple[str, str, str], ...]
    violations: tuple[Violation, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    record: Node
    rule: str
    text: str
    line: int
    pattern: Requirement

    @property
    def place(self) -> str:
        return f"{_file(self.record)}:{self.line}"


def check_constraints(graph: PropertyGraph) -> Checked:
    """Rules of accepted records, over the services that the record governs, or over all where it names none."""
    rules, problems = _read_rules(graph)
    if not rules:
        return Checked((), (), tuple(sorted(problems)))
    links = estate_links(graph)
    sides = Sides(graph, links)
    problems += [problem for rule in rules for problem in _unknown_names(graph, rule)]
    violations = []
    for record in dict.fromkeys(rule.record.id for rule in rules):
        own = [rule for rule in rules if rule.record.id == record]
        allowed = [rule.pattern for rule in own if rule.rule == "allow" and isinstance(rule.pattern, Pattern)]
        governed = {edge.source for edge in graph.in_edges(record, EdgeType.GOVERNED_BY)}
        for rule in own:
            if rule.rule != "allow":
                found = _violations(graph, rule, links, sides, governed)
                violations += [each for each in found if not _is_allowed(graph, each, allowed, links, sides)]
    kept = tuple(sorted(set(violations), key=lambda each: (each.record, each.place, each.source, each.target)))
    constraints = tuple((rule.record.id, f"{rule.rule}: {rule.text}", rule.place) for rule in rules)
    return Checked(constraints, kept, tuple(sorted({*problems, *map(_problem, kept)})))


def _read_rules(graph: PropertyGraph) -> tuple[list[_Rule], list[Problem]]:
    rules: list[_Rule] = []
    problems: list[Problem] = []
    for record in graph.nodes(NodeLabel.ADR):
        stated, lines = (record.properties.get(name, ()) for name in ("constraints", "constraint_lines"))
        if (
            record.properties.get("status") != "accepted"
            or not isinstance(stated, tuple)
            or not isinstance(lines, tuple)
        ):
            continue
        for text, line in zip(stated, map(int, lines), strict=True):
            rule, _, said = text.partition(": ")
            try:
                if not rule:
                    raise ConstraintError(said)
                pattern = read_required(said) if rule == "require" else read_forbidden(said)
            except ConstraintError as error:
                problems.append(
                    Problem(STAGE, _file(record), line, "bad-constraint", f"{rule or 'constraints'}: {error}")
                )
            else:
                rules.append(_Rule(record, rule, said, line, pattern))
        if stated and all(text.startswith("allow: ") for text in stated):
            detail = "allow is an exception from forbid and require, of which this record has none"
            problems.append(Problem(STAGE, _file(record), int(lines[0]), "bad-constraint", detail))
    return rules, problems


def _violations(
    graph: PropertyGraph, rule: _Rule, links: Sequence[EstateLink], sides: Sides, governed: set[str]
) -> Iterator[Violation]:
    pattern = rule.pattern
    if isinstance(pattern, EveryHas | EveryLinks):
        yield from _missing(graph, rule, links, sides, governed)
        return
    for link in links:
        if governed and link.source.id not in governed:
            continue
        kinds = link.kinds & RUNTIME_KINDS
        if isinstance(pattern, Pattern):
            if _fits(pattern, link, sides):
                yield _violation(rule, link, _told(link, pattern.kinds))
        elif isinstance(pattern, OnlyBy):
            others = link.kinds - pattern.kinds
            if _fits(pattern.pattern, link, sides) and others:
                yield _violation(rule, link, f"by {_named(others)}")
        elif isinstance(pattern, Crossing) and kinds - pattern.kinds and _is_crossing(pattern, link, sides):
            here, there = (sides.place(pattern.boundary, end) for end in (link.source, link.target))
            said = f"by {_named(kinds - pattern.kinds)}, from {pattern.boundary} {_short(here)} to {_short(there)}"
            yield _violation(rule, link, said)


def _fits(pattern: Pattern, link: EstateLink, sides: Sides) -> bool:
    return (
        pattern.verb in link.verbs
        and (not pattern.kinds or bool(pattern.kinds & link.kinds))
        and sides.matches(pattern.source, link.source, link.target)
        and sides.matches(pattern.target, link.target, link.source)
    )


def _is_crossing(pattern: Crossing, link: EstateLink, sides: Sides) -> bool:
    """Between two parts of the business: what runs the estate, and outside systems, lie beyond every boundary."""
    if link.target.label not in (NodeLabel.SERVICE, NodeLabel.DATABASE) or "DEPENDS_ON" not in link.verbs:
        return False
    roles = {str(end.properties.get("role", "")) for end in (link.source, link.target)}
    return not roles & {*_WIRING, Role.EXTERNAL} and sides.lie_apart(pattern.boundary, link.source, link.target)


def _missing(
    graph: PropertyGraph, rule: _Rule, links: Sequence[EstateLink], sides: Sides, governed: set[str]
) -> Iterator[Violation]:
    pattern = rule.pattern
    side = (
        pattern.side
        if isinstance(pattern, EveryHas)
        else pattern.pattern.source
        if isinstance(pattern, EveryLinks)
        else None
    )
    assert side is not None
    for node in sides.meant(side):
        if governed and node.id not in governed:
            continue
        if isinstance(pattern, EveryHas):
            lacks, said = not _has(graph, node, pattern.fact), f"has no {pattern.fact}"
        else:
            assert isinstance(pattern, EveryLinks)
            wanted = pattern.pattern
            lacks = not any(link.source.id == node.id and _fits(wanted, link, sides) for link in links)
            said = f"has no such link: {wanted.verb} {wanted.target.name or wanted.target.noun}"
        if lacks:
            home = Evidence(str(node.properties.get("repo", "")), str(node.properties.get("path", "")), 0, "missing")
            yield Violation(
                rule.record.id, rule.rule, rule.text, rule.place, node.id, "", f"{node.name} {said}", (home,)
            )


def _has(graph: PropertyGraph, node: Node, fact: str) -> bool:
    if fact == "adr":
        return any(
            (record := graph.node(edge.target)) is not None and record.properties.get("status") == "accepted"
            for edge in graph.out_edges(node.id, EdgeType.GOVERNED_BY)
        )
    if fact == "documentation":
        return any(True for _ in graph.out_edges(node.id, EdgeType.DOCUMENTED_BY))
    return bool(node.properties.get("oncall" if fact == "on-call" else fact))


def _is_allowed(
    graph: PropertyGraph, violation: Violation, allowed: Sequence[Pattern], links: Sequence[EstateLink], sides: Sides
) -> bool:
    """Whether an exception of the record names the link; of a link by several kinds only if it names them all."""
    if not violation.target:
        source = graph.node(violation.source)
        return source is not None and any(sides.matches(each.source, source, None) for each in allowed)
    ends = (violation.source, violation.target)
    link = next(link for link in links if (link.source.id, link.target.id) == ends)
    return any(_fits(each, link, sides) and (not each.kinds or link.kinds <= each.kinds) for each in allowed)


def _violation(rule: _Rule, link: EstateLink, said: str) -> Violation:
    told = f"{link.source.name} -> {link.target.name} {said}".rstrip()
    evidence = tuple(link.evidence[:MAX_EVIDENCE])
    return Violation(rule.record.id, rule.rule, rule.text, rule.place, link.source.id, link.target.id, told, evidence)


def _told(link: EstateLink, kinds: frozenset[Kind]) -> str:
    named = (link.kinds & kinds) or link.kinds
    return f"by {_named(named)}" if named else f"({', '.join(sorted(link.verbs))})"


def _unknown_names(graph: PropertyGraph, rule: _Rule) -> Iterator[Problem]:
    """A bare word that is the name of nothing is most often a slip."""
    for side in _sides_of(rule.pattern):
        if side.noun or any(letter in side.name for letter in "*?["):
            continue
        known = {node.name for node in graph.nodes() if node.label not in (NodeLabel.FUNCTION, NodeLabel.FILE)}
        aliases = {a for node in graph.nodes(NodeLabel.SERVICE) for a in _tuple(node.properties.get("aliases"))}
        names = {name.lower(): name for name in {*known, *aliases}}
        if side.name.lower() in names or graph.node(side.name):
            continue
        close = get_close_matches(side.name.lower(), names, 1, 0.7)
        meant = f"; did you mean {names[close[0]]}?" if close else ""
        yield Problem(
            STAGE, _file(rule.record), rule.line, "unknown-name", f"{rule.rule}: nothing is called {side.name}{meant}"
        )


def _sides_of(pattern: Requirement) -> tuple[Side, ...]:
    if isinstance(pattern, Pattern):
        return pattern.source, pattern.target
    if isinstance(pattern, OnlyBy | EveryLinks):
        return pattern.pattern.source, pattern.pattern.target
    return (pattern.side,) if isinstance(pattern, EveryHas) else ()


def _problem(violation: Violation) -> Problem:
    first = violation.evidence[0] if violation.evidence else Evidence("", "", 0, "")
    place = f"{first.repo}:{first.path}" if first.repo else first.path
    detail = f"{violation.said}; {violation.rule}: {violation.text} ({violation.place})"
    return Problem(STAGE, place, first.line, "violation", detail)


def _file(record: Node) -> str:
    return f"{record.properties.get('repo', '')}:{record.properties.get('path', '')}"


def _named(kinds: set[Kind] | frozenset[Kind]) -> str:
    return ", ".join(sorted(kind.value for kind in kinds))


def _short(node_id: str) -> str:
    return node_id.partition(":")[2] or node_id


def _tuple(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
