"""All facts of an estate, by type, each with the repository that it comes from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar, cast

from parsed_graph.facts import Fact, SourceSpan
from parsed_graph.model import Evidence
from parsed_graph.split_files import join_split_files

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
            for fact in join_split_files(facts):
                self._by_type[type(fact)].append(Located(repo, fact))

    def of(self, fact_type: type[F]) -> list[Located[F]]:
        """Every fact of one type."""
        return cast("list[Located[F]]", self._by_type.get(fact_type, []))

    def __iter__(self) -> Iterator[Located[Fact]]:
        for located in self._by_type.values():
            yield from located


def place(repo: str, span: SourceSpan) -> str:
    """A place as hops and problems write it: `repo:path:line`."""
    return f"{repo}:{span.path}:{span.line}"
