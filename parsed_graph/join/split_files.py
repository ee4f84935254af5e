"""Joins what one artefact spreads over several files: Helm values, parents of builds, deployments, split contracts."""

from collections.abc import Iterable

from parsed_graph.facts import ApiDecl, ApiReference, Fact, FunctionCall, FunctionDecl, TypeDecl
from parsed_graph.join.build_inheritance import hand_down
from parsed_graph.join.compose_variables import fill_variables
from parsed_graph.join.deployment_files import join_deployment_files
from parsed_graph.join.extension_methods import name_extensions
from parsed_graph.join.go_packages import name_by_folder
from parsed_graph.join.helm_values import fill_helm_values
from parsed_graph.join.hocon_includes import include_beside
from parsed_graph.join.script_modules import name_by_declaration
from parsed_graph.join.split_contracts import join_contracts

_SYMBOLS = frozenset({FunctionCall, FunctionDecl, TypeDecl})
"""Nine of ten facts: no file of a deployment or build has a say in them."""


def join_split_files(facts: Iterable[Fact]) -> list[Fact]:
    """The facts of one repository, each complete in itself; those of one type stay in their order."""
    named = name_by_declaration(name_by_folder(name_extensions(facts)))
    symbols = [fact for fact in named if type(fact) in _SYMBOLS]
    others = [fact for fact in named if type(fact) not in _SYMBOLS]
    filled = fill_variables(join_deployment_files(hand_down(fill_helm_values(include_beside(others)))))
    references = [fact for fact in filled if isinstance(fact, ApiReference)]
    declared = [fact for fact in filled if isinstance(fact, ApiDecl)]
    operations, lost = join_contracts(declared, references)
    rest = [fact for fact in filled if not isinstance(fact, (ApiDecl, ApiReference))]
    return [*symbols, *rest, *operations, *lost]
