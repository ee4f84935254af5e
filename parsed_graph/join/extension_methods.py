"""C#: `builder.AddShopDefaults()` of another file names an extension method by its bare name; it is declared in a static class."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from parsed_graph.facts import CallText, Fact, FunctionCall, FunctionDecl

_OWN_SHARE = 2
"""How many parts of a namespace make a project's own: `Shop.Orders`."""


def name_extensions(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository; a call of an extension method names the only one that can be meant, nearest first."""
    known = list(facts)
    declared: defaultdict[str, set[str]] = defaultdict(set)
    for fact in known:
        if isinstance(fact, FunctionDecl) and fact.language == "csharp" and "(this " in fact.signature:
            declared[fact.name.rpartition(".")[2]].add(fact.name)
    caller = ""
    for fact in known:
        if declared and isinstance(fact, FunctionCall | CallText) and fact.target in declared:
            caller = fact.caller if isinstance(fact, FunctionCall) else caller
            name = _meant(declared[fact.target], caller)
            yield msgspec.structs.replace(fact, target=name) if name else fact
        else:
            yield fact


def _meant(names: set[str], caller: str) -> str:
    """The only one of the caller's own namespace or of one around it, else the only one of all."""
    namespace = caller
    while namespace:
        inside = [name for name in names if name.startswith(f"{namespace}.")]
        if inside:
            return inside[0] if len(inside) == 1 else ""
        namespace = namespace.rpartition(".")[0]
        if namespace.count(".") < _OWN_SHARE - 1:
            break
    return next(iter(names)) if len(names) == 1 else ""
