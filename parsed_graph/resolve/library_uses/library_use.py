"""The use of infrastructure that a library implies, looked up in the table of its ecosystem."""

import re
from functools import cache

from parsed_graph.resolve.library_uses import composer, gem, go, maven, npm, nuget, pypi
from parsed_graph.resolve.library_uses.use_table import LibraryUse, UseTable


def library_use(ecosystem: str, group: str, artifact: str) -> LibraryUse | None:
    """The use that a library implies, None for one that implies none. `ecosystem`: maven, npm, pypi, go, nuget, composer, gem."""
    return _find(ecosystem.lower(), group.lower(), artifact.lower())


_TABLES = {
    "maven": maven.USES,
    "npm": npm.USES,
    "pypi": pypi.USES,
    "go": go.USES,
    "nuget": nuget.USES,
    "composer": composer.USES,
    "gem": gem.USES,
}
_ALIASES = {"gradle": "maven", "sbt": "maven", "python": "pypi", "rubygems": "gem", "packagist": "composer"}


@cache
def _table(ecosystem: str) -> UseTable | None:
    text = _TABLES.get(_ALIASES.get(ecosystem, ecosystem))
    return UseTable(text) if text else None


@cache
def _find(ecosystem: str, group: str, artifact: str) -> LibraryUse | None:
    table = _table(ecosystem)
    if table is None:
        return None
    if ecosystem in ("maven", "gradle", "sbt"):
        # sbt appends the Scala version to what it asks Maven for: `kafka-clients_2.13`.
        plain = re.sub(r"_[23](\.\d+)?$", "", artifact)
        return table.find((f"{group}:{artifact}", artifact, plain))
    name = f"{group}/{artifact}" if group else artifact
    if ecosystem in ("pypi", "python"):
        name = re.sub(r"[-_.]+", "-", name)  # PEP 503.
    if ecosystem == "go":
        return table.find((name, re.sub(r"/v\d+$", "", name)))
    return table.find((name,))
