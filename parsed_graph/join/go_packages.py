"""Go: what other files call by the path of their module, `example.com/shop/pkg/db.Open`, is declared in a folder: `pkg.db.Open`."""

from collections.abc import Iterable, Iterator

import msgspec

from parsed_graph.facts import CallText, Fact, FunctionCall, ModuleDecl


def name_by_folder(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of one repository, calls into its own Go modules named as their functions are declared."""
    known = list(facts)
    modules = {
        f"{fact.name.replace('/', '.')}.": f"{fact.directory.replace('/', '.')}." if fact.directory else ""
        for fact in known
        if isinstance(fact, ModuleDecl) and fact.build == "go"
    }
    starts = tuple(modules)
    for fact in known:
        if modules and isinstance(fact, FunctionCall | CallText) and fact.target.startswith(starts):
            module = max((start for start in starts if fact.target.startswith(start)), key=len)
            yield msgspec.structs.replace(fact, target=modules[module] + fact.target[len(module) :])
        else:
            yield fact
