"""Repositories of Spring Data, Micronaut Data, Panache and MyBatis: an interface over an entity type is a RepositoryDecl.

The store is "" where the base type serves several; it is then the entity's.
https://docs.spring.io/spring-data/commons/reference/repositories.html
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, RepositoryDecl
from parsed_graph.framework import AnnotationRule, Framework, TypeRule, simple_name
from parsed_graph.rules.message_type import split_type
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile, TypeSyntax

_PACKAGES = (
    "org.springframework.data",
    "io.micronaut.data",
    "io.quarkus",
    "com.baomidou.mybatisplus",
    "com.azure.spring.data",
    "com.google.cloud.spring.data",
    "org.socialsignin.spring.data",
    "tk.mybatis",
)
_STORES = {
    "Repository": "",
    "CrudRepository": "",
    "ListCrudRepository": "",
    "PagingAndSortingRepository": "",
    "ListPagingAndSortingRepository": "",
    "ReactiveCrudRepository": "",
    "ReactiveSortingRepository": "",
    "RxJava2CrudRepository": "",
    "RxJava3CrudRepository": "",
    "CoroutineCrudRepository": "",
    "CoroutineSortingRepository": "",
    "GenericRepository": "",
    "PageableRepository": "",
    "ReactorCrudRepository": "",
    "ReactiveStreamsCrudRepository": "",
    "KeyValueRepository": "redis",
    "JpaRepository": "sql",
    "JpaRepositoryImplementation": "sql",
    "RevisionRepository": "sql",
    "R2dbcRepository": "sql",
    "MongoRepository": "mongo",
    "ReactiveMongoRepository": "mongo",
    "ElasticsearchRepository": "elasticsearch",
    "ReactiveElasticsearchRepository": "elasticsearch",
    "ElasticsearchCrudRepository": "elasticsearch",
    "CassandraRepository": "cassandra",
    "ReactiveCassandraRepository": "cassandra",
    "Neo4jRepository": "neo4j",
    "ReactiveNeo4jRepository": "neo4j",
    "CouchbaseRepository": "couchbase",
    "ReactiveCouchbaseRepository": "couchbase",
    "SolrCrudRepository": "solr",
    "CosmosRepository": "cosmosdb",
    "ReactiveCosmosRepository": "cosmosdb",
    "FirestoreReactiveRepository": "firestore",
    "DatastoreRepository": "datastore",
    "SpannerRepository": "spanner",
    "DynamoDBCrudRepository": "dynamodb",
    "DynamoDBPagingAndSortingRepository": "dynamodb",
    "PanacheRepository": "sql",
    "PanacheRepositoryBase": "sql",
    "PanacheMongoRepository": "mongo",
    "PanacheMongoRepositoryBase": "mongo",
    "ReactivePanacheMongoRepository": "mongo",
    "BaseMapper": "sql",
}
_ACTIVE_RECORDS = {
    "PanacheEntity": "sql",
    "PanacheEntityBase": "sql",
    "PanacheMongoEntity": "mongo",
    "PanacheMongoEntityBase": "mongo",
    "ReactivePanacheMongoEntity": "mongo",
}
# A type parameter, `T` or `ID`, or a wildcard: the repository is then itself a base type.
_PARAMETER = re.compile(r"^([A-Z][A-Z0-9]?|\?.*)$")


def _extended(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`interface OrderRepository extends JpaRepository<Order, Long>`."""
    if declared.annotation("NoRepositoryBean"):
        return
    found = [(base, simple_name(base)) for base in declared.bases if simple_name(base) in _STORES]
    # Of several bases of one repository the one that names its store says most.
    found.sort(key=lambda item: _STORES[item[1]] == "")
    entities = [(split_type(base)[1][:1], name) for base, name in found]
    for arguments, name in entities[:1]:
        entity = arguments[0].rpartition(".")[2] if arguments else ""
        if entity and not _PARAMETER.match(entity):
            yield RepositoryDecl(declared.name, simple_name(entity), file.span(declared.line), _STORES[name])


def _active_record(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """A Panache entity is its own repository."""
    for base in declared.bases:
        store = _ACTIVE_RECORDS.get(simple_name(base))
        if store:
            yield RepositoryDecl(declared.name, declared.name, file.span(declared.line), store)


def _defined(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@RepositoryDefinition(domainClass = Order.class, idClass = Long.class)`."""
    entity = re.match(r"(?:[\w.]*\.)?(\w+)(?:\.class|::class)", file.text(annotation.argument("domainClass")))
    if annotation.on_type and entity:
        yield RepositoryDecl(annotation.on_type.name, entity.group(1), file.span(annotation.line), "")


FRAMEWORK = Framework(
    "spring_data",
    ("java", "kotlin", "scala", "groovy"),
    types=(
        TypeRule(tuple(_STORES), _extended, imports=_PACKAGES),
        TypeRule(tuple(_ACTIVE_RECORDS), _active_record, imports=("io.quarkus",)),
    ),
    annotations=(AnnotationRule(("RepositoryDefinition",), _defined, imports=_PACKAGES),),
)
