"""Configuration, deployment and build files made to crash, hang or flood: each ends quickly, as facts or an ArtefactError."""

import importlib
import random
import time

import pytest

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact, Parser

# Parser -> paths under which it reads a file.
PARSERS = {
    "api_gateway": ("kong.yml", "krakend.json", "apisix/apisix.yaml"),
    "apache_httpd": ("site.conf",),
    "aspnet_settings": ("appsettings.json", "Properties/launchSettings.json"),
    "beats": ("filebeat.yml",),
    "bundler": ("Gemfile", "a.gemspec"),
    "caddy": ("Caddyfile",),
    "cargo": ("Cargo.toml",),
    "compose": ("docker-compose.yml",),
    "composer": ("composer.json",),
    "config_file": ("config/default.json", "config/default.toml"),
    "dockerfile": ("Dockerfile",),
    "dotenv": (".env",),
    "dotnet_gateway": ("ocelot.json", "appsettings.json"),
    "dotnet_project": ("a.csproj", "a.sln", "a.slnx"),
    "envoy": ("envoy.yaml",),
    "go_module": ("go.mod", "go.work"),
    "gradle": ("build.gradle", "settings.gradle.kts"),
    "gradle_catalog": ("libs.versions.toml",),
    "grafana": ("datasources.yml",),
    "haproxy": ("haproxy.cfg",),
    "helm": ("chart/templates/a.yaml", "chart/values.yaml", "chart/Chart.yaml"),
    "hocon": ("application.conf",),
    "image_builds": (".github/workflows/a.yml", "Makefile", "Tiltfile", "docker-bake.hcl"),
    "kubernetes": ("k8s/a.yaml",),
    "kustomize": ("kustomization.yaml",),
    "log_appender": ("logback.xml",),
    "maven": ("pom.xml",),
    "nginx": ("nginx.conf",),
    "npm": ("package.json",),
    "otel_collector": ("otel.yaml",),
    "prometheus": ("prometheus.yml",),
    "python_project": ("pyproject.toml", "setup.cfg", "Pipfile", "requirements.txt"),
    "rabbitmq_definitions": ("definitions.json",),
    "sbt": ("build.sbt",),
    "serverless": ("serverless.yml",),
    "skaffold": ("skaffold.yaml",),
    "spring_config": ("application.yml", "application.properties"),
    "terraform": ("main.tf",),
    "traefik": ("traefik.yml", "traefik.toml"),
    "yaml_file": ("a.yaml",),
}
READS = [(name, path) for name, paths in PARSERS.items() for path in paths]
# What opens a document of each kind, so that hostile values get past the look at its keys.
OPENINGS = """
services: {a: VALUE, b: {image: VALUE, build: VALUE, ports: VALUE, environment: VALUE, depends_on: VALUE, extends: VALUE}}
apiVersion: apps/v1
kind: Deployment
metadata: {name: VALUE, annotations: VALUE}
spec: {template: VALUE, rules: VALUE, selector: VALUE, ports: VALUE, http: VALUE, jobTemplate: VALUE}
data: VALUE
static_resources: {listeners: VALUE, clusters: VALUE}
scrape_configs: VALUE
exporters: VALUE
service: {pipelines: VALUE, name: VALUE}
provider: VALUE
functions: VALUE
http: {routers: VALUE, services: VALUE}
datasources: VALUE
build: {artifacts: VALUE}
patches: VALUE
configMapGenerator: VALUE
dependencies: VALUE
output: {logstash: VALUE}
"""
VALUES = (
    "x",
    "~",
    "[[[[a]]]]",
    "{a: {b: [c, {d: e}]}}",
    "[~, 1, {}, [], x]",
    "{x: ~, '': {'': ''}}",
    "-1e999",
    "'${${a}}'",
)


def read(parser_name: str, path: str, content: bytes) -> float:
    """Seconds of processor time that a parser takes; a problem it reports as one is fine, any other exception is not."""
    parser: Parser = importlib.import_module(f"parsed_graph.parsers.{parser_name}").PARSER
    started = time.process_time()
    try:
        for _ in parser.parse(Artefact(path, content)):
            pass
    except ArtefactError:
        pass
    return time.process_time() - started


def repeated(piece: str) -> bytes:
    return (piece * (15_000 // len(piece) + 1))[:15_000].encode()


PIECES = [
    "{", "[", "(", '"', "'", "`", "<", "${", "{{", "{% if %}", "{{ if }}\n", "/*", "#", "\\\n", "a: ", "a:\n ", "- ", "a=", "a {",
    "<a>", "<!--", "a b c\n", "=", "\t", "\r", "<<EOF\n", '"""', "a.b.c.", "server a b;", "location ~ (((", "[a", "a[", "@x", "%",
    "FROM a AS a\n", "RUN <<E\n", "gem 'a',\n", "use_backend a if { path_beg /\n", "ProxyPass / http://a\n", "a|", "&a *a ",
    "x = [\n", "dependencies { ", "upstream a {", "--- \n", "!a ", "\u0000", "\ud7ff\u00e9", "require (\n", 'Project("{a}") = "',
]  # fmt: skip


@pytest.mark.parametrize(("name", "path"), READS, ids=[f"{name}-{path}" for name, path in READS])
def test_repeated_pieces_take_time_in_proportion(name: str, path: str) -> None:
    seconds = {piece: read(name, path, repeated(piece)) for piece in PIECES}

    assert {piece: spent for piece, spent in seconds.items() if spent > 1} == {}


@pytest.mark.parametrize(("name", "path"), READS, ids=[f"{name}-{path}" for name, path in READS])
def test_unexpected_shapes_are_read_or_refused(name: str, path: str) -> None:
    dice = random.Random(7)
    for _ in range(8):
        lines = [line for line in OPENINGS.strip().splitlines() if dice.random() < 0.4]
        text = "\n".join("".join(_filled(line, dice)) for line in lines)
        read(name, path, text.encode())
        read(name, path, text.replace("~", "null").replace("'", '"').encode())


@pytest.mark.parametrize(("name", "path"), READS, ids=[f"{name}-{path}" for name, path in READS])
def test_damaged_fixtures_are_read_or_refused(name: str, path: str) -> None:
    dice = random.Random(11)
    alphabet = [*"{}[]()<>\"'`$#:=;,\\\n\t |&*!%@-/", "{{", "}}", "${", "\x00", "\u00e9", "ab1"]
    seed = "\n".join(line.replace("VALUE", "x") for line in OPENINGS.splitlines())
    for _ in range(6):
        text = list(seed)
        for _ in range(40):
            text[dice.randrange(len(text))] = dice.choice(alphabet)
        read(name, path, "".join(text).encode())


@pytest.mark.parametrize(
    "content", [b"", b"\xef\xbb\xbf", b"\xff\xfe\x00", b"\x00" * 100, b"\xc3\x28" * 50, b"\n" * 1000]
)
def test_bytes_that_are_no_text_are_refused_or_empty(content: bytes) -> None:
    for name, path in READS:
        read(name, path, content)


def _filled(line: str, dice: random.Random) -> list[str]:
    head, *rest = line.split("VALUE")
    return [head, *(dice.choice(VALUES) + part for part in rest)]
