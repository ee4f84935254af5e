"""Maven artifacts, which Gradle and sbt ask for, too: `group:artifact`, or `artifact` of any group."""

USES = """
spring-cloud-starter-netflix-eureka-server     discovery   eureka          serves:discovery
spring-cloud-starter-eureka-server             discovery   eureka          serves:discovery
spring-cloud-netflix-eureka-server             discovery   eureka          serves:discovery
spring-cloud-starter-netflix-eureka-client     discovery   eureka          connects
spring-cloud-starter-eureka                    discovery   eureka          connects
spring-cloud-netflix-eureka-client             discovery   eureka          connects
spring-cloud-netflix-sidecar                   discovery   eureka          connects
quarkus-eureka                                 discovery   eureka          connects
com.netflix.eureka:eureka-client               discovery   eureka
spring-cloud-starter-consul-discovery          discovery   consul          connects
spring-cloud-consul-discovery                  discovery   consul          connects
spring-cloud-consul-config                     config      consul          connects
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
