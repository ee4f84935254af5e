"""What can go wrong in a way that the user can act on."""


class EstateError(Exception):
    """Base class: the command line prints the message and exits 3; the HTTP API returns it. `kind` is for machines."""

    kind = "failed"


class ArtefactError(EstateError):
    """One artefact could not be parsed; the rest of the repository still can."""

    def __init__(self, path: str, line: int, problem: str, *, reason: str = "unparseable") -> None:
        super().__init__(f"{path}:{line}: {problem}")
        self.path, self.line, self.problem, self.reason = path, line, problem, reason


class SettingsError(EstateError):
    """A setting or a command-line value cannot be used."""

    kind = "settings"


class SnapshotError(EstateError):
    """There is no snapshot, it has another schema version, or a second run holds the lock."""

    kind = "no-snapshot"


class QueryError(EstateError):
    """A question names something the graph does not hold, or holds more than once."""

    kind = "not-found"


class CypherError(QueryError):
    """A Cypher query is wrong, does more than read, or takes too long."""

    kind = "cypher"


class AccessError(EstateError):
    """The caller is unknown to the policy, or may not do this."""

    kind = "forbidden"
