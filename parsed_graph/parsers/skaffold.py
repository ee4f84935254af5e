"""Skaffold: each artifact says from which folder an image is built: a ServiceAlias of the image name to the folder.

https://skaffold.dev/docs/references/yaml/
"""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import Fact, ServiceAlias, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Profiles may build from other folders; all are given."""
    if yaml_kind(artefact) is not YamlKind.SKAFFOLD:
        return
    seen = set()
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            for holder in (document, *document.items_of("profiles").mappings()):
                for artifact in holder.mapping("build").items_of("artifacts").mappings():
                    image, folder = artifact.text("image"), _folder(artefact, artifact)
                    if image and folder is not None and (image, folder) not in seen:
                        seen.add((image, folder))
                        span = SourceSpan(artefact.path, artifact.line_of("image"))
                        yield ServiceAlias(image, folder, span, origin="skaffold")


def _folder(artefact: Artefact, artifact: YamlMapping) -> str | None:
    """The context; of a Jib build of one module, that module's folder."""
    context = join_path(artefact.directory, artifact.text("context", "."))
    project = artifact.mapping("jib").text("project").strip(":").replace(":", "/")
    return join_path(context, project) if context is not None and project else context


PARSER = Parser("skaffold", patterns=("*.yml", "*.yaml"), parse=parse)
