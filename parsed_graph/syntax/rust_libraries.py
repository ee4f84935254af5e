"""Crates that are no part of an estate: Rust's own and widely used ones, by the name under which code uses them."""

LIBRARIES = frozenset(
    """
    actix actix_cors actix_files actix_http actix_identity actix_rt actix_session actix_web actix_web_lab ahash anyhow
    apalis argon2 arrow assert_json_diff async_graphql async_nats async_std async_stream async_trait aws_config
    aws_sdk_dynamodb aws_sdk_eventbridge aws_sdk_kinesis aws_sdk_s3 aws_sdk_sns aws_sdk_sqs awc axum axum_extra axum_server
    backoff base64 bb8 bcrypt bincode bson byteorder bytes cached cfg_if chrono chrono_tz clap clickhouse config console
    core criterion crossbeam csv dashmap deadpool deadpool_postgres deadpool_redis derive_builder derive_more diesel
    diesel_async diesel_migrations dirs dotenv dotenvy either elasticsearch env_logger envy eyre fake fern figment flate2
    flume fred futures futures_util google_cloud_pubsub graphql_client grpcio h2 headers hex hmac http http_body
    http_body_util humantime hyper hyper_tls hyper_util indexmap itertools jsonwebtoken juniper kafka lambda_http
    lambda_runtime lapin lazy_static lettre log log4rs lru maplit metrics mime mockall mockito moka mongodb mysql
    mysql_async native_tls nats neo4rs nom num num_traits oauth2 object_store once_cell openssl opentelemetry
    opentelemetry_appender_tracing opentelemetry_http opentelemetry_jaeger opentelemetry_otlp
    opentelemetry_sdk opentelemetry_semantic_conventions open_feature ordered_float parking_lot phf pin_project poem
    poem_openapi postgres prometheus proptest prost prost_types pulsar qdrant_client r2d2 r2d2_redis rand rayon rdkafka
    redis refinery regex reqwest reqwest_middleware reqwest_retry ring rmp_serde rocket rocket_db_pools rskafka rstest
    rumqttc rust_decimal rustls rusqlite salvo schemars scylla sea_orm sea_orm_migration sea_query secrecy sentry serde
    serde_json serde_qs serde_urlencoded serde_with serde_yaml serial_test sha2 similar slog sled smallvec snafu socket2
    sqlx std strum strum_macros surf surrealdb tantivy tempfile tera test_log testcontainers thiserror tide time tokio
    tokio_postgres tokio_retry tokio_rustls tokio_stream tokio_tungstenite tokio_util toml tonic tonic_build tonic_health
    tonic_reflection tonic_web tower tower_cookies tower_http tower_layer tower_service tower_sessions tracing
    tracing_actix_web tracing_appender tracing_bunyan_formatter tracing_log tracing_opentelemetry tracing_subscriber
    tungstenite typed_builder ulid unicode_segmentation ureq url utoipa utoipa_swagger_ui uuid validator warp wiremock
    zeroize alloc
    """.split()
)
"""One that is missing here is only looked up in vain."""

STANDARD = frozenset(
    """String Vec Option Result Box Arc Rc Mutex RwLock HashMap HashSet BTreeMap BTreeSet Duration Instant SystemTime Path
    PathBuf Uuid DateTime Utc Value Bytes Self Error Cow Pin Future Sender Receiver""".split()
)
"""Types of the prelude and of crates that hold no part of an estate."""
