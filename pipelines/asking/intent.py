"""What can be asked: intents, how they are looked for, and the operations over the graph that answer them."""

from enum import StrEnum


class Intent(StrEnum):
    """What kind of question it is."""

    RELATIONSHIP = "relationship"
    TRACE = "trace"
    BLAST = "blast"
    IMPACT = "impact"
    SUBSYSTEM = "subsystem"
    LOOKUP = "lookup"
    AGGREGATE = "aggregate"
    YESNO = "yesno"


class Strategy(StrEnum):
    """Where an answer is looked for: everywhere, around what is named, or by a filter that misses nothing."""

    OPEN = "open"
    SCOPED = "scoped"
    AGGREGATE = "aggregate"


class Operation(StrEnum):
    """What is worked out; each takes the nodes named in the comment."""

    CONSUMERS = "consumers"  # of a topic or event
    CONSUMED = "consumed"  # topics and events that a service reads
    PUBLISHERS = "publishers"  # of a topic or event
    PUBLISHED = "published"  # topics and events that a service sends
    TOPICS = "topics"  # both of a service
    USERS = "users"  # publishers and consumers of a topic or event
    CALLERS = "callers"  # of an endpoint or a service
    CALLEES = "callees"  # services that a service calls
    CALLED_ENDPOINTS = "called-endpoints"  # endpoints that a service calls
    DEPENDENTS = "dependents"  # of a service, database or library
    DEPENDENCIES = "dependencies"  # of a service
    DATABASES = "databases"  # of a service
    LIBRARIES = "libraries"  # of a service
    ENTITIES = "entities"  # of a service
    ENDPOINTS = "endpoints"  # of a service
    PROVIDER = "provider"  # of an endpoint or an entity
    OWNER = "owner"  # of anything
    OWNED = "owned"  # services of a team
    PATH = "path"  # from one node to another
    BLAST = "blast"  # radius of a node
    DECISIONS = "decisions"  # over a service
    GOVERNED = "governed"  # services under a record
    REPLACED_BY = "replaced-by"  # what supersedes a record
    REPLACES = "replaces"  # what a record supersedes
    INCIDENTS = "incidents"  # of a service
    INCIDENT_SERVICES = "incident-services"
    STATUS = "status"  # of a record
    SUBSYSTEM = "subsystem"  # a community
    ESTATE = "estate"
    DEFINE = "define"  # a node
    LIST = "list"  # by kind and filters
    RANK = "rank"  # a kind by how many of something each has
    LOOKUP = "lookup"  # in texts and code
