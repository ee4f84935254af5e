"""The columns of GraphRAG 3.3's tables, in its order and with its types: one class a table, its name the file's."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document comes from: GraphRAG keeps what else is known of a document under `raw_data`."""

    kind: str
    repo: str
    path: str
    service: str


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """`documents`."""

    FILE: ClassVar[str] = "documents"
    id: str
    human_readable_id: int
    title: str
    text: str
    text_unit_ids: tuple[str, ...]
    creation_date: str
    raw_data: Origin


@dataclass(frozen=True, slots=True)
class TextUnitRow:
    """`text_units`. `n_tokens` is an estimate, a token for four characters: no query reads it."""

    FILE: ClassVar[str] = "text_units"
    id: str
    human_readable_id: int
    text: str
    n_tokens: int
    document_id: str
    entity_ids: tuple[str, ...]
    relationship_ids: tuple[str, ...]
    covariate_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityRow:
    """`entities`. `degree` counts neighbours, `frequency` text units."""

    FILE: ClassVar[str] = "entities"
    id: str
    human_readable_id: int
    title: str
    type: str
    description: str
    text_unit_ids: tuple[str, ...]
    frequency: int
    degree: int


@dataclass(frozen=True, slots=True)
class RelationshipRow:
    """`relationships`: the ends are titles. `weight` is the highest confidence of its layers."""

    FILE: ClassVar[str] = "relationships"
    id: str
    human_readable_id: int
    source: str
    target: str
    description: str
    weight: float
    combined_degree: int
    text_unit_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """`communities`. `community` is the number that others refer to; `parent` is -1 at the top."""

    FILE: ClassVar[str] = "communities"
    id: str
    human_readable_id: int
    community: int
    level: int
    parent: int
    children: tuple[int, ...]
    title: str
    entity_ids: tuple[str, ...]
    relationship_ids: tuple[str, ...]
    text_unit_ids: tuple[str, ...]
    period: str
    size: int


@dataclass(frozen=True, slots=True)
class FindingCell:
    """One finding of a report."""

    summary: str
    explanation: str


@dataclass(frozen=True, slots=True)
class CommunityReportRow:
    """`community_reports`."""

    FILE: ClassVar[str] = "community_reports"
    id: str
    human_readable_id: int
    community: int
    level: int
    parent: int
    children: tuple[int, ...]
    title: str
    summary: str
    full_content: str
    rank: float
    rating_explanation: str
    findings: tuple[FindingCell, ...]
    full_content_json: str
    period: str
    size: int


@dataclass(frozen=True, slots=True)
class CovariateRow:
    """`covariates`: subject and object are titles."""

    FILE: ClassVar[str] = "covariates"
    id: str
    human_readable_id: int
    covariate_type: str
    type: str
    description: str
    subject_id: str
    object_id: str
    status: str
    start_date: str
    end_date: str
    source_text: str
    text_unit_id: str


@dataclass(frozen=True, slots=True)
class GraphragTables:
    """All seven, each sorted by `human_readable_id`."""

    documents: tuple[DocumentRow, ...]
    text_units: tuple[TextUnitRow, ...]
    entities: tuple[EntityRow, ...]
    relationships: tuple[RelationshipRow, ...]
    communities: tuple[CommunityRow, ...]
    community_reports: tuple[CommunityReportRow, ...]
    covariates: tuple[CovariateRow, ...]
