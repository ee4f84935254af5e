"""Which deployment units run which program: by folder, then image, then name, then name without affixes; the surest first."""

import re
from collections import Counter, defaultdict

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ServiceAlias
from parsed_graph.identity import name_key, name_stem
from parsed_graph.resolve.images import image_base
from parsed_graph.resolve.programs import ModuleTree, Place, Program, within
from parsed_graph.resolve.units import Unit


def match_units(
    programs: dict[Place, Program], units: list[Unit], facts: EstateFacts, modules: ModuleTree
) -> dict[Place, list[int]]:
    """The positions in `units` of those that run each program; a unit that could run several runs none."""
    image_aliases = _image_aliases(facts, modules)
    prefix = _common_prefix([program.folder for program in programs.values()])
    names = {place: _keys(program, prefix) for place, program in programs.items()}
    stems = Counter(
        stem for place in programs for stem in {name_stem(n) for n in _plain_names(programs[place], prefix)}
    )
    matched: defaultdict[Place, list[int]] = defaultdict(list)
    for index, unit in enumerate(units):
        scores = []
        shared = bool(unit.places) and unit.places.isdisjoint(programs)
        for place, program in programs.items():
            if unit.chapter and not (place[0] == unit.repo and within(place[1], unit.chapter)):
                continue
            score = _score(unit, place, program, names[place], stems, image_aliases, prefix, shared)
            if score:
                scores.append((score + _nearness(unit, place), place))
        if scores:
            best = max(score for score, _ in scores)
            places = [place for score, place in scores if score == best]
            if len(places) == 1 and not (unit.product and best < 75):
                matched[places[0]].append(index)
    return matched


def _image_aliases(facts: EstateFacts, modules: ModuleTree) -> dict[str, Place]:
    """Image names that a build file gives to its module (jib, docker plugins, Skaffold)."""
    found: dict[str, Place] = {}
    for located in facts.of(ServiceAlias):
        if located.fact.origin in ("maven", "gradle", "skaffold", "image"):
            folder = located.fact.target if located.fact.origin == "skaffold" else located.path
            place = modules.module_of(located.repo, folder) or (located.repo, located.fact.target)
            found[image_base(located.fact.alias)] = place
    return found


def _nearness(unit: Unit, place: Place) -> int:
    """Between programs of one name the one of the unit's repository is meant, and in it the one of its part of the tree."""
    if place[0] != unit.repo:
        return 0
    paths = {evidence.path for evidence in unit.evidence if "/" in evidence.path}
    if place[1] and any(within(path, place[1]) for path in paths):
        return 11
    return 9 if place[1].partition("/")[0] in {path.partition("/")[0] for path in paths} else 5


def _started(unit: Unit) -> str:
    """The program that a unit's entry point or command starts."""
    words = (unit.properties.get("entrypoint") or unit.properties.get("command", "")).split()
    return words[0].rpartition("/")[2] if words else ""


def _plain_names(program: Program, prefix: str) -> set[str]:
    names = {*program.names, program.app_name} - {""}
    return names | {name[len(prefix) :] for name in names if prefix and name.startswith(prefix)}


def _keys(program: Program, prefix: str) -> set[str]:
    return {name_key(name) for name in _plain_names(program, prefix)}


def _score(
    unit: Unit,
    place: Place,
    program: Program,
    keys: set[str],
    stems: Counter[str],
    image_aliases: dict[str, Place],
    prefix: str,
    shared: bool,
) -> int:
    """`shared`: the unit's image is built from a folder that holds several programs: its name or command tells which."""
    if place in unit.places:
        return 100
    if unit.places and not shared:
        return 0
    if shared and not any(place[0] == repo and within(place[1], folder) for repo, folder in unit.places):
        return 0
    bases = {image_base(image) for image in unit.images}
    if name_key(unit.properties.get("project", "").rpartition(".")[2]) in keys:
        return 90
    if any(image_aliases.get(base) == place for base in bases):
        return 90
    last = {base.rpartition("/")[2] for base in bases}
    if {name_key(name) for name in last} & keys:
        return 80
    if name_key(unit.name) in keys or name_key(_started(unit)) in keys:
        return 78
    if any(
        name_key(name).endswith(key) and re.search(rf"[-_.]{re.escape(key)}$", name) for name in last for key in keys
    ):
        return 74
    if {name_key(alias) for alias in unit.aliases} & keys:
        return 70
    if place[1] and any(e.repo == place[0] and within(e.path, place[1]) for e in unit.evidence) and unit.is_own:
        return 65  # Its manifest lies in the program's folder.
    unit_stems = {name_stem(name) for name in (unit.name, *last)}
    own = {name_stem(name) for name in _plain_names(program, prefix)}
    return 60 if any(stems[stem] == 1 for stem in unit_stems & own) else 0


def _common_prefix(folders: list[str]) -> str:
    """What all but a few folder names start with, up to a separator: `spring-petclinic-`."""
    counts: Counter[str] = Counter()
    for folder in set(folders):
        parts = re.split(r"(?<=[-_.])", folder)
        for size in range(1, len(parts)):
            counts["".join(parts[:size])] += 1
    total = len(set(folders))
    common = [prefix for prefix, count in counts.items() if total >= 3 and count >= 0.7 * total]
    return max(common, key=len, default="")
