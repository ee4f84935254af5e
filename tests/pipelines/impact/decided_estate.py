"""An estate with decisions: web -> orders -> payments -> ledger by http; orders -0.4-> tax; orders -config-> settings."""

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from tests.small_estate import add_edge, add_node, depend


def decided() -> PropertyGraph:
    """ADR-1 governs web; 2 is said of web, 3 of its surroundings; 4 governs orders, 5 ledger, 6 tax, 7 settings; 8 is a tag.

    ADR-9, superseded by 10, superseded by 11, is said of web; 12 is proposed for web and amends 1; 13 on web is rejected;
    INC-1 touched payments and references 1.
    """
    graph = PropertyGraph()
    web, orders, payments, ledger, tax, settings = (
        add_node(graph, NodeLabel.SERVICE, name, owner=f"team-{name}")
        for name in ("web", "orders", "payments", "ledger", "tax", "settings")
    )
    depend(graph, web, orders, "http")
    add_edge(graph, web, EdgeType.DEPENDS_ON, orders, 0.9, Layer.OBSERVED, kinds=("http",))
    depend(graph, orders, payments, "http")
    depend(graph, payments, ledger, "http")
    depend(graph, orders, tax, "http", confidence=0.4)
    depend(graph, orders, settings, "config")
    depend(graph, orders, add_node(graph, NodeLabel.DATABASE, "orders-db"), "database")
    adr = _records(graph)
    for service, number, confidence in ((web, 1, 1), (orders, 4, 1), (ledger, 5, 1), (tax, 6, 1), (settings, 7, 1), (web, 8, 0.3), (web, 12, 1), (web, 13, 1)):  # fmt: skip
        add_edge(graph, service, EdgeType.GOVERNED_BY, adr[number], confidence, Layer.DECLARED)
    for number, service, impact in (
        (2, web, "direct"),
        (3, web, "indirect"),
        (4, payments, "direct"),
        (9, web, "direct"),
    ):
        add_edge(graph, adr[number], EdgeType.RELATES_TO, service, 0.8, Layer.EXTRACTED, impact=impact)
    add_edge(graph, adr[10], EdgeType.SUPERSEDES, adr[9])
    add_edge(graph, adr[11], EdgeType.SUPERSEDES, adr[10])
    add_edge(graph, adr[12], EdgeType.AMENDS, adr[1])
    incident = add_node(graph, NodeLabel.INCIDENT, "INC-1", severity="SEV1")
    add_edge(graph, incident, EdgeType.RELATES_TO, payments, 0.8, Layer.EXTRACTED, impact="direct")
    add_edge(graph, incident, EdgeType.REFERENCES, adr[1], relation="references")
    return graph


def _records(graph: PropertyGraph) -> dict[int, str]:
    statuses = {9: "superseded", 10: "superseded", 12: "proposed", 13: "rejected"}
    return {
        number: add_node(graph, NodeLabel.ADR, f"ADR-{number}", number=str(number), status=statuses.get(number, "accepted"))
        for number in range(1, 14)
    }  # fmt: skip
