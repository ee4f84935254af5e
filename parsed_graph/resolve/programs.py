"""Source folders that become a running process: a module with an application class, a server, or an image of its own."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from parsed_graph.estate_facts import EstateFacts, Located
from parsed_graph.facts import (
    ApplicationDecl,
    ConfigValue,
    Dependency,
    HttpCall,
    ImageDecl,
    InfrastructureUse,
    ModuleDecl,
    RoleDecl,
    RouteDecl,
    RpcServe,
    ServiceDecl,
    TopicPublish,
    TopicSubscribe,
)
from parsed_graph.identity import name_key
from parsed_graph.model import Evidence

Place = tuple[str, str]
"""A repository and a folder in it."""

_PLAIN_MAINS = frozenset({"main", "script", "java", "kotlin", "scala"})
"""Frameworks of ApplicationDecl that a mere tool has, too: they need other evidence."""
_IMAGE_FOLDERS = frozenset({"docker", "deploy", "deployment", "build", "container", "containers", "image", ".docker"})
_OUTPUT = re.compile(r"/(target|build|dist|out)(/[^/]+)*$")
_SERVICE_FOLDER = re.compile(r"(micro)?services/[^/]+")
_NOT_PROGRAMS = frozenset({".devcontainer", "devcontainer", ".github", ".gitlab", "docs", "tools", "scripts"})
_APP_NAME_KEYS = frozenset({"springapplicationname", "micronautapplicationname", "quarkusapplicationname"})


@dataclass(slots=True)
class Program:
    """A source folder that runs. `app_name` is what its own configuration calls it, `names` every other name it goes by."""

    repo: str
    directory: str
    app_name: str = ""
    names: set[str] = field(default_factory=set)
    languages: set[str] = field(default_factory=set)
    frameworks: set[str] = field(default_factory=set)
    evidence: set[Evidence] = field(default_factory=set)
    image_base: str = ""
    has_code: bool = False

    @property
    def folder(self) -> str:
        """The folder's own name; for a root folder the repository's."""
        return own_name(self.repo, self.directory)


class ModuleTree:
    """Which module a file belongs to: the deepest one above it. Aggregators (parents without code) are no modules."""

    def __init__(self, facts: EstateFacts) -> None:
        self.modules: dict[Place, Located[ModuleDecl]] = {}
        for located in facts.of(ModuleDecl):
            place = (located.repo, located.fact.directory)
            known = self.modules.get(place)
            if not located.fact.is_aggregator and (known is None or located.fact.name < known.fact.name):
                self.modules[place] = located
        for repo, folder in [place for place in self.modules if self._is_packed(*place)]:
            del self.modules[repo, folder]

    def _is_packed(self, repo: str, folder: str) -> bool:
        """Whether it is a page that the build around it packs into its own program: `orders/src/main/webapp`."""
        around, inside, _ = f"/{folder}/".rpartition("/src/main/")
        return bool(inside) and (repo, around.lstrip("/")) in self.modules

    def module_of(self, repo: str, path: str) -> Place | None:
        """The module's place, None for a file outside of all."""
        return deepest(repo, path, self.modules)


def deepest(repo: str, path: str, places: Iterable[Place]) -> Place | None:
    """The deepest of these folders that holds a path (or is it)."""
    known = places if isinstance(places, (dict, set, frozenset)) else set(places)
    return next(((repo, folder) for folder in folders_above(path) if (repo, folder) in known), None)


def within(path: str, folder: str) -> bool:
    """Whether a path lies below a folder of the same repository; all do below its root."""
    return not folder or path.startswith(folder + "/")


def folders_above(path: str) -> Iterator[str]:
    """`a/b/c` gives `a/b/c`, `a/b`, `a`, ``: the path itself first, so that a folder counts as its own."""
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield ""


def own_name(repo: str, directory: str) -> str:
    """What a folder is called; a generic `src` or `app` gives way to the folder above."""
    for part in reversed(directory.split("/")):
        if part and part.lower() not in ("src", "app", "main", "server", "cmd", "service", "code", "html"):
            return part
    return directory.rpartition("/")[2] or repo


def find_programs(facts: EstateFacts, modules: ModuleTree) -> dict[Place, Program]:
    """Every program of the estate by its place; what is a mere library or tool is none."""
    programs: dict[Place, Program] = {}
    active = _active_places(facts, modules)
    libraries = _libraries(facts, modules)
    images = _image_places(facts, modules)
    go_commands = _separate_commands(facts, modules)
    deployed = deployed_names(facts)
    for located in facts.of(ApplicationDecl):
        place = go_commands.get((located.repo, located.path)) or _home(located, modules, images)
        if place is None or _NOT_PROGRAMS.intersection(located.path.split("/")):
            continue
        if located.fact.framework in _PLAIN_MAINS and not (
            (place in active and place not in libraries)
            or place in images
            or name_key(own_name(*place)) in deployed
            or _SERVICE_FOLDER.fullmatch(place[1])
        ):
            continue
        program = programs.setdefault(place, Program(*place))
        program.has_code = True
        program.languages.add(located.fact.language)
        program.frameworks.add(located.fact.framework)
        program.evidence.add(located.evidence(f"{located.fact.framework} application"))
        if located.fact.name and "." not in located.fact.name:  # A qualified class name is nobody's address.
            program.names.add(located.fact.name)
    shared = {module for module in (modules.module_of(*file) for file in go_commands) if module}
    # What a user adds to services.yaml says nothing of what is deployed else.
    is_deployed = any(located.fact.origin != "services.yaml" for located in facts.of(ServiceDecl))
    unshared = {place: found for place, found in images.items() if place not in shared}
    _add_images(programs, unshared, modules, active, deployed, is_deployed)
    _add_app_names(programs, facts, modules)
    for place, program in programs.items():
        module = modules.modules.get(place)
        own = {module.fact.name, module.fact.name.rpartition("/")[2]} if module else set()
        program.names |= {program.folder, *own} - {""}
    return programs


def deployed_names(facts: EstateFacts) -> set[str]:
    """What deployments call what they run: unit names, the last part of image names, and commands; as name keys."""
    found: set[str] = set()
    for located in facts.of(ServiceDecl):
        unit = located.fact
        command = unit.properties.get("entrypoint") or unit.properties.get("command", "")
        program = command.split()[0].rpartition("/")[2] if command.split() else ""
        image = (unit.image or "").partition("@")[0].rpartition("/")[2].partition(":")[0]
        found |= {name_key(unit.name), name_key(image), name_key(program)}
    return found - {""}


def _active_places(facts: EstateFacts, modules: ModuleTree) -> set[Place]:
    """Modules that serve, call or listen: with these a plain `main` is a service."""
    kinds = (RouteDecl, HttpCall, RpcServe, TopicPublish, TopicSubscribe, RoleDecl, InfrastructureUse)
    found = set()
    for kind in kinds:
        for located in facts.of(kind):
            module = modules.module_of(located.repo, located.path)
            if module:
                found.add(module)
    return found


def _libraries(facts: EstateFacts, modules: ModuleTree) -> set[Place]:
    """Modules that another one's build file names: a `main` in them is a tool."""
    by_name = {
        (repo, located.fact.group, located.fact.name): (repo, folder)
        for (repo, folder), located in modules.modules.items()
        if located.fact.group
    }
    found = set()
    for dependency in facts.of(Dependency):
        place = by_name.get((dependency.repo, dependency.fact.group, dependency.fact.artifact))
        if place and place != modules.module_of(dependency.repo, dependency.path):
            found.add(place)
    return found


def _image_places(facts: EstateFacts, modules: ModuleTree) -> dict[Place, Located[ImageDecl]]:
    """Dockerfiles by the folder that they make an image of."""
    found: dict[Place, Located[ImageDecl]] = {}
    for located in facts.of(ImageDecl):
        folder = located.path.rpartition("/")[0]
        module = modules.module_of(located.repo, folder)
        last = folder.rpartition("/")[2].lower()
        if module and (last in _IMAGE_FOLDERS or "/resources/" in f"{folder}/"):
            folder = module[1]
        elif last in _IMAGE_FOLDERS:
            continue  # A shared Dockerfile: which folder it is built for stands elsewhere.
        found.setdefault((located.repo, folder), located)
    return found


def _home(
    located: Located[ApplicationDecl], modules: ModuleTree, images: dict[Place, Located[ImageDecl]]
) -> Place | None:
    module = modules.module_of(located.repo, located.path)
    image = deepest(located.repo, located.path, images)
    if module and image:
        return max(module, image, key=lambda place: len(place[1]))
    return module or image or (located.repo, _program_folder(located.path))


def _program_folder(path: str) -> str:
    """The folder that a main file runs for, where no build file says: above `src/main`, else above `src`, `app`, `cmd`."""
    if "/src/main/" in path:
        return path.partition("/src/main/")[0]
    folder = path.rpartition("/")[0]
    while folder.rpartition("/")[2] in ("src", "app", "main", "cmd", "bin", "lib", "public", "html"):
        folder = folder.rpartition("/")[0]
    return folder


def _separate_commands(facts: EstateFacts, modules: ModuleTree) -> dict[tuple[str, str], Place]:
    """Go mains and other programs that share one module, by file: each folder with a main of its own is one."""
    mains: defaultdict[Place, set[str]] = defaultdict(set)
    for located in facts.of(ApplicationDecl):
        module = modules.module_of(located.repo, located.path)
        if module and located.fact.language == "go":
            mains[module].add(located.path)
    found = _separate_applications(facts, modules)
    for (repo, _), paths in mains.items():
        folders = {_program_folder(path) if path.endswith("/main.go") else path.rpartition("/")[0] for path in paths}
        if len(folders) > 1:
            for path in paths:
                found[repo, path] = (repo, path.rpartition("/")[0])
    return found


_APPLICATION_FOLDERS = frozenset({"apps", "services", "microservices", "projects", "applications"})


def _separate_applications(facts: EstateFacts, modules: ModuleTree) -> dict[tuple[str, str], Place]:
    """Programs of one package that lie in `apps/<name>` each, by file: a Nest or Nx workspace."""
    found: dict[tuple[str, str], Place] = {}
    for located in facts.of(ApplicationDecl):
        module = modules.module_of(located.repo, located.path)
        inside = located.path[len(module[1]) :].lstrip("/").split("/") if module else []
        if module and len(inside) > 2 and inside[0].lower() in _APPLICATION_FOLDERS:
            found[located.repo, located.path] = (located.repo, "/".join(filter(None, (module[1], *inside[:2]))))
    counts = Counter(modules.module_of(*place) for place in set(found.values()))
    return {file: place for file, place in found.items() if counts[modules.module_of(*place)] > 1}


def _add_images(
    programs: dict[Place, Program],
    images: dict[Place, Located[ImageDecl]],
    modules: ModuleTree,
    active: set[Place],
    deployed: set[str],
    is_deployed: bool,
) -> None:
    """A module with a Dockerfile runs, even if no application class is seen; so does any folder with one that a deployment names.

    An image that no deployment names, around code that serves and calls nothing, is a tool.
    """
    for place, located in images.items():
        if _NOT_PROGRAMS.intersection(place[1].split("/")):
            continue
        is_named = name_key(own_name(*place)) in deployed and not _holds_program(place, programs)
        is_module = place in modules.modules
        if place not in programs and ((is_module and (place in active or not is_deployed)) or (is_named and place[1])):
            programs[place] = Program(*place, has_code=is_module)
            programs[place].names.add(programs[place].folder)
        if place in programs:
            programs[place].evidence.add(located.evidence("Dockerfile"))
            programs[place].image_base = located.fact.base


def _holds_program(place: Place, programs: dict[Place, Program]) -> bool:
    return any(repo == place[0] and folder.startswith(place[1] + "/") for repo, folder in programs)


def _add_app_names(programs: dict[Place, Program], facts: EstateFacts, modules: ModuleTree) -> None:
    for located in facts.of(ConfigValue):
        if name_key(located.fact.key) not in _APP_NAME_KEYS or "${" in located.fact.value:
            continue
        module = modules.module_of(located.repo, located.path)
        place = deepest(located.repo, located.path, programs) or module
        if place is None or (module and len(module[1]) > len(place[1])):
            continue
        program = programs.get(place)
        if program and _is_own_config(located.path):
            if not program.app_name:
                program.app_name = located.fact.value.strip()
                program.evidence.add(located.evidence("application name"))
            program.names.add(located.fact.value.strip())


def _is_own_config(path: str) -> bool:
    """Whether a configuration file belongs to the module that it lies in, and not to a configuration server's clients."""
    return path.rpartition("/")[2].startswith(("application", "bootstrap", "microprofile"))


def deployed_places(facts: EstateFacts, modules: ModuleTree) -> dict[Place, list[Located[ServiceDecl]]]:
    """Folders that a deployment file builds a unit from: the Dockerfile's folder where it lies inside the context."""
    found: defaultdict[Place, list[Located[ServiceDecl]]] = defaultdict(list)
    images = {(located.repo, located.path.rpartition("/")[0]) for located in facts.of(ImageDecl)}
    for located in facts.of(ServiceDecl):
        unit = located.fact
        if unit.directory is None:
            continue
        folder = unit.directory
        dockerfile_folder = (unit.dockerfile or "").rpartition("/")[0]
        if dockerfile_folder.startswith(folder) and dockerfile_folder.rpartition("/")[2].lower() not in _IMAGE_FOLDERS:
            folder = dockerfile_folder or folder
        if (located.repo, folder) not in images:
            folder = _source_folder(located.repo, folder, modules)
        found[located.repo, folder].append(located)
    return dict(found)


def _source_folder(repo: str, folder: str, modules: ModuleTree) -> str:
    """A context in a module's output folder, which a build fills, stands for the module."""
    output = _OUTPUT.search(folder)
    above = folder[: output.start()] if output else folder
    return above if (repo, above) in modules.modules else folder
