"""Deployment units: what compose, Kubernetes and their like run, merged over files that describe the same unit."""

import re
from dataclasses import dataclass, field

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import ServiceAlias, ServiceDecl
from parsed_graph.identity import name_key
from parsed_graph.model import Evidence
from parsed_graph.resolve.chapters import Chapters
from parsed_graph.resolve.images import Product, image_base, image_product, is_tool_image
from parsed_graph.resolve.programs import Place, Program, deepest

_ORIGIN_RANK = {"kubernetes": 0, "aspire": 1, "compose": 2, "helm": 3}
NOT_RUNNING = frozenset({"backstage", "services.yaml", "settings"})
"""Origins that name things without running them."""


@dataclass(slots=True)
class Unit:
    """A running unit under one name. `scope` keeps apart the `db` of one compose project from that of another, `chapter` one copy of a system."""

    name: str
    repo: str
    scope: str
    chapter: str = ""
    origins: set[str] = field(default_factory=set)
    images: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    """What Kubernetes runs it as: Deployment, DaemonSet, Job, ..."""
    places: set[Place] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)
    ports: set[int] = field(default_factory=set)
    properties: dict[str, str] = field(default_factory=dict)
    config_maps: set[str] = field(default_factory=set)
    """The ConfigMaps whose entries are its environment."""
    role: str = ""
    is_optional: bool = True
    """Whether every file that declares it is one that a deployment may leave out."""
    evidence: set[Evidence] = field(default_factory=set)

    @property
    def product(self) -> Product | None:
        """The third-party product that its image is, if it is built from no folder of the estate."""
        if self.places:
            return None
        return next((product for image in sorted(self.images) if (product := image_product(image))), None)

    @property
    def is_own(self) -> bool:
        """Whether it runs neither a known product nor an official image, but something built for the estate."""
        return self.product is None and any("/" in image_base(image) for image in self.images)

    @property
    def rank(self) -> tuple[int, str]:
        """Which of several units names a service: the closest to production first."""
        return min((_ORIGIN_RANK.get(origin, 9) for origin in self.origins), default=9), self.name


def find_units(
    facts: EstateFacts,
    programs: dict[Place, Program],
    built: dict[Place, list[Located[ServiceDecl]]],
    chapters: Chapters,
) -> list[Unit]:
    """Every unit, sorted by repository, scope and name; consoles and helpers (adminer, kafka-ui) are left out."""
    places = {id(located.fact): place for place, declared in built.items() for located in declared}
    units: dict[tuple[str, str, str], Unit] = {}
    for located in facts.of(ServiceDecl):
        declared = located.fact
        if declared.origin in NOT_RUNNING or _is_helper(declared):
            continue
        name, chapter = _unit_name(located, programs), chapters.of(located.repo, located.path)
        scope = _scope(located, programs) or chapter
        unit = units.setdefault((located.repo, scope, name_key(name)), Unit(name, located.repo, scope, chapter))
        unit.origins.add(declared.origin)
        unit.kinds.add(declared.properties.get("kind", ""))
        unit.aliases |= {
            alias
            for alias in (declared.name, *declared.aliases)
            if alias != name and not _CHART_FOLDER.fullmatch(alias)
        }
        unit.ports |= set(declared.ports)
        unit.properties = {**declared.properties, **unit.properties}
        unit.config_maps |= set(declared.properties.get("env_from", "").split(",")) - {""}
        unit.role = unit.role or declared.role or ""
        unit.is_optional &= "optional" in declared.properties
        unit.evidence.add(located.evidence(declared.origin))
        if declared.image:
            unit.images.add(declared.image)
        if id(declared) in places:
            unit.places.add(places[id(declared)])
    _join_scopes(units)
    _join_variants(units)
    addressed = {(alias.repo, name_key(name)) for alias in facts.of(ServiceAlias) for name in _alias_names(alias)}
    found = [units[key] for key in sorted(units) if _runs(units[key]) and not _is_agent(units[key], addressed)]
    return [unit for unit in found if not any(_sets_up(unit, other) for other in found)]


def _alias_names(located: Located[ServiceAlias]) -> tuple[str, ...]:
    return located.fact.target, located.fact.alias


def _is_helper(declared: ServiceDecl) -> bool:
    """Consoles, and what runs a product's image for its client alone: it fills a database and ends."""
    image = declared.image or ""
    is_job = declared.properties.get("kind") in ("Job", "CronJob") or _runs_client(declared)
    return bool(image) and (is_tool_image(image) or (is_job and image_product(image) is not None))


def _runs_client(declared: ServiceDecl) -> bool:
    command = f"{declared.properties.get('entrypoint', '')} {declared.properties.get('command', '')}"
    return bool(_CLIENTS.search(command)) and not _SERVERS.search(command)


def _sets_up(unit: Unit, server: Unit) -> bool:
    """Whether a unit runs a script with the image of a server that the same file starts: it sets that one up, and ends."""
    is_script = _SHELL.match(unit.properties.get("entrypoint", "")) and not _SHELL.match(
        server.properties.get("entrypoint", "")
    )
    return (
        bool(is_script)
        and unit.product is not None
        and unit.images == server.images
        and not {e.path for e in unit.evidence}.isdisjoint(e.path for e in server.evidence)
    )


def _is_agent(unit: Unit, addressed: set[tuple[str, str]]) -> bool:
    """A DaemonSet of a third party that nobody addresses, and what runs in Kubernetes' own namespace, belong to the nodes."""
    if unit.places:
        return False
    if unit.properties.get("namespace") == "kube-system" and unit.origins == {"kubernetes"}:
        return True
    names = {(unit.repo, name_key(name)) for name in (unit.name, *unit.aliases)}
    return unit.kinds == {"DaemonSet"} and names.isdisjoint(addressed)


_CLIENTS = re.compile(
    r"(?<![\w.-])(psql|pg_dump|pg_restore|createdb|mysql|mysqldump|mysqladmin|mongosh|mongoimport|mongorestore|mongodump"
    r"|redis-cli|cqlsh)(?![\w./:-])"
)
_SERVERS = re.compile(
    r"(?<![\w.-])(mysqld\w*|mongod|mongos|redis-server|docker-entrypoint\.sh)(?![\w.:-])"
    r"|(?:^|&&|;|\bexec\b|-c)\s*[\"']?(postgres|cassandra)(?![\w./:-])"  # Elsewhere they are hosts and users.
)
_SHELL = re.compile(r"(\S*/)?(ba|da|a)?sh(\s|$)")
_WORKLOAD_WORD = re.compile(r"[-_](depl|deployment|deploy|dep|statefulset|sts|daemonset|pod)$")
_CHART_FOLDER = re.compile(r"^(?:helm|helm-chart|charts?|deploy)(?=$|[-_])")


def _unit_name(located: Located[ServiceDecl], programs: dict[Place, Program]) -> str:
    """The unit's name without the word for what it is (`orders-deployment`); of a chart called `chart`, the program's around it."""
    name = located.fact.name
    if located.fact.origin not in ("helm", "kubernetes"):
        return name
    name = _WORKLOAD_WORD.sub("", name)
    if located.fact.origin != "helm":
        return name
    name = re.sub(r"^\$\{[^:}]*:([^}]*)\}", r"\1", name)
    place = deepest(located.repo, located.path, programs)
    return _CHART_FOLDER.sub(programs[place].folder, name) if place else name


def _join_scopes(units: dict[tuple[str, str, str], Unit]) -> None:
    """A service's own compose file that starts the `rabbitmq` of the whole system speaks of that one."""
    for repo, scope, name in [key for key in units if key[1] and key[1] != units[key].chapter]:
        whole = units.get((repo, units[repo, scope, name].chapter, name))
        if whole:
            own = units.pop((repo, scope, name))
            whole.aliases |= own.aliases
            whole.ports |= own.ports
            whole.evidence |= own.evidence
            if not whole.images | whole.places:  # An override of it: what runs stands here.
                whole.images, whole.is_optional = set(own.images), own.is_optional


_SELECTED_BY = ("app", "service", "app.kubernetes.io/name", "name", "k8s-app")


def _join_variants(units: dict[tuple[str, str, str], Unit]) -> None:
    """A second workload whose pods carry the name of another (a canary, a fixed version) is a variant of it."""
    for key in [key for key, unit in units.items() if unit.properties.get("labels")]:
        labels = dict(pair.split("=", 1) for pair in units[key].properties["labels"].split(",") if "=" in pair)
        named = {name_key(labels[label]) for label in _SELECTED_BY if label in labels}
        main = next((units[key[0], key[1], name] for name in sorted(named) if (key[0], key[1], name) in units), None)
        if main and main is not units[key] and key[2] not in named and main.product == units[key].product:
            variant = units.pop(key)
            main.aliases |= {variant.name, *variant.aliases}
            main.images |= variant.images
            main.evidence |= variant.evidence


def _runs(unit: Unit) -> bool:
    """Whether a deployment has the unit, and anything says what it runs.

    A compose entry without image and build is an override of nothing, or a misplaced key.
    """
    return not unit.is_optional and (bool(unit.images or unit.places) or unit.origins != {"compose"})


def _scope(located: Located[ServiceDecl], programs: dict[Place, Program]) -> str:
    """The program that the deployment file lies in; one at the root, or beside the programs, speaks for all."""
    place = deepest(located.repo, located.path, programs)
    own = place[1] if place else ""
    declares_itself = place is not None and located.fact.directory == own
    return "" if declares_itself or not _is_infrastructure(located.fact) else own


def _is_infrastructure(declared: ServiceDecl) -> bool:
    return declared.directory is None and bool(declared.image) and image_product(declared.image or "") is not None
