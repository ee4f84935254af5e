"""All facts of an estate, by type, each with the repository that it comes from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar, cast

from parsed_graph.facts import Fact, HttpCall, RouteDecl, RoutePrefix, SourceSpan, TypeDecl
from parsed_graph.join.ignored_folders import without_ignored_folders
from parsed_graph.join.inherited_mappings import DECLARED, InheritedMappings
from parsed_graph.join.split_files import join_split_files
from parsed_graph.model import Evidence

F = TypeVar("F", bound=Fact)
F_co = TypeVar("F_co", bound=Fact, covariant=True)


class Located(NamedTuple, Generic[F_co]):
    """A fact and the repository it was read in."""

    repo: str
    fact: F_co

    @property
    def path(self) -> str:
        """The artefact, relative to the repository."""
        return self.fact.span.path

    def evidence(self, rule: str, hops: Iterable[str] = ()) -> Evidence:
        """The fact as the evidence of an edge."""
        return Evidence(self.repo, self.fact.span.path, self.fact.span.line, rule, "", tuple(hops))


class EstateFacts:
    """Facts by type, in the order of repositories and paths."""

    def __init__(self, repositories: Iterable[tuple[str, Iterable[Fact]]]) -> None:
        self.repositories: list[str] = []
        self._by_type: defaultdict[type, list[Located[Fact]]] = defaultdict(list)
        for repo, facts in repositories:
            self.repositories.append(repo)
            for fact in join_split_files(without_ignored_folders(facts)):
                self._by_type[type(fact)].append(Located(repo, fact))
        self._join_inherited_mappings()

    def of(self, fact_type: type[F]) -> list[Located[F]]:
        """Every fact of one type."""
        return cast("list[Located[F]]", self._by_type.get(fact_type, []))

    def _join_inherited_mappings(self) -> None:
        """Routes that an interface declares become those of the types that inherit them."""
        routes, calls = self.of(RouteDecl), self.of(HttpCall)
        inherited = InheritedMappings(routes, self.of(TypeDecl), calls)
        own = [located for located in routes if not located.fact.framework.endswith(DECLARED)]
        served = [Located(repo, route) for repo, route in inherited.served(self.of(RoutePrefix))]
        self._by_type[RouteDecl] = cast("list[Located[Fact]]", [*own, *served])
        called = [Located(repo, found) for repo, call in calls for found in inherited.called(call)]
        self._by_type[HttpCall] = cast("list[Located[Fact]]", called)

    def __iter__(self) -> Iterator[Located[Fact]]:
        for located in self._by_type.values():
            yield from located


def place(repo: str, span: SourceSpan) -> str:
    """A place as hops and problems write it: `repo:path:line`."""
    return f"{repo}:{span.path}:{span.line}"
