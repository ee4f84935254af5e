"""A Service or Database of the estate: its program, its deployment units, and every name that it goes by."""

from dataclasses import dataclass, field

from parsed_graph.identity import node_id
from parsed_graph.model import Evidence
from parsed_graph.resolve.programs import Place, Program
from parsed_graph.resolve.units import Unit
from parsed_graph.schema import NodeLabel, Role


@dataclass(slots=True)
class Component:
    """A Service or Database of the estate, before it becomes a node."""

    name: str
    label: NodeLabel = NodeLabel.SERVICE
    role: Role = Role.APPLICATION
    product: str = ""
    program: Program | None = None
    units: list[Unit] = field(default_factory=list)
    aliases: set[str] = field(default_factory=set)
    evidence: set[Evidence] = field(default_factory=set)
    properties: dict[str, str] = field(default_factory=dict)
    further_places: tuple[Place, ...] = ()
    """Source folders beside the program's, where `services.yaml` makes one of several services."""
    qualifier: str = ""
    """Tells apart two components of one name: the repository or folder."""

    @property
    def id(self) -> str:
        """The node id."""
        return node_id(self.label, self.qualifier, self.name.lower())

    @property
    def places(self) -> tuple[Place, ...]:
        """The folders that its source lies in."""
        own = ((self.program.repo, self.program.directory),) if self.program else ()
        return own + self.further_places

    @property
    def repo(self) -> str:
        """The repository of its source, else of its deployment file, "" for an external one."""
        if self.program:
            return self.program.repo
        return self.units[0].repo if self.units else ""

    @property
    def names(self) -> set[str]:
        """Every name that it goes by."""
        found = {self.name, *self.aliases}
        for unit in self.units:
            found |= {unit.name, *unit.aliases}
        if self.program:
            found |= self.program.names | ({self.program.app_name} - {""})
        return found
