"""Docker Compose: each service is a ServiceDecl; environment, start order, links, aliases and where its logs go with it.

Format: https://github.com/compose-spec/compose-spec/blob/main/spec.md, and version 1, which has no `services` key.
ServiceDecl.properties: `ports` (host:container), `mounts` and `env_file` (paths in the repository), `command`,
`entrypoint`, `profiles`, `build_args`, `target`, `extends` (`file#service`).
"""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import (
    EnvValue,
    Fact,
    Incomplete,
    InfrastructureUse,
    Literal,
    ServiceAlias,
    ServiceDecl,
    SourceSpan,
    StartOrder,
    TopicDecl,
)
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.command_settings import command_settings, variable_settings
from parsed_graph.syntax.kafka_setup import topics_of_command, topics_of_variable
from parsed_graph.syntax.logstash_pipeline import elasticsearch_hosts
from parsed_graph.syntax.shell_text import command_text, environment_text, expand_defaults
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_V1_SHARED = frozenset({"version", "networks", "volumes", "secrets", "configs", "name"})
_LOG_ADDRESSES = frozenset({"syslog-address", "gelf-address", "fluentd-address", "loki-url"})
_STARTS_BROKER = re.compile(r"server-start|docker/run|entrypoint\.sh|redpanda start|supervisord|/start")
_COMPOSE_FILE = re.compile(r"(docker-)?compose([-._][\w.-]+)?\.ya?ml$")
_OF_TESTS = re.compile(r"[-._](tests?|testing|e2e|ci|integration)(?=[-._])")
_URL = re.compile(r"^(https?://|git@|git://|ssh://|[\w.-]+\.\w+/)")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Override files give ServiceDecls of the same names, with what they add; what `extends` names in the same file is merged in."""
    if yaml_kind(artefact) is not YamlKind.COMPOSE or _is_of_tests(artefact):
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            services = document.mapping("services") if "services" in document else document
            for name, service in services.items():
                if isinstance(service, YamlMapping) and not (services is document and _is_shared(name)):
                    yield from _service_facts(artefact, name, services, services.line_of(name))


def _is_of_tests(artefact: Artefact) -> bool:
    """`docker-compose.e2e.yml` beside a file that is not for tests: its stubs and settings are the tests' own."""
    return bool(_OF_TESTS.search(artefact.name)) and any(
        _COMPOSE_FILE.match(name) and not _OF_TESTS.search(name) for name in artefact.siblings
    )


def _is_shared(name: str) -> bool:
    return name in _V1_SHARED or name.startswith("x-")


def _service_facts(artefact: Artefact, name: str, services: YamlMapping, line: int) -> Iterator[Fact]:
    service = _with_base(services, name)
    span = SourceSpan(artefact.path, line)
    directory, dockerfile = _build(artefact, service)
    if directory is None and "build" in service and ".." in f"{service['build']}":
        yield Incomplete("outside-repository", f"the build context of {name} is not in this repository", span)
    image = service.text("image")
    if directory is None and _only_creates_topics(service):
        yield from _environment(artefact, name, service)
        return  # A second container of the broker's image that ends once the topics are there.
    yield ServiceDecl(
        name,
        span,
        origin="compose",
        directory=directory,
        dockerfile=dockerfile,
        image=expand_defaults(image) if image else None,
        aliases=_aliases(name, service),
        ports=_container_ports(service),
        properties=_properties(artefact, service),
    )
    yield from _environment(artefact, name, service)
    yield from _start_order(artefact, name, service)
    yield from _logging(artefact, name, service)
    for host, _ in elasticsearch_hosts(command_text(service, "command")):
        command = SourceSpan(artefact.path, service.line_of("command"))
        yield InfrastructureUse("search", "elasticsearch", command, environment_text(host), service=name)


def _logging(artefact: Artefact, name: str, service: YamlMapping) -> Iterator[Fact]:
    """Docker sends the container's output to a server: https://docs.docker.com/engine/logging/configure/."""
    options = service.mapping("logging", "options")
    for key in options:
        address = options.text(key)
        if key in _LOG_ADDRESSES and address:
            span = SourceSpan(artefact.path, options.line_of(key))
            yield InfrastructureUse("logging", "", span, environment_text(address), service=name)


def _only_creates_topics(service: YamlMapping) -> bool:
    command = f"{command_text(service, 'entrypoint')} {command_text(service, 'command')}"
    return any(topics_of_command(command)) and not _STARTS_BROKER.search(command)


def _with_base(services: YamlMapping, name: str) -> YamlMapping:
    """The service over what it extends in the same file, at most some steps deep: the chain may be a ring."""
    chain = [services.mapping(name)]
    while len(chain) < 10:
        extends = chain[-1].get("extends")
        is_local = isinstance(extends, YamlMapping) and "file" not in extends
        base = extends.text("service") if isinstance(extends, YamlMapping) and is_local else extends
        if not isinstance(base, str) or not isinstance(services.get(base), YamlMapping):
            break
        chain.append(services.mapping(base))
    merged = YamlMapping()
    merged.line, merged.lines = chain[0].line, {}
    for part in reversed(chain):
        for key, value in part.items():
            if key in ("depends_on", "links", "extends", "container_name") and part is not chain[0]:
                continue  # Compose does not inherit these.
            merged[key] = _merge(merged.get(key), value)
            merged.lines[key] = part.line_of(key)
    return merged


def _merge(base: object, value: "YamlMapping | YamlList | str | None") -> "YamlMapping | YamlList | str | None":
    if isinstance(base, YamlMapping) and isinstance(value, YamlMapping):
        joined = YamlMapping({**base, **value})
        joined.line, joined.lines = value.line, {**base.lines, **value.lines}
        return joined
    if isinstance(base, YamlList) and isinstance(value, YamlList):
        both = YamlList([*base, *value])
        both.line, both.lines = value.line, [*base.lines, *value.lines]
        return both
    return value


def _build(artefact: Artefact, service: YamlMapping) -> tuple[str | None, str | None]:
    """(folder, Dockerfile), both from the repository's root; (None, None) where nothing is built here."""
    build = service.get("build")
    context = build.text("context", ".") if isinstance(build, YamlMapping) else build
    if not isinstance(context, str):
        return None, None
    context = expand_defaults(context)
    if _URL.match(context) or "$" in context:
        return None, None
    directory = _local_path(artefact, context)
    if directory is None:
        return None, None
    named = expand_defaults(build.text("dockerfile", "Dockerfile")) if isinstance(build, YamlMapping) else "Dockerfile"
    return directory, join_path(directory, named)


def _local_path(artefact: Artefact, relative: str) -> str | None:
    """From the file's folder; from the root where that folder holds no such entry: `docker compose -f deploy/x.yml` is run there."""
    head = relative.removeprefix("./").partition("/")[0]
    beside = head in ("", ".", "..") or head in artefact.siblings or not artefact.siblings
    return join_path(artefact.directory if beside else "", relative)


def _aliases(name: str, service: YamlMapping) -> tuple[str, ...]:
    found = [service.text("container_name"), service.text("hostname")]
    networks = service.mapping("networks")
    for network in networks:
        found += [text for text, _ in networks.mapping(network).items_of("aliases").texts()]
    kept = (expand_defaults(alias) for alias in found if alias)
    return tuple(dict.fromkeys(alias for alias in kept if alias != name and "$" not in alias))


def _port_pairs(service: YamlMapping) -> Iterator[tuple[str, str]]:
    """(host side, container side), the host side "" where Docker chooses it."""
    for port in service.items_of("ports"):
        if isinstance(port, YamlMapping):
            yield port.text("published"), port.text("target")
        elif isinstance(port, str):
            parts = expand_defaults(port).partition("/")[0].rsplit(":", 2)
            yield (parts[-2] if len(parts) > 1 else ""), parts[-1]


def _container_ports(service: YamlMapping) -> tuple[int, ...]:
    sides = [container for _, container in _port_pairs(service)]
    sides += [text.partition("/")[0] for text, _ in service.items_of("expose").texts()]
    return tuple(dict.fromkeys(int(side) for side in sides if side.isdigit() and len(side) < 6))


def _properties(artefact: Artefact, service: YamlMapping) -> dict[str, str]:
    build = service.mapping("build")
    extends = service.get("extends")
    env_files = service.items_of("env_file")
    files = [item.text("path") for item in env_files.mappings()] + [text for text, _ in env_files.texts()]
    base = ""
    if isinstance(extends, YamlMapping) and extends.text("file"):
        base = f"{_local_path(artefact, extends.text('file'))}#{extends.text('service')}"
    found = {
        "ports": ",".join(f"{host}:{container}" for host, container in _port_pairs(service) if host),
        "mounts": ",".join(_mounts(artefact, service)),
        "env_file": ",".join(path for file in files if file and (path := _local_path(artefact, expand_defaults(file)))),
        "command": command_text(service, "command"),
        "entrypoint": command_text(service, "entrypoint"),
        "profiles": ",".join(text for text, _ in service.items_of("profiles").texts()),
        "build_args": " ".join(f"{key}={value}" for key, value, _ in _pairs(build, "args")),
        "target": build.text("target"),
        "extends": base,
    }
    return {key: value for key, value in found.items() if value}


def _mounts(artefact: Artefact, service: YamlMapping) -> Iterator[str]:
    """Files and folders of the repository that the container sees: they tell whose `nginx.conf` it is."""
    volumes = service.items_of("volumes")
    sources = [item.text("source") for item in volumes.mappings()]
    sources += [text.partition(":")[0] for text, _ in volumes.texts()]
    for source in sources:
        path = _local_path(artefact, source) if source.startswith(".") else None
        if path:
            yield path


def _environment(artefact: Artefact, name: str, service: YamlMapping) -> Iterator[Fact]:
    for key, value, line in _pairs(service, "environment"):
        span = SourceSpan(artefact.path, line)
        yield EnvValue(name, key, value, span)
        yield from (EnvValue(name, setting, text, span) for setting, text in variable_settings(key, value))
        yield from (TopicDecl("kafka", (Literal(topic),), "topic", span) for topic in topics_of_variable(key, value))
    for key in ("command", "entrypoint"):
        command, span = command_text(service, key), SourceSpan(artefact.path, service.line_of(key))
        yield from (EnvValue(name, setting, text, span) for setting, text in command_settings(command))
        yield from (TopicDecl("kafka", (Literal(topic),), "topic", span) for topic in topics_of_command(command))


def _pairs(mapping: YamlMapping, key: str) -> Iterator[tuple[str, str, int]]:
    """(name, value, line) of `NAME: value` or `- NAME=value`; a name alone passes the host's value on: `${NAME}`."""
    given = mapping.get(key)
    if isinstance(given, YamlMapping):
        for name, value in given.items():
            if value is None or isinstance(value, str):
                yield name, f"${{{name}}}" if value is None else value, given.line_of(name)
    elif isinstance(given, YamlList):
        for item in given.mappings():  # `- NAME: value`, which Compose refuses and people write.
            yield from ((name, value, item.line) for name, value in item.items() if isinstance(value, str))
        for text, line in given.texts():
            name, equals, value = text.partition("=")
            yield name.strip(), value if equals else f"${{{name.strip()}}}", line


def _start_order(artefact: Artefact, name: str, service: YamlMapping) -> Iterator[Fact]:
    depends_on = service.get("depends_on")
    if isinstance(depends_on, YamlMapping):
        for target in depends_on:
            yield StartOrder(name, target, SourceSpan(artefact.path, depends_on.line_of(target)))
    for target, line in service.items_of("depends_on").texts():
        yield StartOrder(name, target, SourceSpan(artefact.path, line))
    for link, line in [*service.items_of("links").texts(), *service.items_of("external_links").texts()]:
        target, _, alias = link.partition(":")
        span = SourceSpan(artefact.path, line)
        yield StartOrder(name, target, span)
        if alias and alias != target:
            yield ServiceAlias(alias, target, span, origin="compose")


PARSER = Parser("compose", patterns=("*.yml", "*.yaml"), parse=parse)
