"""Packages and extensions that Composer installs, with their vendor."""

USES = """
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
