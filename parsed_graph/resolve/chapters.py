"""Repositories that hold one system several times, once for each chapter or generation: what stands in one copy speaks for it alone.

A folder is a chapter where a sibling has programs of the same names, and where it brings a deployment of several of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import ServiceDecl
from parsed_graph.identity import name_key
from parsed_graph.resolve.programs import Place, Program

_NOT_DEPLOYED = frozenset({"backstage", "services.yaml", "settings"})
_LEAST = 2
"""How many programs two chapters must have in common, and how many a deployment file of a chapter must start."""
MAX_COPIES = 200
"""How many programs of one name are compared."""


class Chapters:
    """The chapters of all repositories; most have none."""

    def __init__(self, facts: EstateFacts, programs: dict[Place, Program]) -> None:
        self._folders: dict[str, list[str]] = {}
        declared: defaultdict[str, list[Located[ServiceDecl]]] = defaultdict(list)
        for located in facts.of(ServiceDecl):
            if located.fact.origin not in _NOT_DEPLOYED:
                declared[located.repo].append(located)
        by_repo: defaultdict[str, list[Program]] = defaultdict(list)
        for program in programs.values():
            by_repo[program.repo].append(program)
        for repo, own in by_repo.items():
            found = _chapters(own, declared[repo])
            if found:
                self._folders[repo] = sorted(found, key=len, reverse=True)

    def of(self, repo: str, path: str) -> str:
        """The innermost chapter that a file or folder lies in, "" for none."""
        return next((folder for folder in self._folders.get(repo, ()) if _within(path, folder)), "")


def _chapters(programs: list[Program], declared: list[Located[ServiceDecl]]) -> list[str]:
    shared: defaultdict[str, set[str]] = defaultdict(set)
    for name, left, right in _copies(programs):
        for folder in _apart(left, right):
            shared[folder].add(name)
    found = [folder for folder, names in shared.items() if len(names) >= _LEAST]
    deploying = [folder for folder in found if _is_deployed_apart(folder, shared[folder], declared)]
    if any(_reaches_in(each, deploying) for each in declared):
        return []  # One deployment of all of them: they are parts of one system.
    return deploying if len(deploying) >= _LEAST else []


def _copies(programs: list[Program]) -> Iterator[tuple[str, str, str]]:
    """(name, folder, other folder) for programs of one name."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for program in programs:
        by_name[name_key(program.folder)].append(program.directory)
    for name, folders in sorted(by_name.items()):
        first, *others = sorted(folders)[:MAX_COPIES]
        yield from ((name, first, other) for other in others)


def _apart(left: str, right: str) -> Iterable[str]:
    """The outermost folders in which two paths differ, where each leads on to a program below it."""
    ours, theirs = left.split("/"), right.split("/")
    same = 0
    while same < min(len(ours), len(theirs)) and ours[same] == theirs[same]:
        same += 1
    if same + 1 >= len(ours) or same + 1 >= len(theirs):
        return ()
    return "/".join(ours[: same + 1]), "/".join(theirs[: same + 1])


def _is_deployed_apart(folder: str, names: set[str], declared: list[Located[ServiceDecl]]) -> bool:
    started = {name_key(each.fact.name) for each in declared if _within(each.path, folder)}
    built = {
        name_key((each.fact.directory or "").rpartition("/")[2])
        for each in declared
        if _within(each.path, folder) and each.fact.directory
    }
    return len(names & (started | built)) >= _LEAST


def _reaches_in(each: Located[ServiceDecl], folders: list[str]) -> bool:
    """Whether a file outside of a chapter builds what lies in it."""
    directory = each.fact.directory
    return directory is not None and any(_within(directory, f) and not _within(each.path, f) for f in folders)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")
