"""Which files of a checkout are documents, and of what kind: by folder, by name, and where both are silent by headings."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatch
from typing import Protocol

from pipelines.documents.suffixes import is_document


class DocumentKind(StrEnum):
    """What a document is for."""

    ADR = "adr"
    INCIDENT = "incident"
    RFC = "RFC"
    RUNBOOK = "runbook"
    README = "README"
    OTHER = "document"


class Places(Protocol):
    """Where documents lie, beyond the usual places: glob patterns over the repository-relative path."""

    @property
    def adr(self) -> tuple[str, ...]:
        """Decision records."""
        ...

    @property
    def incident(self) -> tuple[str, ...]:
        """Postmortems."""
        ...

    @property
    def exclude(self) -> tuple[str, ...]:
        """What is no document."""
        ...


@dataclass(frozen=True, slots=True)
class UsualPlaces:
    """The places without any settings."""

    adr: tuple[str, ...] = ()
    incident: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


_ADR_FOLDER = re.compile(
    r"(?:^|/)(?:[\w.-]*[-_])?(?:adrs?|madr|decisions?|decision[-_ ]?(?:records?|log)|architecture[-_ ]decision[-_ ]?(?:records?)?|architectural[-_ ]decisions?|decis(?:ao|oes)|decis(?:ão|ões))(?:[-_][\w.-]*)?/",
    re.I,
)
_INCIDENT_FOLDER = re.compile(
    r"(?:^|/)(?:[\w.-]*[-_])?(?:post[-_ ]?mortems?|incidents?|incident[-_ ]?(?:reports?|reviews?|log)|outages?|rcas?|root[-_ ]cause[-_ ]analys[ie]s|coes?|retrospectives?|pirs?|incidentes?)(?:[-_][\w.-]*)?/",
    re.I,
)
_RFC_FOLDER = re.compile(r"(?:^|/)(?:rfcs?|proposals?|design[-_ ]docs?|enhancements?)/", re.I)
_RUNBOOK_FOLDER = re.compile(r"(?:^|/)(?:run[-_ ]?books?|play[-_ ]?books?)/", re.I)
_ADR_NAME = re.compile(r"(?:^|[-_])(?:adr|dadr|madr)[-_ ]?\d|^\d{3,5}[-_ ]\w|^(?:19|20)\d{6}-[a-z]", re.I)
_INCIDENT_NAME = re.compile(
    r"post[-_ ]?mortem|incident[-_ ]report|(?:^|[-_])(?:pm|inc|rca|coe)[-_]?\d{2,}|outage", re.I
)
_RUNBOOK_NAME = re.compile(r"run[-_ ]?book|play[-_ ]?book", re.I)
_NOT_A_RECORD = re.compile(
    r"^(?:readme|index|_index|template|contributing|changelog|code_of_conduct|agents|claude|summary|toc|license|.*[-_.]template|template[-_.].*|adr[-_]?template.*|0{3,5}[-_](?:adr[-_])?template.*)$",
    re.I,
)
_HEADINGS = re.compile(r"^(?:#{1,4}|={2,4})\s+(?:\d+[.)]?\s*)?(?P<title>[^\n]{1,60})$", re.M)
_ADR_HEADINGS = (
    re.compile(r"decision|decisão|decisao", re.I),
    re.compile(r"context|status|consequences|contexto|consequências|considered options", re.I),
)
_INCIDENT_HEADINGS = (
    re.compile(r"root cause|contributing|impact|causa raiz|impacto|what happened", re.I),
    re.compile(r"timeline|action items|lessons|resolution|detection|linha do tempo|what went", re.I),
)
_INCIDENT_WORD = re.compile(r"incident|outage|post-?mortem|downtime|incidente|indisponib|root cause", re.I)


def kind_by_path(path: str, patterns: Places) -> DocumentKind | None:
    """The kind that settings, folder or name give; None where only the text can tell, or where it is no document at all."""
    if not is_document(path) or _matches(path, patterns.exclude):
        return None
    if _matches(path, patterns.adr):
        return DocumentKind.ADR
    if _matches(path, patterns.incident):
        return DocumentKind.INCIDENT
    folder, _, name = path.rpartition("/")
    stem = re.sub(r"(?:\.html)?\.\w+(?:\.erb)?$", "", name)
    if stem.lower() == "readme":
        return DocumentKind.README
    if _NOT_A_RECORD.match(stem):
        return DocumentKind.OTHER
    return _by_folder(f"{folder}/", stem)


def _by_folder(folder: str, stem: str) -> DocumentKind | None:
    in_adr, in_incident = _last(_ADR_FOLDER, folder), _last(_INCIDENT_FOLDER, folder)
    if in_incident > in_adr:
        return DocumentKind.INCIDENT
    if in_adr >= 0:
        return DocumentKind.ADR
    if _RFC_FOLDER.search(folder):
        return DocumentKind.RFC
    if _RUNBOOK_FOLDER.search(folder) or _RUNBOOK_NAME.search(stem):
        return DocumentKind.RUNBOOK
    if _INCIDENT_NAME.search(stem):
        return DocumentKind.INCIDENT
    return DocumentKind.ADR if re.search(r"(?:^|[-_])(?:adr|dadr|madr)[-_ ]?\d", stem, re.I) else None


def kind_by_text(path: str, text: str, by_path: DocumentKind | None) -> DocumentKind:
    """The kind when the text is known, too: headings decide where the path did not, and overrule a folder that holds other prose."""
    titles = [found["title"] for found in _HEADINGS.finditer(text[:40_000])]
    is_adr = all(any(pattern.search(title) for title in titles) for pattern in _ADR_HEADINGS)
    groups = [any(pattern.search(title) for title in titles) for pattern in _INCIDENT_HEADINGS]
    headed = any(groups)
    is_incident = all(groups) and bool(_INCIDENT_WORD.search(text[:20_000]))
    if by_path is None:
        if is_adr and _ADR_NAME.search(path.rpartition("/")[2]):
            return DocumentKind.ADR
        return DocumentKind.INCIDENT if is_incident and not is_adr else DocumentKind.OTHER
    if by_path is DocumentKind.ADR and not is_adr:
        if is_incident:
            return DocumentKind.INCIDENT
        numbered = _ADR_NAME.search(path.rpartition("/")[2])
        if not numbered and not re.search(r"^\W*status\b", text[:3000], re.I | re.M):
            return DocumentKind.OTHER
    if (
        by_path is DocumentKind.INCIDENT
        and not headed
        and not _INCIDENT_WORD.search(f"{path.rpartition('/')[2]} {text[:20_000]}")
    ):
        return DocumentKind.OTHER
    return by_path


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) or fnmatch(path, f"*/{pattern}") for pattern in patterns)
