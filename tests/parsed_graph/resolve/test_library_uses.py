"""What libraries say about infrastructure."""

from parsed_graph.resolve.library_uses.library_use import library_use
from parsed_graph.resolve.library_uses.use_table import LibraryUse

SPRING = "org.springframework.cloud"


def test_a_discovery_client_connects_by_itself() -> None:
    assert library_use("maven", SPRING, "spring-cloud-starter-netflix-eureka-client") == LibraryUse(
        "discovery", "eureka", True
    )


def test_a_discovery_server_is_a_server_and_no_client() -> None:
    assert library_use("maven", SPRING, "spring-cloud-starter-netflix-eureka-server") == LibraryUse(
        "discovery", "eureka", False, "discovery"
    )


def test_a_driver_does_not_connect_by_itself() -> None:
    assert library_use("maven", "org.postgresql", "postgresql") == LibraryUse("database", "postgres", False)


def test_an_embedded_database_is_no_infrastructure() -> None:
    assert library_use("maven", "com.h2database", "h2") is None


def test_a_group_tells_two_artifacts_of_one_name_apart() -> None:
    assert library_use("maven", "software.amazon.awssdk", "sqs") == LibraryUse("messaging", "sqs", False)
    assert library_use("maven", "com.example", "sqs") is None


def test_the_first_matching_line_counts() -> None:
    assert library_use("maven", SPRING, "spring-security-oauth2-authorization-server") == LibraryUse(
        "auth", "spring-authorization-server", False, "auth"
    )


def test_a_stream_binder_connects_and_tells_the_broker() -> None:
    assert library_use("maven", SPRING, "spring-cloud-stream-binder-kafka-streams") == LibraryUse(
        "messaging", "kafka", True
    )


def test_a_go_module_is_found_whatever_its_major_version() -> None:
    assert library_use("go", "", "github.com/redis/go-redis/v9") == LibraryUse("cache", "redis", False)
    assert library_use("go", "", "github.com/segmentio/kafka-go/v2") == LibraryUse("messaging", "kafka", False)


def test_python_names_compare_as_their_registry_does() -> None:
    assert library_use("pypi", "", "Kafka_Python") == LibraryUse("messaging", "kafka", False)


def test_a_scoped_npm_package_is_found_with_and_without_its_group() -> None:
    assert library_use("npm", "", "@google-cloud/pubsub") == LibraryUse("messaging", "pubsub", False)
    assert library_use("npm", "@google-cloud", "pubsub") == LibraryUse("messaging", "pubsub", False)


def test_an_unknown_library_or_ecosystem_says_nothing() -> None:
    assert library_use("maven", "com.example", "orders") is None
    assert library_use("cargo", "", "rdkafka") is None


def test_a_dashboard_that_an_annotation_would_have_to_switch_on_makes_no_server() -> None:
    assert library_use("maven", "org.springframework.cloud", "spring-cloud-starter-hystrix-dashboard") is None


def test_a_client_without_its_starter_is_the_same_client() -> None:
    starter = library_use("maven", SPRING, "spring-cloud-starter-consul-discovery")
    assert library_use("maven", SPRING, "spring-cloud-consul-discovery") == starter
