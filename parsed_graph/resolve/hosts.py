"""From an address to the component behind it: container and Kubernetes names, application names, `lb://`, ports on localhost."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ServiceAlias
from parsed_graph.identity import name_key, name_stem
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.configuration import Configuration
from parsed_graph.resolve.values import HOLE
from parsed_graph.schema import CONFIGURED, CONTRACT, PATTERN, NodeLabel, Role

_ADDRESS = re.compile(
    r"^\s*(?:(?:(?P<scheme>[a-zA-Z][\w.+-]*(?::[a-z0-9]+)*):)?//)?(?:[^/@\s]*@)?(?P<host>\[[0-9a-fA-F:]+\]|[^/:?#\s;,()]*)"
    r"(?::(?P<port>\d+|\{\}))?(?P<path>(?:[/?#;]|(?<=\d)\{\})[^\s]*)?\s*$"
)
_LOCAL = re.compile(r"^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal)$", re.I)
_PRIVATE = re.compile(r"^(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$")
_IP = re.compile(r"^\d+(\.\d+){3}$|^\[")
_INTERNAL_SUFFIX = re.compile(
    r"\.(svc|svc\.cluster\.local|cluster\.local|local|internal|consul|mesh|lan|intra|docker|service\.consul)$"
)
_EXAMPLE = re.compile(
    r"(^|\.)(w3\.org|schemas\.[\w.]+|example\.(com|org|net)|xmlsoap\.org|json-schema\.org|googleapis\.com/auth)$"
)
# https://www.php.net/manual/en/ref.pdo-mysql.connection.php
_PDO = re.compile(r"^(mysql|pgsql|sqlsrv|dblib|oci|firebird|cubrid|informix|ibm):(?=\s*\w+\s*=)", re.I)
_PAIR = re.compile(r"(\w+)\s*=\s*([^;\s]*)")
_TOP_LEVEL = frozenset("com org net io dev app ai co edu gov cloud info biz de uk eu us me tv xyz".split())
_PORT_KEYS = (
    "server.port", "quarkus.http.port", "micronaut.server.port", "http.port", "play.server.http.port", "PORT",
)  # fmt: skip
_NAME = re.compile(r"^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$")


class Address(NamedTuple):
    """The parts of a URL or host:port; `path` starts with `/` or is empty."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_local(self) -> bool:
        """Whether it names the machine itself."""
        return bool(_LOCAL.match(self.host))

    @property
    def is_ip(self) -> bool:
        """Whether it is a bare IP address, which says nothing of who is behind it."""
        return bool(_IP.match(self.host)) and not self.is_local

    @property
    def is_external(self) -> bool:
        """Whether the host is a full domain name outside the estate's own networks."""
        labels = self.host.split(".")
        return (
            len(labels) > 1 and labels[-1].isalpha() and len(labels[-1]) > 1 and not _INTERNAL_SUFFIX.search(self.host)
        )


class Match(NamedTuple):
    """A component found behind an address, and how sure that is."""

    component: Component
    confidence: float
    hop: str


def parse_address(text: str) -> Address | None:
    """The address in a URL, JDBC or Mongo string or plain `host:port`; None where there is no host."""
    cleaned = _pdo_url(re.sub(r"^jdbc:(tc:)?|^r2dbc:(pool:)?", "", text.strip()))
    match = _ADDRESS.match(cleaned)
    if not match:
        return None
    host = match["host"].strip().rstrip(".")
    if host and HOLE in host:
        host = "" if host == HOLE else host
    if not host or (not _NAME.match(host) and not host.startswith("[")):
        return None
    port = match["port"]
    path = match["path"] or ""
    return Address(
        (match["scheme"] or "").lower(), host, int(port) if port and port.isdigit() and len(port) < 6 else 0, path
    )


def _pdo_url(text: str) -> str:
    """`mysql:host=db;port=3306;dbname=orders` as a URL; anything else as it is."""
    driver = _PDO.match(text)
    if driver is None:
        return text
    pairs = {key.lower(): value for key, value in _PAIR.findall(text[driver.end() :])}
    host = pairs.get("host") or pairs.get("server", "").replace(",", ":")
    port = f":{pairs['port']}" if pairs.get("port") else ""
    return f"{driver.group(1).lower()}://{host}{port}/{pairs.get('dbname') or pairs.get('database', '')}"


class Hosts:
    """The names under which components are reached. A name that two components share finds neither, unless one is in the caller's repository."""

    def __init__(self, facts: EstateFacts, inventory: Inventory, configuration: Configuration) -> None:
        self._inventory = inventory
        self._exact: defaultdict[str, list[Component]] = defaultdict(list)
        self._loose: defaultdict[str, list[Component]] = defaultdict(list)
        self._ports: defaultdict[int, list[Component]] = defaultdict(list)
        for component in inventory.components:
            self._index(component)
            for port in _ports(component, configuration):
                self._ports[port].append(component)
        self._index_aliases(facts)

    def find(self, address: Address, caller: Component | None) -> Match | None:
        """The component that an address leads to from a caller's point of view."""
        if address.is_local or _PRIVATE.match(address.host):
            return self._by_port(address, caller)
        if address.is_ip:
            return None
        host = address.host.lower()
        if address.is_external:
            return self._declared_external(host) or self._in_namespace(host, caller)
        found = self._named(host, caller)
        if found is None and "." in host:
            found = self._named(host.split(".", 1)[0], caller)
        return found

    def named(self, name: str, caller: Component | None) -> Match | None:
        """The component of a logical name: Feign's, `lb://`'s, Aspire's. Looser than a host: `order-service` finds `orders` if that is the only one."""
        found = self._named(name.lower(), caller)
        if found:
            return found
        stem = name_stem(name)
        same = self._of_one_system(self._loose.get(stem, ()), caller)
        if len(same) == 1:
            return Match(next(iter(same.values())), PATTERN, f"{name} by its stem")
        return None

    def _named(self, host: str, caller: Component | None) -> Match | None:
        candidates = self._exact.get(host) or self._exact.get(name_key(host), [])
        unique = self._of_one_system(candidates, caller)
        if len(unique) > 1 and caller:
            near = {i: c for i, c in unique.items() if c.repo == caller.repo}
            own = {
                i: c
                for i, c in near.items()
                if c.qualifier and caller.program and c.qualifier == caller.program.directory
            }
            primary = {i: c for i, c in near.items() if c.name.lower() == host}
            unique = own or (primary if len(primary) == 1 else near) or unique
        if len(unique) != 1:
            return None
        return Match(next(iter(unique.values())), CONTRACT, "")

    def _of_one_system(self, candidates: Iterable[Component], caller: Component | None) -> dict[str, Component]:
        """By id; where a repository holds several copies of a system, those of the caller's copy, else what belongs to none."""
        unique = {component.id: component for component in candidates}
        chapter = self._inventory.chapter(caller) if caller is not None and unique else ""
        if not chapter:
            return unique
        own = {i: c for i, c in unique.items() if self._inventory.chapter(c) == chapter}
        return own or {i: c for i, c in unique.items() if not self._inventory.chapter(c)}

    def _declared_external(self, host: str) -> Match | None:
        candidates = {c.id: c for c in self._exact.get(host, ()) if host in {n.lower() for n in c.names}}
        return Match(next(iter(candidates.values())), CONTRACT, "") if len(candidates) == 1 else None

    def _in_namespace(self, host: str, caller: Component | None) -> Match | None:
        """`orders.default`: a Kubernetes Service and its namespace."""
        name, _, namespace = host.partition(".")
        if "." in namespace or namespace in _TOP_LEVEL:
            return None
        found = self._named(name, caller)
        return found if found and any("kubernetes" in unit.origins for unit in found.component.units) else None

    def _by_port(self, address: Address, caller: Component | None) -> Match | None:
        listening = [
            c
            for c in self._ports.get(address.port, ())
            if caller is None or (c.repo == caller.repo and not _is_deployed_elsewhere(c, caller))
        ]
        candidates = self._of_one_system(listening, caller)
        if address.port and len(candidates) == 1:
            hop = f"{address.host}:{address.port} by the only one that listens there"
            return Match(next(iter(candidates.values())), PATTERN, hop)
        return None

    def _index(self, component: Component) -> None:
        for name in component.names:
            for key in {name.lower(), name_key(name)}:
                self._exact[key].append(component)
            if component.label is NodeLabel.SERVICE and component.role is not Role.EXTERNAL:
                self._loose[name_stem(name)].append(component)

    def _index_aliases(self, facts: EstateFacts) -> None:
        for located in facts.of(ServiceAlias):
            fact = located.fact
            if fact.origin in ("maven", "gradle", "skaffold", "image"):
                continue
            target = self._inventory.selected(located.repo, fact.selector) or self._inventory.unit_owner(
                located.repo, fact.target, located.path
            )
            if target:
                target.aliases |= {fact.alias} - {target.name}
                for key in {fact.alias.lower(), name_key(fact.alias)}:
                    if target not in self._exact[key]:
                        self._exact[key].append(target)


def _ports(component: Component, configuration: Configuration) -> set[int]:
    ports = {port for unit in component.units for port in unit.ports}
    for key in _PORT_KEYS:
        ports |= {int(hit.value) for hit in configuration.values(component, key) if hit.value.isdigit()}
    for key in ("PORT", "HTTP_PORT", "SERVER_PORT"):
        hit = configuration.env(component, key)
        ports |= {int(hit.value)} if hit and hit.value.isdigit() else set()
    return ports - {0}


def _is_deployed_elsewhere(component: Component, caller: Component) -> bool:
    """Whether all files that deploy a component lie with it in a part of the repository that the caller is no part of."""
    if component.program is None or caller.program is None:
        return False
    folders = {evidence.path.rpartition("/")[0] for unit in component.units for evidence in unit.evidence}
    return bool(folders) and all(
        folder
        and component.program.directory.startswith(folder + "/")
        and not f"{caller.program.directory}/".startswith(folder + "/")
        for folder in folders
    )


def is_example(host: str) -> bool:
    """Whether a host is only a namespace or a documentation example."""
    return bool(_EXAMPLE.search(host))


def configured(confidence: float, *others: float) -> float:
    """The confidence of a chain: its weakest link, and no contract once configuration had a part in it."""
    return min(confidence, CONFIGURED if others and min(others) < CONTRACT else confidence, *others)
