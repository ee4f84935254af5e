"""Which files are configuration of a service, and for which profile, by path and by what they hold."""

import re
from collections.abc import Iterable

from parsed_graph.parser import Artefact

SPRING_STEM = re.compile(r"(application|bootstrap)(?:-(.+))?$")
_PROFILES = frozenset(
    """dev develop development prod production prd test testing tst qa uat sit stg stage staging preprod pre local
    localhost docker compose container k8s kube kubernetes openshift cloud aws gcp azure heroku cloudfoundry native
    ci e2e demo sandbox default mysql postgres postgresql h2 standalone cluster""".split()
)
_FOLDERS = re.compile(
    r"(^|/)(config|configs|conf|cfg|configuration|configurations|settings|shared|properties|offline-repository|res"
    r"|etc|[\w-]*config[\w-]*|[\w-]*-properties)/",
    re.I,
)
_RESOURCES = re.compile(r"(^|/)src/(main/)?(resources|config)/")
_NAMES = re.compile(
    r"^(config|settings|conf|microprofile-config|[\w.-]*[._-](config|settings|conf))([._-][\w-]+)?$", re.I
)
_NO_CONFIGURATION = re.compile(
    r"(^|/)(i18n|l10n|locales?|lang|langs|languages|translations?|messages|db|migrations?|changelogs?|static|public"
    r"|assets|templates|wrapper|specifications?|openapi|swagger|docs|META-INF/maven|mappings|cassettes|schemas?|workflows)/"
    r"|(^|/)(messages|ValidationMessages|i18n|log4j2?|logging|logback|gradle|gradle-wrapper|maven-wrapper|local|wro"
    r"|sonar-project|build|git|lombok|jest|babel|tsconfig|rollup|webpack|mkdocs|pubspec|analysis_options|stale|socket"
    r"|codecov|renovate|dependabot|Taskfile|pnpm-workspace|docker-bake|lerna|nest-cli|messages[_-]\w+)\.[\w]+$"
    r"|_[a-z]{2}(_[A-Z]{2})?\.properties$"
)
_SPRING_KEYS = frozenset(
    """spring eureka zuul ribbon hystrix feign turbine management resilience4j quarkus micronaut dubbo mybatis
    mybatis-plus seata""".split()
)


_SERVER_KEYS = frozenset({"server.port", "server.servlet", "server.context-path", "server.contextPath"})


_SHARED_FILES = frozenset({"application.yml", "application.yaml", "application.properties"})
"""Beside these, and where nothing is built or deployed, lie the files of a configuration repository."""
_BUILDS = frozenset(
    """pom.xml build.gradle build.gradle.kts package.json Dockerfile Makefile docker-compose.yml docker-compose.yaml
    compose.yml compose.yaml kustomization.yaml Chart.yaml""".split()
)


def is_configuration(artefact: Artefact, keys: Iterable[str]) -> bool:
    """Whether this file of dotted or top-level `keys` configures a program: named so, in a folder named so, or Spring's keys."""
    if "META-INF/" in artefact.path and not artefact.name.startswith("microprofile-config"):
        return False
    stem = artefact.name.rpartition(".")[0]
    if SPRING_STEM.match(stem):
        return True
    if _NO_CONFIGURATION.search(artefact.path):
        return False
    if _NAMES.match(stem) or _FOLDERS.search(artefact.path) or _RESOURCES.search(artefact.path):
        return True
    if not _SHARED_FILES.isdisjoint(artefact.siblings) and _BUILDS.isdisjoint(artefact.siblings):
        return True
    heads = {key.partition(".")[0] for key in keys}
    return not heads.isdisjoint(_SPRING_KEYS) or not _SERVER_KEYS.isdisjoint(keys)


def file_profile(artefact: Artefact) -> str:
    """`application-dev.yml` is dev; `orders-dev.yml` too where dev is a usual profile or `orders.yml` lies beside it."""
    stem = artefact.name.rpartition(".")[0]
    match = SPRING_STEM.match(stem)
    if match:
        return match.group(2) or ""
    if stem.lower() in _PROFILES - {"default"}:
        return stem  # node-config's and Go's `config/production.yaml`.
    for cut in re.finditer(r"[-.]", stem):
        head, tail = stem[: cut.start()], stem[cut.end() :]
        beside = any(
            f"{head}.{suffix}" in artefact.siblings for suffix in ("yml", "yaml", "properties", "json", "toml")
        )
        if head and tail and (beside or tail.lower() in _PROFILES):
            return tail
    return ""
