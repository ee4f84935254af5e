"""The vocabulary of the graph: labels, edge types, which edge may join which labels, and its version.

A change here is a change of the product's vocabulary: raise SCHEMA_VERSION, and say so in CHANGELOG.md.
"""

from enum import StrEnum

SCHEMA_VERSION = 2


class NodeLabel(StrEnum):
    """What a node stands for. Values are the labels of the Cypher projection and of `nodes.parquet`."""

    SERVICE = "Service"
    PACKAGE = "Package"
    FILE = "File"
    FUNCTION = "Function"
    ENDPOINT = "Endpoint"
    EVENT = "Event"
    TOPIC = "Topic"
    SUBSCRIPTION = "Subscription"
    ENTITY = "Entity"
    REPOSITORY = "Repository"
    DATABASE = "Database"
    LIBRARY = "Library"
    DOC = "Doc"
    ADR = "ADR"
    INCIDENT = "Incident"
    DECISION = "Decision"
    TEAM = "Team"


class EdgeType(StrEnum):
    """How two nodes are joined; every type has one direction and is never stored in reverse too."""

    EXPOSES = "EXPOSES"
    HANDLED_BY = "HANDLED_BY"
    CALLS = "CALLS"
    PUBLISHES = "PUBLISHES"
    ON = "ON"
    OWNS = "OWNS"
    CONSUMES = "CONSUMES"
    DEFINES = "DEFINES"
    PERSISTED_BY = "PERSISTED_BY"
    IN = "IN"
    DEPENDS_ON = "DEPENDS_ON"
    CONTAINS = "CONTAINS"
    OWNED_BY = "OWNED_BY"
    DOCUMENTED_BY = "DOCUMENTED_BY"
    GOVERNED_BY = "GOVERNED_BY"
    SUPERSEDES = "SUPERSEDES"
    AMENDS = "AMENDS"
    RELATES_TO = "RELATES_TO"
    REFERENCES = "REFERENCES"
    DECIDES = "DECIDES"
    MENTIONS = "MENTIONS"
    ASSOCIATED_WITH = "ASSOCIATED_WITH"


class Layer(StrEnum):
    """Where an edge comes from; layers never mix, and prose only ever makes `extracted` ones."""

    DECLARED = "declared"
    PARSED = "parsed"
    OBSERVED = "observed"
    EXTRACTED = "extracted"


class Kind(StrEnum):
    """How one service depends on another: the values of DEPENDS_ON's property `kinds`."""

    HTTP = "http"
    GRPC = "grpc"
    MESSAGING = "messaging"
    EVENT = "event"
    DATABASE = "database"
    CACHE = "cache"
    IMPORT = "import"
    CONFIG = "config"
    DISCOVERY = "discovery"
    AUTH = "auth"
    MONITORING = "monitoring"
    OTHER = "other"


RUNTIME_KINDS = frozenset({Kind.HTTP, Kind.GRPC, Kind.MESSAGING, Kind.EVENT, Kind.DATABASE, Kind.CACHE, Kind.IMPORT})
"""Kinds along which a failure or a change travels: `blast`, `impact` and community weights follow these."""


class Role(StrEnum):
    """What a Service is there for; the first is the default."""

    APPLICATION = "application"
    GATEWAY = "gateway"
    CONFIG = "config"
    DISCOVERY = "discovery"
    AUTH = "auth"
    MONITORING = "monitoring"
    BROKER = "broker"
    PROXY = "proxy"
    LOAD_GENERATOR = "load-generator"
    EXTERNAL = "external"


CONTRACT = 1.0
"""Confidence of a literal or a contract."""
CONFIGURED = 0.8
"""Confidence of a link through configuration of which every hop is known."""
PATTERN = 0.6
"""Confidence of a link by a usual pattern."""
GUESS = 0.3
"""Confidence of a guess, and the least that any query accepts."""
START_ORDER = 0.4
"""Confidence of compose `depends_on` alone."""
ANSWER_CONFIDENCE = 0.5
"""What answers use by default."""

_L, _T = NodeLabel, EdgeType

ALLOWED: dict[EdgeType, frozenset[tuple[NodeLabel, NodeLabel]]] = {
    _T.EXPOSES: frozenset({(_L.SERVICE, _L.ENDPOINT)}),
    _T.HANDLED_BY: frozenset({(_L.ENDPOINT, _L.FUNCTION)}),
    _T.CALLS: frozenset({(_L.SERVICE, _L.ENDPOINT), (_L.FUNCTION, _L.ENDPOINT), (_L.FUNCTION, _L.FUNCTION)}),
    _T.PUBLISHES: frozenset({(_L.SERVICE, _L.EVENT), (_L.SERVICE, _L.TOPIC)}),
    _T.ON: frozenset({(_L.EVENT, _L.TOPIC)}),
    _T.OWNS: frozenset({(_L.SERVICE, _L.SUBSCRIPTION)}),
    _T.CONSUMES: frozenset({(_L.SUBSCRIPTION, _L.TOPIC)}),
    _T.DEFINES: frozenset({(_L.SERVICE, _L.ENTITY)}),
    _T.PERSISTED_BY: frozenset({(_L.ENTITY, _L.REPOSITORY)}),
    _T.IN: frozenset({(_L.REPOSITORY, _L.DATABASE)}),
    _T.DEPENDS_ON: frozenset({(_L.SERVICE, _L.SERVICE), (_L.SERVICE, _L.DATABASE), (_L.SERVICE, _L.LIBRARY)}),
    _T.CONTAINS: frozenset(
        {
            (_L.SERVICE, _L.PACKAGE),
            (_L.SERVICE, _L.FILE),
            (_L.PACKAGE, _L.PACKAGE),
            (_L.PACKAGE, _L.FILE),
            (_L.FILE, _L.FUNCTION),
        }
    ),
    _T.OWNED_BY: frozenset({(_L.SERVICE, _L.TEAM), (_L.FILE, _L.TEAM)}),
    _T.DOCUMENTED_BY: frozenset({(_L.SERVICE, _L.DOC)}),
    _T.GOVERNED_BY: frozenset({(_L.SERVICE, _L.ADR)}),
    _T.SUPERSEDES: frozenset({(_L.ADR, _L.ADR)}),
    _T.AMENDS: frozenset({(_L.ADR, _L.ADR)}),
    _T.RELATES_TO: frozenset({(_L.ADR, _L.SERVICE), (_L.INCIDENT, _L.SERVICE)}),
    _T.REFERENCES: frozenset({(_L.ADR, _L.ADR), (_L.ADR, _L.INCIDENT), (_L.INCIDENT, _L.ADR)}),
    _T.DECIDES: frozenset({(_L.ADR, _L.DECISION), (_L.INCIDENT, _L.DECISION)}),
    _T.MENTIONS: frozenset(
        (document, thing) for document in (_L.DOC, _L.ADR, _L.INCIDENT) for thing in (_L.SERVICE, _L.ENTITY)
    ),
    _T.ASSOCIATED_WITH: frozenset((one, other) for one in (_L.SERVICE, _L.ENTITY) for other in (_L.SERVICE, _L.ENTITY)),
}
"""Which labels each edge type may join, source first."""
