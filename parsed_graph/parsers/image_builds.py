"""Commands that build images, in pipelines, Makefiles and scripts: a ServiceAlias of the image name to the folder it is built from.

Read are `docker build -t shop/orders src/orders`, the steps of Cloud Build, the build-push action of GitHub workflows,
Tilt's `docker_build` and the targets of docker-bake.hcl. Only what is literal counts, but for registry and tag.
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Fact, ServiceAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.hcl_document import LAYOUT, hcl_blocks
from parsed_graph.syntax.unclosed import unclosed
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue, yaml_documents

_BUILD = re.compile(r"\b(?:docker|podman|nerdctl)\s+(?:buildx\s+)?build\s+((?:\\\n|[^\n;&|])+)")
_TILT = re.compile(r"\bdocker_build\(\s*[\"']([^\"'\n]+)[\"']\s*,\s*[\"']([^\"'\n]+)[\"']")
_TAGGED = re.compile(r"(?:^|\s)(?:-t|--tag)[=\s]+[\"']?([^\s\"']+)")
_FILE = re.compile(r"(?:^|\s)(?:-f|--file)[=\s]+[\"']?([^\s\"']+)")
_VARIABLE = re.compile(r"\$\{\{[^}]*\}\}|\$\{[^}]*\}|\$\([^)]*\)|\$\w+")
_MOVES = re.compile(r"(?:^|[\s;&|(])(?:cd|pushd)\s+[^\s$-]|working-directory:")
"""After these the folder that a command stands in is not followed."""
_NAME = re.compile(r"[a-z0-9][\w./-]*[\w]$")
MAX_DEPTH = 12


def parse(artefact: Artefact) -> Iterator[Fact]:
    """`origin` is skaffold's, which means the same: the image is built from that folder."""
    seen = set()
    for image, folder, line in _builds(artefact):
        name, path = _image_name(image), _folder(artefact, folder)
        if name and path and (name, path) not in seen:
            seen.add((name, path))
            yield ServiceAlias(name, path, SourceSpan(artefact.path, line), origin="skaffold")
    if artefact.name.endswith(".hcl"):
        yield from unclosed(artefact.path, artefact.text, LAYOUT)


def _builds(artefact: Artefact) -> Iterator[tuple[str, str, int]]:
    if artefact.name.endswith(".hcl"):
        yield from _bake_targets(artefact)
        return
    text = artefact.text
    moves = _MOVES.search(text)
    for match in _BUILD.finditer(text, 0, moves.start() if moves else len(text)):
        yield from _command(match[1].replace("\\\n", " "), text.count("\n", 0, match.start()) + 1)
    for match in _TILT.finditer(text) if artefact.name == "Tiltfile" else ():
        yield match[1], match[2], text.count("\n", 0, match.start()) + 1
    if artefact.name.endswith((".yml", ".yaml")) and ("build-push-action" in text or "cloud-builders/docker" in text):
        for document in yaml_documents(artefact):
            yield from _steps(document, 0)


def _command(arguments: str, line: int) -> Iterator[tuple[str, str, int]]:
    """The folder is the last word."""
    tags, words, file = _TAGGED.findall(arguments), arguments.split(), _FILE.search(arguments)
    folder = words[-1].strip("\"'") if words else ""
    if folder and not folder.startswith("-") and folder not in tags:
        yield from ((tag, _meant(folder, file[1] if file else ""), line) for tag in tags)


def _meant(context: str, file: str) -> str:
    """The folder of the Dockerfile where the context is the root, as it is for images that share code."""
    return file.rpartition("/")[0] if context in (".", "./") and "/" in file else context


def _steps(value: YamlValue, depth: int) -> Iterator[tuple[str, str, int]]:
    if isinstance(value, YamlMapping):
        inputs = value.mapping("with")
        if "build-push-action" in value.text("uses"):
            for tag, line in inputs.items_of("tags").texts():
                folder = _meant(inputs.text("context", "."), inputs.text("file"))
                yield from ((each.strip(), folder, line) for each in re.split(r"[\n,]", tag))
        arguments = [text for text, _ in value.items_of("args").texts()]
        if "docker" in value.text("name") and arguments[:1] == ["build"]:
            yield from _command(" ".join(arguments[1:]), value.line_of("args"))
    children = value.values() if isinstance(value, YamlMapping) else value if isinstance(value, YamlList) else ()
    for child in children if depth < MAX_DEPTH else ():
        yield from _steps(child, depth + 1)


def _bake_targets(artefact: Artefact) -> Iterator[tuple[str, str, int]]:
    for block in hcl_blocks(artefact.text):
        if block.kind == "target":
            for tag, _ in block.body.items_of("tags").texts():
                yield tag, block.body.text("context", "."), block.line


def _image_name(image: str) -> str:
    """Without tag, and without a registry that is a variable: `${REGISTRY}/shop/orders:$TAG` is `shop/orders`."""
    plain = _VARIABLE.sub("\0", image.strip("\"'"))
    name = plain.partition("@")[0]
    head, slash, last = name.rpartition("/")
    last = last.partition(":")[0]
    parts = [part for part in f"{head}{slash}{last}".split("/") if part]
    variable = max((index for index, part in enumerate(parts[:-1]) if "\0" in part), default=-1)
    found = "/".join(parts[variable + 1 :])
    is_registry = "/" not in found and "." in found
    return found if found and "\0" not in found and not is_registry and _NAME.match(found) else ""


def _folder(artefact: Artefact, folder: str) -> str:
    """From the root for pipelines, else from the file's folder, which must hold it; "" where that is the root or unknown."""
    if _VARIABLE.search(folder) or "://" in folder or "{{" in folder:
        return ""
    is_pipeline = "/." in f"/{artefact.path}" or artefact.name.startswith(
        (".", "cloudbuild", "Jenkinsfile", "azure-pipelines")
    )
    head = folder.removeprefix("./").partition("/")[0]
    is_here = head in (".", "") and "Dockerfile" in artefact.siblings
    base = "" if is_pipeline or not artefact.directory else artefact.directory
    if base and not (is_here or head == ".." or head in artefact.siblings):
        return ""
    # What a build tool lays out below its own output folder is still the module's.
    return (join_path(base, folder) or "").partition("/target/")[0].partition("/build/docker")[0]


PARSER = Parser(
    "image_builds",
    patterns=(
        ".github/workflows/*.yml", ".github/workflows/*.yaml", ".gitlab-ci.yml", "cloudbuild*.yaml", "cloudbuild*.yml",
        "azure-pipelines*.yml", ".travis.yml", "Jenkinsfile", "Makefile", "*.mk", "*.sh", "Tiltfile", "docker-bake.hcl",
    ),
    parse=parse,
)  # fmt: skip
