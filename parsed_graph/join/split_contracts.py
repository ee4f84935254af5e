"""Puts the parts of a contract that is split over files together: each reference gets the operations it points at."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from parsed_graph.facts import ApiDecl, ApiReference, Incomplete

FRAGMENT = "http-fragment"


def join_contracts(
    declared: Iterable[ApiDecl], references: Iterable[ApiReference]
) -> tuple[list[ApiDecl], list[Incomplete]]:
    """The operations of one repository with no fragment left, and the references that point at nothing we read.

    An operation from another file keeps that file's line. One whose method and path the contract itself names keeps
    the contract's line and takes what it lacks from the file.
    """
    fragments: defaultdict[tuple[str, str], list[ApiDecl]] = defaultdict(list)
    whole: list[ApiDecl] = []
    for declaration in declared:
        if declaration.protocol == FRAGMENT:
            fragments[declaration.span.path, declaration.path].append(declaration)
        else:
            whole.append(declaration)
    details: dict[tuple[str, int, str], ApiDecl] = {}
    lost: list[Incomplete] = []
    for reference in references:
        found = list(_operations(reference, fragments))
        if not found:
            what = f"{reference.method} {reference.path}".strip() or "paths"
            lost.append(Incomplete("ref-elsewhere", f"{what}: {reference.target}", reference.span))
        elif reference.method:
            details[reference.span.path, reference.span.line, reference.method] = found[0]
        else:
            whole += found
    return [_complete(declaration, details) for declaration in whole], lost


def _operations(reference: ApiReference, fragments: dict[tuple[str, str], list[ApiDecl]]) -> Iterable[ApiDecl]:
    file, _, pointer = reference.target.partition("#")
    named = fragments.get((file, f"#{pointer}"), [])
    if reference.method:
        yield from named[:1]
        return
    for fragment in named:
        if fragment.method:
            yield _placed(fragment, reference, reference.path)
    if reference.path and named:
        return
    # `paths` itself is elsewhere: each key of that file is a path.
    for (path, place), group in fragments.items():
        parent, _, key = place.rpartition("/")
        if path == file and parent == f"#{pointer}" and key.startswith("~1"):
            route = key.replace("~1", "/").replace("~0", "~")
            yield from (_placed(fragment, reference, reference.path + route) for fragment in group)


def _placed(fragment: ApiDecl, reference: ApiReference, path: str) -> ApiDecl:
    return msgspec.structs.replace(
        fragment,
        protocol="http",
        api=reference.api,
        path=path,
        version=reference.version,
        servers=reference.servers,
    )


def _complete(declaration: ApiDecl, details: dict[tuple[str, int, str], ApiDecl]) -> ApiDecl:
    detail = details.get((declaration.span.path, declaration.span.line, declaration.method))
    if detail is None:
        return declaration
    return msgspec.structs.replace(
        declaration,
        operation_id=declaration.operation_id or detail.operation_id,
        request=declaration.request or detail.request,
        response=declaration.response or detail.response,
    )
