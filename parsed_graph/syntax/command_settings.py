"""Settings that a command line or a variable carries: `-Dserver.port=80`, `--spring.profiles.active=docker`, SPRING_APPLICATION_JSON."""

import re
from collections.abc import Iterator

from parsed_graph.errors import ArtefactError
from parsed_graph.syntax.flat_keys import flat_keys
from parsed_graph.syntax.yaml_document import load_documents

_SYSTEM_PROPERTY = re.compile(r"(?:^|[\s\"'])-D([A-Za-z][\w.-]*)=(\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_ARGUMENT = re.compile(r"(?:^|[\s\"'])--([a-z][\w.\[\]-]*)=(\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_OF_THE_JVM = (
    "java.",
    "javax.",
    "sun.",
    "com.sun.",
    "file.",
    "user.",
    "jdk.",
    "os.",
    "line.",
    "jboss.",
    "log4j2.formatMsg",
)
_JVM_OPTIONS = re.compile(r"(^|_)(JAVA|JVM|JDK|CATALINA|MAVEN|SBT|GRADLE)_?\w*(OPTS|OPTIONS|ARGS)$|^JAVA_TOOL_OPTIONS$")


def command_settings(command: str) -> Iterator[tuple[str, str]]:
    """(key, value) of system properties and dotted arguments, those of the JVM itself left out."""
    if "-D" not in command and "--" not in command:
        return
    dotted = ((key, value) for key, value in _ARGUMENT.findall(command[:20_000]) if "." in key)
    for key, value in (*_SYSTEM_PROPERTY.findall(command[:20_000]), *dotted):
        if not key.startswith(_OF_THE_JVM):
            yield key, value.strip("\"'")


def variable_settings(key: str, value: str) -> Iterator[tuple[str, str]]:
    """What JAVA_OPTS and its like, or SPRING_APPLICATION_JSON, set."""
    if _JVM_OPTIONS.search(key):
        yield from command_settings(value)
    elif key in ("SPRING_APPLICATION_JSON", "spring.application.json"):
        try:
            documents = load_documents("", value)
        except ArtefactError:
            return
        for document in documents:
            yield from ((name, leaf) for name, leaf, _ in flat_keys(document))
