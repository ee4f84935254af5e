"""Persistent objects of the JVM: JPA @Entity, Spring Data's @Document, @Table, @RedisHash and @Node, MyBatis-Plus @TableName, DynamoDB beans are EntityDecl.

@Embeddable is a value; a mapped superclass is no object of its own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.facts import EntityDecl, Fact, Literal, Text, render_text
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.string_values import string_values
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile, TypeSyntax


class _Mapping(NamedTuple):
    """An annotation of a package: the store it maps to, and the arguments that name the table or collection."""

    annotation: str
    package: str
    store: str
    names: tuple[str, ...] = ("value", "name")


_MAPPINGS = (
    _Mapping("Entity", "javax.persistence", "sql"),
    _Mapping("Entity", "jakarta.persistence", "sql"),
    _Mapping("Embeddable", "javax.persistence", "sql"),
    _Mapping("Embeddable", "jakarta.persistence", "sql"),
    _Mapping("Entity", "dev.morphia", "mongo"),
    _Mapping("Entity", "org.mongodb.morphia", "mongo"),
    _Mapping("Entity", "com.google.cloud.spring.data.datastore", "datastore"),
    _Mapping("Entity", "org.springframework.cloud.gcp.data.datastore", "datastore"),
    _Mapping("Entity", "com.datastax", "cassandra"),
    _Mapping("Document", "org.springframework.data.mongodb", "mongo", ("collection", "value")),
    _Mapping("Document", "org.springframework.data.elasticsearch", "elasticsearch", ("indexName",)),
    _Mapping("Document", "org.springframework.data.couchbase", "couchbase", ()),
    _Mapping("Document", "com.arangodb", "arangodb"),
    _Mapping("Document", "com.google.cloud.spring.data.firestore", "firestore", ("collectionName",)),
    _Mapping("MongoEntity", "io.quarkus.mongodb.panache", "mongo", ("collection",)),
    _Mapping("Table", "org.springframework.data.relational", "sql"),
    _Mapping("Table", "org.springframework.data.cassandra", "cassandra"),
    _Mapping("Table", "com.google.cloud.spring.data.spanner", "spanner"),
    _Mapping("MappedEntity", "io.micronaut.data", "sql"),
    _Mapping("TableName", "com.baomidou.mybatisplus", "sql"),
    _Mapping("RedisHash", "org.springframework.data.redis", "redis"),
    _Mapping("Node", "org.springframework.data.neo4j", "neo4j", ("value", "primaryLabel", "labels")),
    _Mapping("NodeEntity", "org.neo4j.ogm", "neo4j", ("value", "label")),
    _Mapping("SolrDocument", "org.springframework.data.solr", "solr", ("collection", "solrCoreName")),
    _Mapping("Container", "com.azure.spring.data.cosmos", "cosmosdb", ("containerName",)),
    _Mapping("DynamoDBTable", "com.amazonaws", "dynamodb", ("tableName",)),
    _Mapping("DynamoDbBean", "software.amazon.awssdk", "dynamodb", ()),
    _Mapping("DynamoDbImmutable", "software.amazon.awssdk", "dynamodb", ()),
)


def _mapped(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    declared = annotation.on_type
    if declared is None or annotation.on_function or annotation.on_field:
        return
    mapping = _mapping(annotation.name, file)
    if mapping is None:
        return
    kind = "value" if annotation.name == "Embeddable" else "aggregate"
    table = "" if kind == "value" else _table(annotation, mapping, declared, file)
    yield EntityDecl(declared.name, file.span(annotation.line), mapping.store, kind, table)


def _mapping(name: str, file: SourceFile) -> _Mapping | None:
    """The mapping whose package this file imports the annotation from, by name or by wildcard."""
    imported = file.imports.get(name)
    for mapping in _MAPPINGS:
        if mapping.annotation == name and (
            imported.startswith(mapping.package) if imported else file.imports_any((mapping.package,))
        ):
            return mapping
    return None


def _table(annotation: AnnotationSyntax, mapping: _Mapping, declared: TypeSyntax, file: SourceFile) -> str:
    """The name that `@Table` or else the annotation itself gives; "" where the naming strategy decides."""
    if annotation.name == "Entity":
        table = declared.annotation("Table")
        given = _name(table, ("name",), declared, file) if table else ""
        if given:
            return given
    return _name(annotation, mapping.names, declared, file)


def _name(annotation: AnnotationSyntax, names: tuple[str, ...], declared: TypeSyntax, file: SourceFile) -> str:
    node = argument_of(annotation, *names) if names else None
    values = string_values(node, None, declared, file) if node is not None else []
    return render_text(values[0]).strip('`"[]') if len(values) == 1 and _is_known(values[0]) else ""


def _is_known(text: Text) -> bool:
    return all(isinstance(part, Literal) for part in text)


FRAMEWORK = Framework(
    "jvm_entities",
    ("java", "kotlin", "scala", "groovy"),
    annotations=(AnnotationRule(tuple(sorted({mapping.annotation for mapping in _MAPPINGS})), _mapped),),
)
