"""Folders that `services.yaml` ignores: nothing that lies in one, or is built from it, says anything of the estate."""

from collections.abc import Iterable

from parsed_graph.facts import Fact, Incomplete, ServiceDecl, ServiceOverride


def without_ignored_folders(facts: Iterable[Fact]) -> list[Fact]:
    """The facts of one repository without those of ignored folders; a folder that has none is an Incomplete."""
    known = list(facts)
    ignored = [fact for fact in known if isinstance(fact, ServiceOverride) and fact.ignored and fact.directory]
    if not ignored:
        return known
    folders = tuple(f"{override.directory}/" for override in ignored)
    left_out = {place for fact in known if (place := _place(fact)).startswith(folders)}
    return [
        *(fact for fact in known if _place(fact) not in left_out),
        *(_unknown(each) for each in ignored if not any(place.startswith(f"{each.directory}/") for place in left_out)),
    ]


def _place(fact: Fact) -> str:
    """The file that a fact is from; of a unit the folder that it is built from."""
    if isinstance(fact, ServiceDecl) and fact.directory:
        return f"{fact.directory}/"
    return fact.span.path


def _unknown(override: ServiceOverride) -> Incomplete:
    detail = f"nothing that is read lies in {override.directory}: correct the path or take the entry out"
    return Incomplete("unknown-folder", detail, override.span)
