"""What a Text can be at run time: constants, configuration and environment filled in, every hop recorded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from parsed_graph.estate_facts import EstateFacts, Located, place
from parsed_graph.facts import (
    CallText,
    ConfigBinding,
    ConstDecl,
    Env,
    FunctionDecl,
    Host,
    Literal,
    Part,
    Reference,
    Setting,
    Text,
    TypeDecl,
    Unknown,
    render_text,
)
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.configuration import ConfigHit, Configuration
from parsed_graph.schema import CONFIGURED, CONTRACT, PATTERN

HOLE = "{}"
"""Stands for a part that nothing determines."""
MAX_VALUES = 8
_MAX_DEPTH = 6
_MAX_BASES = 20


@dataclass(frozen=True, slots=True)
class Value:
    """One possible value. `confidence` falls with the hops it took: literal 1.0, configured 0.8, a code default or a name matched by suffix 0.6."""

    text: str
    confidence: float = CONTRACT
    hops: tuple[str, ...] = ()
    is_default: bool = False
    """Whether it is a default in code or file that a deployment may override."""
    trace: str = ""
    """What could not be followed, for the problems table."""

    @property
    def is_open(self) -> bool:
        """Whether nothing of it is known."""
        return not self.text.replace(HOLE, "").strip("/: ")


class Values:
    """Evaluates Texts from the point of view of a component."""

    def __init__(self, facts: EstateFacts, inventory: Inventory, configuration: Configuration) -> None:
        self._inventory = inventory
        self._configuration = configuration
        self._constants: defaultdict[str, list[Located[ConstDecl]]] = defaultdict(list)
        self._by_suffix: defaultdict[str, list[Located[ConstDecl]]] = defaultdict(list)
        for located in facts.of(ConstDecl):
            self._constants[located.fact.name].append(located)
            self._by_suffix[_last_two(located.fact.name)].append(located)
        self._bases = {located.fact.name: located.fact.bases for located in facts.of(TypeDecl) if located.fact.bases}
        self._bindings = {located.fact.type_name: located for located in facts.of(ConfigBinding)}
        self._bindings_by_suffix = {name.rpartition(".")[2]: found for name, found in self._bindings.items()}
        self._passed: defaultdict[str, list[Located[CallText]]] = defaultdict(list)
        for passed in facts.of(CallText):
            self._passed[passed.fact.target].append(passed)
        wanted = self._passed.keys()
        self._parameters = {
            located.fact.name: _parameter_names(located.fact.signature, located.fact.language)
            for located in facts.of(FunctionDecl)
            if located.fact.name in wanted
        }

    def evaluate(self, text: Text, component: Component | None, repo: str, function: str = "") -> tuple[Value, ...]:
        """Every possible value, at most MAX_VALUES; `function` is the one around it, whose callers may fill its parameters."""
        return self._evaluate(text, component, repo, function, _MAX_DEPTH)

    def first(self, text: Text, component: Component | None, repo: str) -> str:
        """The likeliest value's text, "" where nothing is known."""
        values = [value for value in self.evaluate(text, component, repo) if not value.is_open]
        return values[0].text if values else ""

    def _evaluate(
        self, text: Text, component: Component | None, repo: str, function: str, depth: int
    ) -> tuple[Value, ...]:
        found: tuple[Value, ...] = (Value(""),)
        for part in text:
            choices = self._part(part, component, repo, function, depth)
            found = tuple(_join(left, right) for left in found for right in choices)[:MAX_VALUES]
        return tuple(dict.fromkeys(found))

    def _part(self, part: Part, component: Component | None, repo: str, function: str, depth: int) -> Sequence[Value]:
        if isinstance(part, Literal):
            return self._literal(part.text, component)
        if depth <= 0:
            return (Value(HOLE, trace=f"{render_text((part,))} goes through too many hops"),)
        if isinstance(part, Host):
            return self._host(part.name, component)
        if isinstance(part, Setting):
            return self._setting(part, component)
        if isinstance(part, Env):
            return self._env(part, component)
        if isinstance(part, Reference):
            return self._reference(part, component, repo, depth)
        return self._parameter(part, component, repo, function, depth)

    def _literal(self, text: str, component: Component | None) -> Sequence[Value]:
        if component is None or "${" not in text:
            return (Value(text),)
        return _from_hits(self._configuration.expand(component, text, ""))

    def _host(self, name: str, component: Component | None) -> Sequence[Value]:
        if component and "${" in name:
            return _from_hits(self._configuration.expand(component, name, ""))
        return (Value(name),)

    def _setting(self, part: Setting, component: Component | None) -> Sequence[Value]:
        hits = self._configuration.values(component, part.key) if component else ()
        if hits:
            return _from_hits(hits)
        if part.default is not None:
            text = part.default
            expanded = self._configuration.expand(component, text, f"default of {part.key}") if component else ()
            return _defaults(expanded) or (Value(text, PATTERN, (f"default of {part.key}",), True),)
        return (Value(HOLE, trace=f"setting {part.key} is not set"),)

    def _env(self, part: Env, component: Component | None) -> Sequence[Value]:
        hit = self._configuration.env(component, part.key) if component else None
        if hit and hit.value:
            return (
                Value(hit.value, CONFIGURED, (f"{hit.hops[0]} {part.key}" if hit.hops else part.key, *hit.hops[1:])),
            )
        if part.default is not None:
            return (Value(part.default, PATTERN, (f"default of {part.key}",), True),)
        return (Value(HOLE, trace=f"environment variable {part.key} is not set"),)

    def _reference(self, part: Reference, component: Component | None, repo: str, depth: int) -> Sequence[Value]:
        bound = self._bound(part.name)
        if bound and component and self._configuration.values(component, bound):
            return self._setting(Setting(bound), component)
        found, sure = self._constant(part.name, component, repo)
        values: list[Value] = []
        passed: list[Value] = []
        for located in found[:MAX_VALUES]:
            hop, function = place(located.repo, located.fact.span), located.fact.function
            for value in self._evaluate(located.fact.value, component, located.repo, function, depth - 1):
                confidence = value.confidence if sure else min(value.confidence, PATTERN)
                whole = replace(value, hops=(hop, *value.hops), confidence=confidence)
                (passed if function else values).append(whole)
        # What a program passes replaces the default of the code that it passes it to.
        given = [value for value in passed if not value.is_open]
        if given or values or passed:
            return given or values or passed
        if bound:
            return self._setting(Setting(bound), component)
        return (Value(HOLE, trace=f"{part.name} is not defined in the estate"),)

    def _constant(self, name: str, component: Component | None, repo: str) -> tuple[list[Located[ConstDecl]], bool]:
        exact = self._visible(self._constants.get(name) or self._inherited(name), component)
        same = [located for located in exact if located.repo == repo]
        if exact:
            return same or exact, True
        by_suffix = self._visible(self._by_suffix.get(_last_two(name), []), component) if "." in name else []
        names = {located.fact.name for located in by_suffix if located.repo == repo} or {c.fact.name for c in by_suffix}
        if len(names) == 1:
            return [located for located in by_suffix if located.fact.name in names], False
        return [], False

    def _inherited(self, name: str) -> list[Located[ConstDecl]]:
        """What the nearest base type that has a member of this name gives it."""
        owner, _, member = name.rpartition(".")
        pending, seen = list(self._bases.get(owner, ())), {owner}
        while pending and len(seen) < _MAX_BASES:
            base = pending.pop(0).partition("<")[0].partition("[")[0]
            found = self._constants.get(f"{base}.{member}")
            if found:
                return found
            if base not in seen:
                seen.add(base)
                pending += self._bases.get(base, ())
        return []

    def _visible(self, candidates: list[Located[ConstDecl]], component: Component | None) -> list[Located[ConstDecl]]:
        """The component's own, else those of libraries; what another program defines under the same name is not ours."""
        if component is None or len(candidates) == 0:
            return candidates
        owners = [self._inventory.owner(located.repo, located.path) for located in candidates]
        own = [located for located, owner in zip(candidates, owners, strict=True) if owner is component]
        return own or [located for located, owner in zip(candidates, owners, strict=True) if owner is None]

    def _bound(self, name: str) -> str:
        """The key that a field of bound properties has: `shop.Props.stock.url`, where `stock` is itself an object with fields, too."""
        parts = name.split(".")
        for size in range(len(parts) - 1, 0, -1):
            located = self._bindings.get(".".join(parts[:size])) or self._bindings_by_suffix.get(parts[size - 1])
            if located:
                return ".".join([located.fact.prefix, *parts[size:]])
        return ""

    def _parameter(
        self, part: Unknown, component: Component | None, repo: str, function: str, depth: int
    ) -> Sequence[Value]:
        values: list[Value] = []
        names = self._parameters.get(function, ())
        for located in self._passed.get(function, ()) if part.name else ():
            passed = located.fact
            is_this = passed.parameter == part.name or (
                not passed.parameter and passed.position < len(names) and names[passed.position] == part.name
            )
            if is_this and located.repo == repo and self._inventory.owner(repo, located.path) in (component, None):
                hop = place(located.repo, passed.span)
                values += [
                    replace(value, hops=(hop, *value.hops), confidence=min(value.confidence, CONFIGURED))
                    for value in self._evaluate(passed.value, component, repo, passed.function, depth - 1)
                ]
        return tuple(dict.fromkeys(values))[:MAX_VALUES] or (Value(HOLE, trace=f"parameter {part.name}"),)


def _from_hits(hits: Iterable[ConfigHit]) -> Sequence[Value]:
    return tuple(
        Value(
            hit.value if hit.complete else hit.value or HOLE,
            CONFIGURED if any(hit.hops) else CONTRACT,
            tuple(hop for hop in hit.hops if hop),
            trace="" if hit.complete else f"{hit.value} holds a placeholder that is not set",
        )
        for hit in hits
    ) or (Value(HOLE),)


def _defaults(hits: Iterable[ConfigHit]) -> Sequence[Value]:
    return tuple(Value(hit.value, PATTERN, hit.hops, True) for hit in hits if hit.complete)


def _join(left: Value, right: Value) -> Value:
    if not left.text and not left.hops and not left.trace:
        return right
    return Value(
        left.text + right.text,
        min(left.confidence, right.confidence),
        left.hops + right.hops,
        left.is_default or right.is_default,
        left.trace or right.trace,
    )


def _last_two(name: str) -> str:
    return ".".join(name.split(".")[-2:])


def _parameter_names(signature: str, language: str) -> tuple[str, ...]:
    """`place(Order order, String url)`, `place(order: Order, url: str)` and Go's `place(order Order, url string)` give `order`, `url`."""
    inner = signature.partition("(")[2].rpartition(")")[0]
    names = []
    for piece in _split_top(inner):
        before, colon, _ = piece.partition(":")
        words = (before if colon else piece.split("=")[0]).split()
        names.append(words[0 if language == "go" else -1].lstrip("*&") if words else "")
    return tuple(names)


def _split_top(text: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "<([{") - (character in ">)]}")
        if character == "," and depth == 0:
            pieces.append(text[start:index])
            start = index + 1
    return [*pieces, text[start:]] if text.strip() else []
