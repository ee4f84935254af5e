"""Packages of NuGet, in lower case."""

USES = """
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
