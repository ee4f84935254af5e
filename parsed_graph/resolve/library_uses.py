"""What a library on the classpath says about infrastructure: a table from artifact names to capability, product and server role.

One line a pattern: the artifact (`group:artifact` or `artifact` for Maven; the package name elsewhere; `*` matches
any characters), the capability and product as InfrastructureUse names them (`-` for no product), then

- `connects` where the library by itself opens the connection when the program starts (a discovery or configuration
  client, a bus, a stream binder); a driver does not: what it connects to is in configuration;
- `serves:<role>` where the library makes its module a server of that Role.

Embedded databases (H2, HSQLDB, Derby, SQLite) are no infrastructure and have no line. The first matching line
counts. A line stands for what the library's own documentation says that it does.
"""

import re
from dataclasses import dataclass
from fnmatch import translate
from functools import cache


@dataclass(frozen=True, slots=True)
class LibraryUse:
    """What a library connects to, or, where `server_role` is not "", what it makes its module be."""

    capability: str
    product: str
    certain: bool
    server_role: str = ""


def library_use(ecosystem: str, group: str, artifact: str) -> LibraryUse | None:
    """The use that a library implies, None for one that implies none. `ecosystem`: maven, npm, pypi, go, nuget, composer, gem."""
    return _find(ecosystem.lower(), group.lower(), artifact.lower())


_MAVEN = """
spring-cloud-starter-netflix-eureka-server     discovery   eureka          serves:discovery
spring-cloud-starter-eureka-server             discovery   eureka          serves:discovery
spring-cloud-netflix-eureka-server             discovery   eureka          serves:discovery
spring-cloud-starter-netflix-eureka-client     discovery   eureka          connects
spring-cloud-starter-eureka                    discovery   eureka          connects
spring-cloud-netflix-eureka-client             discovery   eureka          connects
quarkus-eureka                                 discovery   eureka          connects
com.netflix.eureka:eureka-client               discovery   eureka
spring-cloud-starter-consul-discovery          discovery   consul          connects
spring-cloud-starter-consul-all                discovery   consul          connects
spring-cloud-starter-consul-config             config      consul          connects
spring-cloud-starter-consul                    discovery   consul
spring-cloud-starter-zookeeper-discovery       discovery   zookeeper       connects
spring-cloud-starter-zookeeper-config          config      zookeeper       connects
spring-cloud-starter-zookeeper-all             discovery   zookeeper       connects
spring-cloud-starter-alibaba-nacos-discovery   discovery   nacos           connects
spring-cloud-starter-alibaba-nacos-config      config      nacos           connects
nacos-discovery-spring-boot-starter            discovery   nacos           connects
nacos-config-spring-boot-starter               config      nacos           connects
nacos-client                                   discovery   nacos
micronaut-discovery-client                     discovery   -
quarkus-config-consul                          config      consul          connects
spring-cloud-config-server                     config      spring-cloud-config  serves:config
spring-cloud-starter-config                    config      spring-cloud-config  connects
spring-cloud-config-client                     config      spring-cloud-config  connects
quarkus-spring-cloud-config-client             config      spring-cloud-config  connects
spring-cloud-starter-vault-config              config      vault           connects
spring-cloud-vault-config                      config      vault           connects
apollo-client*                                 config      apollo          connects
spring-cloud-starter-gateway*                  other       spring-cloud-gateway  serves:gateway
spring-cloud-gateway-*                         other       spring-cloud-gateway  serves:gateway
spring-cloud-starter-netflix-zuul              other       zuul            serves:gateway
spring-cloud-starter-zuul                      other       zuul            serves:gateway
spring-cloud-netflix-zuul                      other       zuul            serves:gateway
spring-boot-admin-starter-server               monitoring  spring-boot-admin  serves:monitoring
spring-boot-admin-server                       monitoring  spring-boot-admin  serves:monitoring
spring-boot-admin-server-ui                    monitoring  spring-boot-admin  serves:monitoring
spring-boot-admin-starter-client               monitoring  spring-boot-admin
spring-boot-admin-client                       monitoring  spring-boot-admin
spring-cloud-starter-netflix-hystrix-dashboard monitoring  hystrix-dashboard  serves:monitoring
spring-cloud-starter-hystrix-dashboard         monitoring  hystrix-dashboard  serves:monitoring
spring-cloud-netflix-hystrix-dashboard         monitoring  hystrix-dashboard  serves:monitoring
spring-cloud-starter-netflix-turbine*          monitoring  turbine         serves:monitoring
spring-cloud-starter-turbine*                  monitoring  turbine         serves:monitoring
spring-cloud-netflix-turbine*                  monitoring  turbine         serves:monitoring
spring-cloud-netflix-hystrix-stream            messaging   -
spring-cloud-starter-netflix-hystrix-stream    messaging   -
spring-cloud-netflix-hystrix-amqp              messaging   rabbitmq        connects
io.zipkin.java:zipkin-server                   tracing     zipkin          serves:monitoring
io.zipkin.java:zipkin-autoconfigure-*          tracing     zipkin          serves:monitoring
io.zipkin:zipkin-server                        tracing     zipkin          serves:monitoring
spring-cloud-sleuth-zipkin-stream              tracing     zipkin          serves:monitoring
spring-cloud-starter-zipkin                    tracing     zipkin          connects
spring-cloud-starter-sleuth-zipkin             tracing     zipkin          connects
spring-cloud-sleuth-zipkin                     tracing     zipkin          connects
spring-boot-starter-zipkin                     tracing     zipkin          connects
spring-boot-zipkin                             tracing     zipkin          connects
zipkin-reporter-brave                          tracing     zipkin          connects
zipkin-sender-*                                tracing     zipkin
opentelemetry-exporter-zipkin                  tracing     zipkin
opentelemetry-exporter-jaeger*                 tracing     jaeger
opentelemetry-exporter-otlp*                   tracing     otel-collector
opentelemetry-spring-boot-starter              tracing     otel-collector
quarkus-opentelemetry                          tracing     otel-collector
jaeger-client                                  tracing     jaeger
jaeger-thrift                                  tracing     jaeger
opentracing-spring-jaeger-*                    tracing     jaeger
apm-toolkit-*                                  tracing     skywalking
micrometer-registry-prometheus*                monitoring  prometheus
simpleclient_spring_boot                       monitoring  prometheus
quarkus-micrometer-registry-prometheus         monitoring  prometheus
micrometer-registry-influx                     monitoring  influxdb
micrometer-registry-graphite                   monitoring  graphite
micrometer-registry-datadog                    monitoring  datadog
micrometer-registry-new-relic                  monitoring  newrelic
micrometer-registry-otlp                       monitoring  otel-collector
spring-cloud-starter-alibaba-sentinel          monitoring  sentinel
sentry*                                        monitoring  sentry
io.sentry:*                                    monitoring  sentry
logstash-logback-encoder                       logging     logstash
logstash-gelf                                  logging     graylog
logback-gelf                                   logging     graylog
loki-logback-appender                          logging     loki
fluent-logger                                  logging     fluentd
logback-more-appenders                         logging     fluentd
spring-cloud-starter-bus-amqp                  messaging   rabbitmq        connects
spring-cloud-starter-bus-kafka                 messaging   kafka           connects
spring-cloud-starter-stream-rabbit             messaging   rabbitmq        connects
spring-cloud-stream-binder-rabbit*             messaging   rabbitmq        connects
spring-cloud-starter-stream-kafka              messaging   kafka           connects
spring-cloud-stream-binder-kafka*              messaging   kafka           connects
spring-cloud-stream-binder-kinesis             messaging   kinesis         connects
spring-cloud-stream-binder-pulsar              messaging   pulsar          connects
spring-cloud-starter-stream-pulsar             messaging   pulsar          connects
spring-cloud-starter-stream-rocketmq           messaging   rocketmq        connects
spring-cloud-gcp-pubsub-stream-binder          messaging   pubsub          connects
spring-cloud-azure-stream-binder-eventhubs     messaging   eventhubs       connects
spring-cloud-azure-stream-binder-servicebus    messaging   servicebus      connects
spring-boot-starter-amqp                       messaging   rabbitmq
spring-rabbit                                  messaging   rabbitmq
spring-rabbit-stream                           messaging   rabbitmq
spring-integration-amqp                        messaging   rabbitmq
com.rabbitmq:amqp-client                       messaging   rabbitmq
reactor-rabbitmq                               messaging   rabbitmq
micronaut-rabbitmq                             messaging   rabbitmq
*-reactive-messaging-rabbitmq                  messaging   rabbitmq
*-messaging-rabbitmq                           messaging   rabbitmq
spring-kafka                                   messaging   kafka
spring-boot-starter-kafka                      messaging   kafka
spring-integration-kafka                       messaging   kafka
org.apache.kafka:kafka-clients                 messaging   kafka
org.apache.kafka:kafka-streams                 messaging   kafka
org.apache.kafka:kafka_*                       messaging   kafka
reactor-kafka                                  messaging   kafka
micronaut-kafka*                               messaging   kafka
quarkus-kafka-*                                messaging   kafka
*-reactive-messaging-kafka                     messaging   kafka
*-messaging-kafka                              messaging   kafka
spring-boot-starter-activemq                   messaging   activemq
spring-boot-starter-artemis                    messaging   activemq
org.apache.activemq:activemq-client            messaging   activemq
org.apache.activemq:activemq-spring            messaging   activemq
org.apache.activemq:artemis-jms-client         messaging   activemq
quarkus-artemis-jms                            messaging   activemq
spring-cloud-gcp-starter-pubsub                messaging   pubsub
com.google.cloud:google-cloud-pubsub           messaging   pubsub
spring-integration-gcp                         messaging   pubsub
spring-cloud-aws-starter-sqs                   messaging   sqs
spring-cloud-aws-starter-sns                   messaging   sns
spring-cloud-aws-messaging                     messaging   sqs
spring-cloud-starter-aws-messaging             messaging   sqs
com.amazonaws:aws-java-sdk-sqs                 messaging   sqs
com.amazonaws:aws-java-sdk-sns                 messaging   sns
com.amazonaws:aws-java-sdk-eventbridge         messaging   eventbridge
com.amazonaws:aws-java-sdk-kinesis             messaging   kinesis
software.amazon.awssdk:sqs                     messaging   sqs
software.amazon.awssdk:sns                     messaging   sns
software.amazon.awssdk:eventbridge             messaging   eventbridge
software.amazon.awssdk:kinesis                 messaging   kinesis
amazon-sqs-java-messaging-lib                  messaging   sqs
azure-messaging-servicebus                     messaging   servicebus
azure-messaging-eventhubs                      messaging   eventhubs
rocketmq-spring-boot-starter                   messaging   rocketmq
rocketmq-client                                messaging   rocketmq
spring-pulsar-spring-boot-starter              messaging   pulsar
spring-boot-starter-pulsar*                    messaging   pulsar
pulsar-client                                  messaging   pulsar
io.nats:jnats                                  messaging   nats
org.eclipse.paho:*                             messaging   mqtt
spring-integration-mqtt                        messaging   mqtt
org.postgresql:postgresql                      database    postgres
r2dbc-postgresql                               database    postgres
quarkus-jdbc-postgresql                        database    postgres
quarkus-reactive-pg-client                     database    postgres
vertx-pg-client                                database    postgres
mysql:mysql-connector-java                     database    mysql
mysql-connector-*                              database    mysql
r2dbc-mysql                                    database    mysql
dev.miku:r2dbc-mysql                           database    mysql
quarkus-jdbc-mysql                             database    mysql
mariadb-java-client                            database    mariadb
r2dbc-mariadb                                  database    mariadb
quarkus-jdbc-mariadb                           database    mariadb
com.oracle*:ojdbc*                             database    oracle
oracle-r2dbc                                   database    oracle
mssql-jdbc                                     database    mssql
r2dbc-mssql                                    database    mssql
clickhouse-jdbc                                database    clickhouse
spring-boot-starter-data-mongodb*              database    mongo
spring-data-mongodb                            database    mongo
org.mongodb:mongo*                             database    mongo
quarkus-mongodb-*                              database    mongo
micronaut-mongo-*                              database    mongo
kmongo*                                        database    mongo
spring-boot-starter-data-redis*                cache       redis
spring-data-redis                              cache       redis
spring-session-data-redis                      cache       redis
redis.clients:jedis                            cache       redis
lettuce-core                                   cache       redis
redisson*                                      cache       redis
quarkus-redis-client                           cache       redis
micronaut-redis-*                              cache       redis
spymemcached                                   cache       memcached
hazelcast*                                     cache       hazelcast
spring-boot-starter-data-cassandra*            database    cassandra
java-driver-core                               database    cassandra
cassandra-driver-core                          database    cassandra
spring-boot-starter-data-neo4j                 database    neo4j
spring-data-neo4j                              database    neo4j
neo4j-java-driver                              database    neo4j
neo4j-ogm-*                                    database    neo4j
spring-boot-starter-data-couchbase*            database    couchbase
com.couchbase.client:*                         database    couchbase
spring-boot-starter-data-elasticsearch         search      elasticsearch
spring-data-elasticsearch                      search      elasticsearch
elasticsearch-rest-*client                     search      elasticsearch
co.elastic.clients:elasticsearch-java          search      elasticsearch
opensearch-java                                search      elasticsearch
spring-boot-starter-data-solr                  search      solr
solr-solrj                                     search      solr
influxdb-*                                     database    influxdb
spring-cloud-gcp-starter-data-firestore        database    firestore
google-cloud-firestore                         database    firestore
google-cloud-spanner*                          database    spanner
google-cloud-bigquery                          database    bigquery
software.amazon.awssdk:dynamodb*               database    dynamodb
com.amazonaws:aws-java-sdk-dynamodb            database    dynamodb
spring-data-dynamodb                           database    dynamodb
software.amazon.awssdk:s3*                     storage     s3
com.amazonaws:aws-java-sdk-s3                  storage     s3
spring-cloud-aws-starter-s3                    storage     s3
google-cloud-storage                           storage     gcs
azure-storage-blob                             storage     azure-blob
io.minio:minio                                 storage     minio
aliyun-sdk-oss                                 storage     oss
spring-boot-starter-oauth2-authorization-server  auth      spring-authorization-server  serves:auth
spring-boot-starter-security-oauth2-authorization-server  auth  spring-authorization-server  serves:auth
spring-security-oauth2-authorization-server    auth        spring-authorization-server  serves:auth
spring-boot-starter-oauth2-resource-server     auth        -
spring-boot-starter-oauth2-client              auth        -
spring-cloud-starter-oauth2                    auth        -
spring-security-oauth2*                        auth        -
keycloak-*                                     auth        keycloak
quarkus-oidc*                                  auth        -
quarkus-keycloak-*                             auth        keycloak
okta-spring-boot-starter                       auth        okta
spring-boot-starter-mail                       mail        -
quarkus-mailer                                 mail        -
com.sun.mail:javax.mail                        mail        -
sendgrid-java                                  mail        sendgrid
"""

_NPM = """
eureka-js-client          discovery   eureka
consul                    discovery   consul
nacos                     discovery   nacos
spring-cloud-config-client  config    spring-cloud-config
node-vault                config      vault
express-gateway           other       express-gateway  serves:gateway
fast-gateway              other       fast-gateway     serves:gateway
@apollo/gateway           other       apollo-gateway   serves:gateway
oidc-provider             auth        oidc-provider    serves:auth
kafkajs                   messaging   kafka
kafka-node                messaging   kafka
node-rdkafka              messaging   kafka
@confluentinc/kafka-javascript  messaging  kafka
amqplib                   messaging   rabbitmq
amqp-connection-manager   messaging   rabbitmq
rhea                      messaging   -
@golevelup/nestjs-rabbitmq  messaging  rabbitmq
@google-cloud/pubsub      messaging   pubsub
@aws-sdk/client-sqs       messaging   sqs
sqs-consumer              messaging   sqs
sqs-producer              messaging   sqs
@aws-sdk/client-sns       messaging   sns
@aws-sdk/client-eventbridge  messaging  eventbridge
@aws-sdk/client-kinesis   messaging   kinesis
@azure/service-bus        messaging   servicebus
@azure/event-hubs         messaging   eventhubs
nats                      messaging   nats
@nats-io/*                messaging   nats
node-nats-streaming       messaging   nats
mqtt                      messaging   mqtt
pulsar-client             messaging   pulsar
bull                      cache       redis
bullmq                    cache       redis
@nestjs/bull*             cache       redis
pg                        database    postgres
pg-promise                database    postgres
postgres                  database    postgres
mysql                     database    mysql
mysql2                    database    mysql
mariadb                   database    mariadb
mssql                     database    mssql
tedious                   database    mssql
oracledb                  database    oracle
mongodb                   database    mongo
mongoose                  database    mongo
@nestjs/mongoose          database    mongo
redis                     cache       redis
ioredis                   cache       redis
connect-redis             cache       redis
cache-manager-redis*      cache       redis
memcached                 cache       memcached
cassandra-driver          database    cassandra
neo4j-driver              database    neo4j
nano                      database    couchdb
@elastic/elasticsearch    search      elasticsearch
@opensearch-project/opensearch  search  elasticsearch
@aws-sdk/client-dynamodb  database    dynamodb
@aws-sdk/lib-dynamodb     database    dynamodb
@aws-sdk/client-s3        storage     s3
@google-cloud/firestore   database    firestore
@google-cloud/storage     storage     gcs
@google-cloud/bigquery    database    bigquery
@azure/cosmos             database    cosmosdb
@azure/storage-blob       storage     azure-blob
minio                     storage     minio
nodemailer                mail        -
@sendgrid/mail            mail        sendgrid
keycloak-connect          auth        keycloak
zipkin*                   tracing     zipkin
@opentelemetry/exporter-zipkin  tracing  zipkin
@opentelemetry/exporter-jaeger  tracing  jaeger
@opentelemetry/exporter-*otlp*  tracing  otel-collector
jaeger-client             tracing     jaeger
@instana/collector        monitoring  instana
elastic-apm-node          tracing     elasticsearch
dd-trace                  monitoring  datadog
newrelic                  monitoring  newrelic
@sentry/*                 monitoring  sentry
prom-client               monitoring  prometheus
express-prom-bundle       monitoring  prometheus
@willsoto/nestjs-prometheus  monitoring  prometheus
winston-loki              logging     loki
pino-loki                 logging     loki
fluent-logger             logging     fluentd
"""

_PYPI = """
py-eureka-client          discovery   eureka
python-consul*            discovery   consul
nacos-sdk-python          discovery   nacos
hvac                      config      vault
kafka-python*             messaging   kafka
confluent-kafka           messaging   kafka
aiokafka                  messaging   kafka
faust*                    messaging   kafka
pika                      messaging   rabbitmq
aio-pika                  messaging   rabbitmq
amqp                      messaging   rabbitmq
aioamqp                   messaging   rabbitmq
nameko                    messaging   rabbitmq
google-cloud-pubsub       messaging   pubsub
azure-servicebus          messaging   servicebus
azure-eventhub            messaging   eventhubs
nats-py                   messaging   nats
paho-mqtt                 messaging   mqtt
pulsar-client             messaging   pulsar
psycopg*                  database    postgres
asyncpg                   database    postgres
pg8000                    database    postgres
aiopg                     database    postgres
mysqlclient               database    mysql
mysql-connector*          database    mysql
pymysql                   database    mysql
aiomysql                  database    mysql
asyncmy                   database    mysql
mariadb                   database    mariadb
pymssql                   database    mssql
cx-oracle                 database    oracle
oracledb                  database    oracle
pymongo                   database    mongo
motor                     database    mongo
mongoengine               database    mongo
flask-pymongo             database    mongo
beanie                    database    mongo
odmantic                  database    mongo
redis                     cache       redis
aioredis                  cache       redis
django-redis              cache       redis
rq                        cache       redis
arq                       cache       redis
pymemcache                cache       memcached
python-memcached          cache       memcached
pylibmc                   cache       memcached
cassandra-driver          database    cassandra
neo4j                     database    neo4j
neomodel                  database    neo4j
couchdb                   database    couchdb
elasticsearch*            search      elasticsearch
opensearch-py             search      elasticsearch
clickhouse-*              database    clickhouse
influxdb*                 database    influxdb
qdrant-client             database    qdrant
pymilvus                  database    milvus
weaviate-client           database    weaviate
google-cloud-firestore    database    firestore
google-cloud-storage      storage     gcs
google-cloud-bigquery     database    bigquery
google-cloud-spanner      database    spanner
azure-cosmos              database    cosmosdb
azure-storage-blob        storage     azure-blob
pynamodb                  database    dynamodb
minio                     storage     minio
s3fs                      storage     s3
python-keycloak           auth        keycloak
fastapi-mail              mail        -
flask-mail                mail        -
sendgrid                  mail        sendgrid
py-zipkin                 tracing     zipkin
opentelemetry-exporter-zipkin*  tracing  zipkin
opentelemetry-exporter-jaeger*  tracing  jaeger
opentelemetry-exporter-otlp*    tracing  otel-collector
jaeger-client             tracing     jaeger
instana                   monitoring  instana
elastic-apm               tracing     elasticsearch
ddtrace                   monitoring  datadog
newrelic                  monitoring  newrelic
sentry-sdk                monitoring  sentry
raven                     monitoring  sentry
prometheus-client         monitoring  prometheus
prometheus-flask-exporter monitoring  prometheus
prometheus-fastapi-instrumentator  monitoring  prometheus
django-prometheus         monitoring  prometheus
statsd                    monitoring  graphite
python-logstash*          logging     logstash
fluent-logger             logging     fluentd
"""

_GO = """
github.com/hashicorp/consul/api           discovery   consul
github.com/hashicorp/vault/api            config      vault
github.com/nacos-group/nacos-sdk-go*      discovery   nacos
go.etcd.io/etcd/client*                   config      etcd
github.com/hudl/fargo                     discovery   eureka
github.com/segmentio/kafka-go             messaging   kafka
github.com/confluentinc/confluent-kafka-go*  messaging  kafka
github.com/shopify/sarama                 messaging   kafka
github.com/ibm/sarama                     messaging   kafka
github.com/twmb/franz-go*                 messaging   kafka
github.com/threedotslabs/watermill-kafka* messaging   kafka
github.com/threedotslabs/watermill-amqp*  messaging   rabbitmq
github.com/streadway/amqp                 messaging   rabbitmq
github.com/rabbitmq/amqp091-go            messaging   rabbitmq
github.com/wagslane/go-rabbitmq           messaging   rabbitmq
cloud.google.com/go/pubsub*               messaging   pubsub
github.com/aws/aws-sdk-go-v2/service/sqs  messaging   sqs
github.com/aws/aws-sdk-go-v2/service/sns  messaging   sns
github.com/aws/aws-sdk-go-v2/service/eventbridge  messaging  eventbridge
github.com/azure/azure-sdk-for-go/sdk/messaging/azservicebus  messaging  servicebus
github.com/nats-io/nats.go                messaging   nats
github.com/nats-io/stan.go                messaging   nats
github.com/eclipse/paho.mqtt.golang       messaging   mqtt
github.com/apache/pulsar-client-go        messaging   pulsar
github.com/lib/pq                         database    postgres
github.com/jackc/pgx*                     database    postgres
github.com/go-pg/pg*                      database    postgres
gorm.io/driver/postgres                   database    postgres
github.com/go-sql-driver/mysql            database    mysql
gorm.io/driver/mysql                      database    mysql
gorm.io/driver/sqlserver                  database    mssql
github.com/denisenkom/go-mssqldb          database    mssql
github.com/microsoft/go-mssqldb           database    mssql
go.mongodb.org/mongo-driver*              database    mongo
gopkg.in/mgo.v2                           database    mongo
github.com/globalsign/mgo                 database    mongo
github.com/redis/go-redis*                cache       redis
github.com/go-redis/redis*                cache       redis
github.com/gomodule/redigo                cache       redis
github.com/garyburd/redigo                cache       redis
github.com/hibiken/asynq                  cache       redis
github.com/bradfitz/gomemcache            cache       memcached
github.com/gocql/gocql                    database    cassandra
github.com/neo4j/neo4j-go-driver*         database    neo4j
github.com/elastic/go-elasticsearch*      search      elasticsearch
github.com/olivere/elastic*               search      elasticsearch
github.com/clickhouse/clickhouse-go*      database    clickhouse
github.com/influxdata/influxdb-client-go* database    influxdb
github.com/aws/aws-sdk-go-v2/service/dynamodb  database  dynamodb
github.com/aws/aws-sdk-go-v2/service/s3   storage     s3
cloud.google.com/go/firestore             database    firestore
cloud.google.com/go/storage               storage     gcs
cloud.google.com/go/spanner               database    spanner
cloud.google.com/go/alloydbconn           database    postgres
github.com/minio/minio-go*                storage     minio
github.com/coreos/go-oidc*                auth        -
github.com/nerzal/gocloak*                auth        keycloak
github.com/openzipkin/zipkin-go           tracing     zipkin
github.com/uber/jaeger-client-go          tracing     jaeger
go.opentelemetry.io/otel/exporters/jaeger tracing     jaeger
go.opentelemetry.io/otel/exporters/zipkin tracing     zipkin
go.opentelemetry.io/otel/exporters/otlp*  tracing     otel-collector
github.com/instana/go-sensor              monitoring  instana
github.com/prometheus/client_golang       monitoring  prometheus
github.com/getsentry/sentry-go            monitoring  sentry
gopkg.in/gomail.v2                        mail        -
github.com/sendgrid/sendgrid-go           mail        sendgrid
"""

_NUGET = """
steeltoe.discovery.eureka                 discovery   eureka          connects
steeltoe.discovery.consul                 discovery   consul          connects
steeltoe.discovery.client*                discovery   -
pivotal.discovery.client*                 discovery   eureka
steeltoe.extensions.configuration.configserver*  config  spring-cloud-config  connects
steeltoe.configuration.configserver       config      spring-cloud-config  connects
consul                                    discovery   consul
winton.extensions.configuration.consul    config      consul          connects
azure.extensions.aspnetcore.configuration.secrets  config  keyvault
ocelot                                    other       ocelot          serves:gateway
yarp.reverseproxy                         other       yarp            serves:gateway
duende.identityserver                     auth        identityserver  serves:auth
duende.identityserver.aspnetidentity      auth        identityserver  serves:auth
identityserver4                           auth        identityserver  serves:auth
openiddict.server*                        auth        openiddict      serves:auth
microsoft.aspnetcore.authentication.jwtbearer  auth   -
microsoft.aspnetcore.authentication.openidconnect  auth  -
microsoft.identity.web                    auth        azure-ad
confluent.kafka                           messaging   kafka
aspire.confluent.kafka                    messaging   kafka
masstransit.kafka                         messaging   kafka
rabbitmq.client                           messaging   rabbitmq
aspire.rabbitmq.client*                   messaging   rabbitmq
masstransit.rabbitmq                      messaging   rabbitmq
easynetq                                  messaging   rabbitmq
rebus.rabbitmq                            messaging   rabbitmq
nservicebus.rabbitmq                      messaging   rabbitmq
wolverinefx.rabbitmq                      messaging   rabbitmq
dotnetcore.cap.rabbitmq                   messaging   rabbitmq
dotnetcore.cap.kafka                      messaging   kafka
azure.messaging.servicebus                messaging   servicebus
microsoft.azure.servicebus                messaging   servicebus
masstransit.azure.servicebus.core         messaging   servicebus
azure.messaging.eventhubs*                messaging   eventhubs
awssdk.sqs                                messaging   sqs
awssdk.simplenotificationservice          messaging   sns
awssdk.eventbridge                        messaging   eventbridge
google.cloud.pubsub.v1                    messaging   pubsub
nats.client*                              messaging   nats
nats.net                                  messaging   nats
npgsql*                                   database    postgres
aspire.npgsql*                            database    postgres
pomelo.entityframeworkcore.mysql          database    mysql
mysql.data*                               database    mysql
mysqlconnector                            database    mysql
mysql.entityframeworkcore                 database    mysql
microsoft.entityframeworkcore.sqlserver   database    mssql
microsoft.data.sqlclient                  database    mssql
system.data.sqlclient                     database    mssql
aspire.microsoft.entityframeworkcore.sqlserver  database  mssql
oracle.manageddataaccess*                 database    oracle
oracle.entityframeworkcore                database    oracle
mongodb.driver                            database    mongo
mongodb.entityframeworkcore               database    mongo
aspire.mongodb.driver                     database    mongo
stackexchange.redis*                      cache       redis
aspire.stackexchange.redis*               cache       redis
microsoft.extensions.caching.stackexchangeredis  cache  redis
microsoft.extensions.caching.redis        cache       redis
cassandracsharpdriver                     database    cassandra
neo4j.driver                              database    neo4j
nest                                      search      elasticsearch
elastic.clients.elasticsearch             search      elasticsearch
elasticsearch.net                         search      elasticsearch
marten                                    database    postgres
ravendb.client                            database    ravendb
awssdk.dynamodbv2                         database    dynamodb
awssdk.s3                                 storage     s3
microsoft.azure.cosmos                    database    cosmosdb
azure.storage.blobs                       storage     azure-blob
google.cloud.storage.v1                   storage     gcs
google.cloud.spanner.data                 database    spanner
minio                                     storage     minio
mailkit                                   mail        -
sendgrid                                  mail        sendgrid
opentelemetry.exporter.zipkin             tracing     zipkin
opentelemetry.exporter.jaeger             tracing     jaeger
opentelemetry.exporter.opentelemetryprotocol  tracing  otel-collector
jaeger                                    tracing     jaeger
prometheus-net*                           monitoring  prometheus
opentelemetry.exporter.prometheus*        monitoring  prometheus
sentry*                                   monitoring  sentry
serilog.sinks.seq                         logging     seq
serilog.sinks.elasticsearch               logging     elasticsearch
serilog.sinks.http                        logging     logstash
serilog.sinks.grafana.loki                logging     loki
"""

_COMPOSER = """
php-amqplib/php-amqplib                   messaging   rabbitmq
symfony/amqp-messenger                    messaging   rabbitmq
vladimir-yuldashev/laravel-queue-rabbitmq messaging   rabbitmq
bunny/bunny                               messaging   rabbitmq
enqueue/amqp*                             messaging   rabbitmq
enqueue/rdkafka                           messaging   kafka
ext-amqp                                  messaging   rabbitmq
ext-rdkafka                               messaging   kafka
mateusjunges/laravel-kafka                messaging   kafka
google/cloud-pubsub                       messaging   pubsub
predis/predis                             cache       redis
ext-redis                                 cache       redis
symfony/redis-messenger                   cache       redis
laravel/horizon                           cache       redis
ext-memcached                             cache       memcached
mongodb/*                                 database    mongo
jenssegers/mongodb                        database    mongo
doctrine/mongodb-odm*                     database    mongo
ext-mongodb                               database    mongo
ext-pdo_pgsql                             database    postgres
ext-pgsql                                 database    postgres
ext-pdo_mysql                             database    mysql
ext-mysqli                                database    mysql
elasticsearch/elasticsearch               search      elasticsearch
laudis/neo4j-php-client                   database    neo4j
phpmailer/phpmailer                       mail        -
symfony/mailer                            mail        -
sendgrid/sendgrid                         mail        sendgrid
openzipkin/zipkin*                        tracing     zipkin
open-telemetry/exporter-otlp              tracing     otel-collector
sentry/*                                  monitoring  sentry
promphp/prometheus_client_php             monitoring  prometheus
"""

_GEM = """
bunny                     messaging   rabbitmq
sneakers                  messaging   rabbitmq
march_hare                messaging   rabbitmq
ruby-kafka                messaging   kafka
rdkafka                   messaging   kafka
karafka                   messaging   kafka
racecar                   messaging   kafka
waterdrop                 messaging   kafka
google-cloud-pubsub       messaging   pubsub
aws-sdk-sqs               messaging   sqs
aws-sdk-sns               messaging   sns
aws-sdk-eventbridge       messaging   eventbridge
shoryuken                 messaging   sqs
nats-pure                 messaging   nats
stomp                     messaging   activemq
pg                        database    postgres
mysql2                    database    mysql
trilogy                   database    mysql
tiny_tds                  database    mssql
mongo                     database    mongo
mongoid                   database    mongo
redis                     cache       redis
redis-rails               cache       redis
sidekiq                   cache       redis
resque                    cache       redis
dalli                     cache       memcached
cassandra-driver          database    cassandra
activegraph               database    neo4j
elasticsearch*            search      elasticsearch
searchkick                search      elasticsearch
aws-sdk-dynamodb          database    dynamodb
dynamoid                  database    dynamodb
aws-sdk-s3                storage     s3
google-cloud-storage      storage     gcs
diplomat                  discovery   consul
vault                     config      vault
zipkin-tracer             tracing     zipkin
opentelemetry-exporter-zipkin  tracing  zipkin
opentelemetry-exporter-jaeger  tracing  jaeger
opentelemetry-exporter-otlp*   tracing  otel-collector
instana                   monitoring  instana
ddtrace                   monitoring  datadog
newrelic_rpm              monitoring  newrelic
sentry-*                  monitoring  sentry
prometheus-client         monitoring  prometheus
yabeda-prometheus         monitoring  prometheus
prometheus_exporter       monitoring  prometheus
sendgrid-ruby             mail        sendgrid
"""

_TABLES = {
    "maven": _MAVEN,
    "npm": _NPM,
    "pypi": _PYPI,
    "go": _GO,
    "nuget": _NUGET,
    "composer": _COMPOSER,
    "gem": _GEM,
}
_ALIASES = {"gradle": "maven", "sbt": "maven", "python": "pypi", "rubygems": "gem", "packagist": "composer"}


class _Table:
    """The lines of one ecosystem: names in a dictionary, patterns in order; a line before another wins."""

    def __init__(self, text: str) -> None:
        self.by_name: dict[str, tuple[int, LibraryUse]] = {}
        self.patterns: list[tuple[int, re.Pattern[str], LibraryUse]] = []
        for order, line in enumerate(text.strip().splitlines()):
            name, capability, product, *flags = line.split()
            role = next((flag.partition(":")[2] for flag in flags if flag.startswith("serves:")), "")
            use = LibraryUse(capability, "" if product == "-" else product, "connects" in flags, role)
            if "*" in name:
                self.patterns.append((order, re.compile(translate(name)), use))
            else:
                self.by_name.setdefault(name, (order, use))

    def find(self, names: tuple[str, ...]) -> LibraryUse | None:
        """The use on the first line that matches any of the names."""
        found = [self.by_name[name] for name in names if name in self.by_name]
        found += [(order, use) for order, pattern, use in self.patterns if any(map(pattern.match, names))]
        return min(found, key=lambda item: item[0])[1] if found else None


@cache
def _table(ecosystem: str) -> _Table | None:
    text = _TABLES.get(_ALIASES.get(ecosystem, ecosystem))
    return _Table(text) if text else None


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
