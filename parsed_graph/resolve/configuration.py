"""What a configuration key or environment variable of a component is: every possible value, with the files it came through.

Order of precedence, as the frameworks have it: the deployment's environment, an external configuration
repository (`<application>[-profile].yml`, then `application.yml`), the module's own files. The environment hides
what stands below it; among files, values of different profiles are alternatives, since the estate may run in any.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from parsed_graph.artefacts.repository_path import join_path, shared_folders
from parsed_graph.estate_facts import EstateFacts, Located, place
from parsed_graph.facts import ConfigValue, EnvValue, FileRead
from parsed_graph.identity import name_key
from parsed_graph.model import Evidence
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.components.inventory import Inventory
from parsed_graph.resolve.linked_code import LinkedCode
from parsed_graph.resolve.programs import Place

_SHARED = ("application", "bootstrap")
_OWN_STEMS = (
    "application",
    "bootstrap",
    "appsettings",
    "microprofile-config",
    "config",
    "default",
    "settings",
    "values",
)
_DEFAULT_PROFILE = "default"
"""Spring's name for what is active where no profile is chosen."""
_MAX_DEPTH = 6
_EXTERNAL_LEVEL, _SHARED_LEVEL, _OWN_LEVEL, _BOOTSTRAP_LEVEL = 1, 2, 3, 4
_MAX_VALUES = 8


@dataclass(frozen=True, slots=True)
class ConfigHit:
    """One possible value of a key; `hops` are the places it was read from, outermost first. `profile` "" means always active."""

    value: str
    hops: tuple[str, ...]
    profile: str = ""
    complete: bool = True
    """Whether every placeholder in it was known."""
    shared: bool = False
    """Whether it stands in a file that all clients of a configuration server get: it says nothing of who uses it."""

    def evidence(self, rule: str, *hops: str) -> Evidence:
        """The place that it was read from first, with those that led on from there, and further ones."""
        repo, _, rest = (self.hops[0] if self.hops else "").partition(":")
        path, _, line = rest.rpartition(":")
        return Evidence(repo, path, int(line) if line.isdigit() else 0, rule, "", (*self.hops[1:], *hops))


@dataclass(frozen=True, slots=True)
class _Entry:
    key: str
    value: str
    hop: str
    profile: str
    level: int
    origin: Place = ("", "")
    """The repository and file that it stands in, where that tells which of several ConfigMaps is meant."""


class Configuration:
    """Looks keys up for a component. Keys are compared by letters and digits only: Spring's relaxed binding and environment names alike."""

    def __init__(self, facts: EstateFacts, inventory: Inventory, linked: LinkedCode) -> None:
        self._files: defaultdict[str, defaultdict[str, list[_Entry]]] = defaultdict(lambda: defaultdict(list))
        self._env: defaultdict[str, dict[str, _Entry]] = defaultdict(dict)
        self._shared_env: dict[str, _Entry] = {}
        self._maps: defaultdict[str, list[_Entry]] = defaultdict(list)
        self._read_environment(facts, inventory)
        self._read_files(facts, inventory, linked)
        self._read_config_maps(inventory)

    def values(self, component: Component, key: str) -> tuple[ConfigHit, ...]:
        """Every value of a configuration key, placeholders expanded; the always active ones first."""
        for spelling in _spellings(key):
            hits = self._values(component.id, spelling, _MAX_DEPTH)
            if hits:
                return hits
        return ()

    def env(self, component: Component, key: str) -> ConfigHit | None:
        """The value that the deployment gives to an environment variable of a component."""
        entry = self._env[component.id].get(name_key(key))
        return next(self._expand(component.id, entry, _MAX_DEPTH), None) if entry else None

    def environment(self, component: Component) -> list[tuple[str, ConfigHit]]:
        """All environment variables that the deployment gives to a component, by name."""
        entries = sorted(self._env[component.id].values(), key=lambda entry: entry.key)
        return [(entry.key, hit) for entry in entries for hit in self._expand(component.id, entry, _MAX_DEPTH)]

    def below(self, component: Component, prefix: str) -> list[tuple[str, ConfigHit]]:
        """All keys of a component that start with a dotted prefix, as written, with their values."""
        start = name_key(prefix)
        found = []
        for squashed, entries in self._files[component.id].items():
            if squashed.startswith(start):
                found += [(e.key, hit) for e in entries for hit in self._expand(component.id, e, _MAX_DEPTH)]
        return sorted(found, key=lambda pair: (pair[1].hops, pair[0]))

    def expand(self, component: Component, text: str, hop: str) -> tuple[ConfigHit, ...]:
        """A text with its `${…}` placeholders replaced."""
        return tuple(self._expand(component.id, _Entry("", text, hop, "", 0), _MAX_DEPTH))

    def _values(self, component_id: str, key: str, depth: int) -> tuple[ConfigHit, ...]:
        squashed = name_key(key)
        env = self._env[component_id].get(squashed)
        if env:
            return tuple(self._expand(component_id, env, depth))
        hits: dict[tuple[str, str], ConfigHit] = {}
        seen_levels: dict[str, int] = {}
        entries = sorted(self._files[component_id].get(squashed, ()), key=lambda e: (e.profile != "", e.level))
        for entry in entries:
            if seen_levels.setdefault(entry.profile, entry.level) != entry.level:
                continue  # A file of higher precedence gives the key under the same profile.
            for hit in self._expand(component_id, entry, depth):
                hits.setdefault((hit.value, ""), hit)
        return tuple(hits.values())[:_MAX_VALUES]

    def _expand(self, component_id: str, entry: _Entry, depth: int) -> Iterator[ConfigHit]:
        value, hop = entry.value, entry.hop
        if value.startswith("configmap:") and value in self._maps:
            found_in = _nearest(self._maps[value], [entry.origin])
            hop, value = f"{hop}, {found_in.hop}", found_in.value
        found = [ConfigHit("", (hop,), entry.profile, shared=entry.level == _SHARED_LEVEL)]
        for literal, name, default in split_placeholders(value):
            own = name_key(name) == name_key(entry.key)  # `- CART_ADDR`: passed on from the file's variables.
            choices = (
                [ConfigHit(literal, ())] if not name else self._placeholder(component_id, name, default, depth, own)
            )
            found = [
                ConfigHit(
                    left.value + right.value,
                    left.hops + right.hops,
                    left.profile or right.profile,
                    left.complete and right.complete,
                    left.shared,
                )
                for left in found
                for right in choices
            ][:_MAX_VALUES]
        yield from found

    def _placeholder(
        self, component_id: str, name: str, default: str | None, depth: int, own: bool
    ) -> Iterable[ConfigHit]:
        if depth > 0:
            hits = () if own else self._values(component_id, name, depth - 1)
            if hits:
                return hits
            shared = self._shared_env.get(name_key(name))
            if shared:
                return tuple(self._expand(component_id, shared, depth - 1))
        if default is not None:
            return tuple(
                self._expand(component_id, _Entry(name, default, f"default of {name}", "", 9), max(depth - 1, 0))
            )
        return (ConfigHit("", (f"{name} is not set",), complete=False),)

    def _read_environment(self, facts: EstateFacts, inventory: Inventory) -> None:
        # What a deployment sets goes before what a `.env` file in the program's folder says.
        for located in sorted(facts.of(EnvValue), key=lambda each: not each.fact.service):
            fact = located.fact
            origin = located.repo, located.path
            entry = _Entry(fact.key, fact.value, place(located.repo, fact.span), "", 0, origin)
            if fact.service:
                owner = inventory.unit_owner(located.repo, fact.service, located.path)
            else:
                owner = inventory.owner(located.repo, located.path)
            if owner:
                self._env[owner.id].setdefault(name_key(fact.key), entry)
            # A program's own file is its own business, and what an image sets is the image's.
            if not fact.service and _is_env_file(located.path) and (owner is None or "/" not in located.path):
                self._shared_env.setdefault(name_key(fact.key), entry)

    def _read_config_maps(self, inventory: Inventory) -> None:
        """ConfigMaps of other files whose entries become a unit's environment as a whole (`envFrom`); own entries go first."""
        entries: defaultdict[str, dict[str, list[_Entry]]] = defaultdict(dict)
        for key, found in self._maps.items():
            config_map, slash, name = key.removeprefix("configmap:").partition("/")
            if slash and "#" not in name:
                entries[config_map][name] = found
        for component in inventory.components:
            for unit in component.units:
                files = [(evidence.repo, evidence.path) for evidence in sorted(unit.evidence)]
                for config_map in sorted(unit.config_maps):
                    for name, found in entries.get(config_map, {}).items():
                        entry = _nearest(found, files)
                        own = _Entry(name, entry.value, entry.hop, "", 0, entry.origin)
                        self._env[component.id].setdefault(name_key(name), own)

    def _read_files(self, facts: EstateFacts, inventory: Inventory, linked: LinkedCode) -> None:
        names = _component_names(inventory)
        by_file: defaultdict[tuple[str, str], list[Located[ConfigValue]]] = defaultdict(list)
        for located in facts.of(ConfigValue):
            if located.fact.key.startswith(("configmap:", "helm:")):
                hop = place(located.repo, located.fact.span)
                origin = located.repo, located.path
                entry = _Entry(located.fact.key, located.fact.value, hop, "", 0, origin)
                self._maps[located.fact.key].append(entry)
            else:
                by_file[located.repo, located.path].append(located)
        external = _external_files(by_file, inventory, names)
        reading = _reading(facts, inventory, linked, by_file)
        shared_folders = {(repo, path.rpartition("/")[0]) for repo, path in external}
        for (repo, path), values in by_file.items():
            owner = inventory.owner(repo, path)
            stem = _stem(path)
            if (repo, path) in external:
                target, profile = external[repo, path]
                self._add(target.id, values, _EXTERNAL_LEVEL, profile)
            elif (repo, path.rpartition("/")[0]) in shared_folders and stem.startswith(_SHARED):
                for component in inventory.components:
                    if component.program and "java" in _jvm(component):
                        self._add(component.id, values, _SHARED_LEVEL, "")
            if owner is None:
                is_code = linked.by_file(repo, path)
                for component in linked.programs(repo, path) if is_code else reading.get((repo, path), ()):
                    self._add(component.id, values, _OWN_LEVEL, "")
            if owner and (repo, path) not in external:
                self._add(owner.id, values, _BOOTSTRAP_LEVEL if stem.startswith("bootstrap") else _OWN_LEVEL, "")

    def _add(self, component_id: str, values: list[Located[ConfigValue]], level: int, profile: str) -> None:
        table = self._files[component_id]
        for located in values:
            fact = located.fact
            active = fact.profile or profile
            own = "" if active == _DEFAULT_PROFILE else active
            table[name_key(fact.key)].append(_Entry(fact.key, fact.value, place(located.repo, fact.span), own, level))


def _spellings(key: str) -> tuple[str, ...]:
    """A client's address under MicroProfile's name, and under Quarkus's: https://quarkus.io/guides/rest-client#create-the-configuration."""
    client, found, _ = key.partition("/mp-rest/url")
    return (key, f"quarkus.rest-client.{client}.url", f"quarkus.rest-client.{client}.uri") if found else (key,)


def _reading(
    facts: EstateFacts, inventory: Inventory, linked: LinkedCode, files: Container[Place]
) -> dict[Place, list[Component]]:
    """The programs whose code opens a file by its path: from its own folder, the program's, or the root of the program's build."""
    found: defaultdict[Place, list[Component]] = defaultdict(list)
    for located in facts.of(FileRead):
        owner = inventory.owner(located.repo, located.path)
        for component in [owner] if owner else linked.programs(located.repo, located.path):
            folders = [located.path.rpartition("/")[0]]
            if component.program and component.program.repo == located.repo:
                module = inventory.modules.module_of(located.repo, component.program.directory)
                folders += [component.program.directory, *([module[1]] if module else [])]
            paths = (join_path(folder, located.fact.path) for folder in folders)
            place = next(((located.repo, path) for path in paths if path and (located.repo, path) in files), None)
            if place and component not in found[place]:
                found[place].append(component)
    return dict(found)


def _nearest(entries: list[_Entry], files: list[Place]) -> _Entry:
    """Of entries under one name the first that is nearest to these files: in their repository, then in the same folders."""

    def shared(entry: _Entry) -> int:
        repo, path = entry.origin
        return max((1 + shared_folders(path, own) for home, own in files if home == repo), default=0)

    return max(entries, key=shared)


def _is_env_file(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith((".env", "env.")) or name.endswith(".env")


def _jvm(component: Component) -> set[str]:
    languages = component.program.languages if component.program else set()
    return {"java"} if languages & {"java", "kotlin", "scala", "groovy"} else set()


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]


def _component_names(inventory: Inventory) -> dict[str, Component]:
    found: dict[str, Component] = {}
    for component in inventory.components:
        for name in (component.name, *sorted(component.names)):
            found.setdefault(name_key(name), component)
    return found


def _external_files(
    by_file: dict[tuple[str, str], list[Located[ConfigValue]]], inventory: Inventory, names: dict[str, Component]
) -> dict[tuple[str, str], tuple[Component, str]]:
    """Files of a configuration repository: named after a component that they do not lie in. `orders-docker.yml` is profile docker."""
    found: dict[tuple[str, str], tuple[Component, str]] = {}
    for repo, path in by_file:
        if path.endswith((".conf", ".ts", ".js")):
            continue  # HOCON and code lie with their program: no server hands them out.
        owner = inventory.owner(repo, path)
        stem = _stem(path)
        if stem.lower().startswith(_OWN_STEMS) and name_key(stem) not in names:
            stem = path.split("/")[-2] if "/" in path and not owner else ""
        target, profile = _named_component(stem, names)
        if target and target is not owner:
            found[repo, path] = (target, profile)
    return found


def _named_component(stem: str, names: dict[str, Component]) -> tuple[Component | None, str]:
    head, profile = stem, ""
    while head:
        if name_key(head) in names:
            return names[name_key(head)], profile
        head, _, last = head.rpartition("-")
        profile = f"{last}-{profile}".strip("-")
    return None, ""


def split_placeholders(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Cuts `http://${HOST:cart}/x` into (literal, "", None) and ("", name, default) pieces; `:-` and `:?` of shells count as `:`."""
    position = 0
    while True:
        start = text.find("${", position)
        if start < 0:
            break
        end = _closing(text, start + 2)
        if end < 0:
            break
        if start > position:
            yield text[position:start], "", None
        name, colon, default = text[start + 2 : end].partition(":")
        yield "", name.strip() or "?", default.removeprefix("-").removeprefix("?") if colon else None
        position = end + 1
    if position < len(text) or not text:
        yield text[position:], "", None


def _closing(text: str, position: int) -> int:
    depth = 1
    while position < len(text):
        if text.startswith("${", position):
            depth += 1
            position += 1
        elif text[position] == "}":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return -1
