"""Stamps owner and on-call on every node that has a file or a service, and joins services and files to their teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import OwnerRule
from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.resolve.owners import Ownership, owners_of_file, owners_of_folder, rules_in_force
from parsed_graph.schema import CONTRACT, EdgeType, Layer, NodeLabel


class OwnerStamps:
    """Who owns what: `services.yaml` and the catalogue for services, CODEOWNERS for files and for services without either.

    Documents join the graph after the rest, so `stamp` can be called again: it fills in what has no owner yet.
    """

    def __init__(self, rules: Mapping[str, Sequence[OwnerRule]], declared: Mapping[str, str]) -> None:
        self.rules, self.declared = rules, declared
        self._owners_of_file = cache(self._file_ownership)

    @classmethod
    def of(cls, facts: EstateFacts, declared: Mapping[str, str]) -> "OwnerStamps":
        """The stamps of an estate; `declared` are the owners of services by id."""
        by_repo: defaultdict[str, list[OwnerRule]] = defaultdict(list)
        for located in facts.of(OwnerRule):
            by_repo[located.repo].append(located.fact)
        return cls({repo: rules_in_force(rules) for repo, rules in by_repo.items()}, declared)

    def stamp(self, graph: PropertyGraph) -> None:
        """Adds Team nodes, OWNED_BY, and the properties `owner` and `oncall`."""
        for node in list(graph.nodes(NodeLabel.SERVICE)):
            self._stamp_service(graph, node)
        inherited = {node.id: _inherited(node) for node in graph.nodes(NodeLabel.SERVICE)}
        for node in list(graph.nodes()):
            if node.label not in (NodeLabel.SERVICE, NodeLabel.TEAM):
                self._stamp_node(graph, node, inherited.get(node.service, {}))

    def _stamp_service(self, graph: PropertyGraph, node: Node) -> None:
        repo, path = str(node.properties.get("repo", "")), node.properties.get("path")
        ownership = owners_of_folder(str(path), self.rules.get(repo, [])) if path is not None else Ownership()
        declared = str(node.properties.get("owner", "")) or self.declared.get(node.id, "")
        owners = (declared,) if declared else ownership.owners
        if owners:
            graph.set_properties(node.id, owner=team_name(owners[0]))
        for owner in owners:
            evidence = _evidence(repo, ownership, owner) or Evidence(repo, "", 0, "declared owner")
            _own(graph, node.id, owner, evidence, str(node.properties.get("oncall", "")))

    def _stamp_node(self, graph: PropertyGraph, node: Node, stamped: Mapping[str, Property]) -> None:
        repo = str(node.properties.get("repo", ""))
        path = str(node.properties.get("path", "")) if repo in self.rules else ""
        if path and node.label is not NodeLabel.ENDPOINT:
            ownership = self._owners_of_file(repo, path)
            stamped = {**stamped, "owner": team_name(ownership.owners[0]) if ownership.owners else ""}
            if node.label is NodeLabel.FILE:
                for owner in ownership.owners:
                    _own(graph, node.id, owner, _evidence(repo, ownership, owner), "")
        kept = {key: value for key, value in stamped.items() if value and not node.properties.get(key)}
        if kept:
            graph.set_properties(node.id, **kept)

    def _file_ownership(self, repo: str, path: str) -> Ownership:
        return owners_of_file(path, self.rules[repo])


def _inherited(service: Node) -> dict[str, Property]:
    """What the nodes of a service have from it where no file says otherwise."""
    return {name: str(service.properties[name]) for name in ("owner", "oncall") if service.properties.get(name)}


def team_name(owner: str) -> str:
    """`@fernway/orders-team` and `group:default/orders-team` are `orders-team`; an address stays as it is."""
    return owner if "@" in owner[1:] else owner.lstrip("@").rpartition("/")[2].rpartition(":")[2]


def _evidence(repo: str, ownership: Ownership, owner: str) -> Evidence | None:
    rule = next((rule for rule in ownership.rules if owner in rule.owners), None)
    return Evidence(repo, rule.span.path, rule.span.line, "CODEOWNERS") if rule else None


def _own(graph: PropertyGraph, node: str, owner: str, evidence: Evidence | None, oncall: str) -> None:
    team = node_id(NodeLabel.TEAM, team_name(owner).lower())
    properties: dict[str, Property] = {"oncall": oncall} if oncall else {}
    graph.add_node(Node(team, NodeLabel.TEAM, team_name(owner), "", properties))
    found: Iterable[Evidence] = (evidence,) if evidence else ()
    graph.add_edge(Edge(node, EdgeType.OWNED_BY, team, Layer.DECLARED, CONTRACT, {}, tuple(found)))
