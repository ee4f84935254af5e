"""Which JVM types belong to the JDK or a well-known library: calls to them are no links between functions of an estate."""

_LIBRARIES = (
    "java.", "javax.", "jakarta.", "kotlin.", "kotlinx.", "scala.", "lombok.", "org.slf4j.", "org.springframework.",
    "org.apache.", "com.fasterxml.", "org.junit.", "org.mockito.", "com.google.", "io.micrometer.", "org.hibernate.",
    "reactor.", "io.reactivex.", "com.alibaba.fastjson.", "cn.hutool.", "io.swagger.", "org.json.", "io.netty.",
    "okhttp3.", "retrofit2.", "feign.", "software.amazon.", "com.amazonaws.", "io.vertx.", "io.quarkus.",
    "io.micronaut.", "org.eclipse.", "org.bson.", "com.mongodb.", "io.ktor.", "akka.", "play.", "org.jetbrains.",
    "com.netflix.", "io.grpc.", "org.assertj.", "ch.qos.", "org.redisson.", "redis.clients.", "com.zaxxer.",
    "org.mybatis.", "com.baomidou.", "io.jsonwebtoken.", "com.azure.", "com.rabbitmq.", "com.github.",
    "zio.", "zhttp.", "cats.", "fs2.", "org.http4s.", "sttp.", "io.circe.", "doobie.", "slick.", "skunk.", "pureconfig.",
    "ciris.", "com.typesafe.", "org.typelevel.", "com.lightbend.lagom.", "scalapb.", "monix.", "spray.", "scalikejdbc.",
    "io.getquill.", "com.twitter.", "com.softwaremill.", "org.scalatest.", "natchez.", "com.comcast.ip4s.",
)  # fmt: skip
CORE_TYPES = frozenset(
    """String Object Objects Integer Long Double Float Boolean Short Byte Character Number Math System Thread Runtime
    List Map Set Arrays Collections Optional Stream Collectors StringBuilder StringBuffer ArrayList HashMap HashSet
    LinkedList LinkedHashMap TreeMap Date Calendar LocalDate LocalDateTime Instant Duration UUID BigDecimal BigInteger
    Iterator Class Throwable Exception RuntimeException IllegalArgumentException IllegalStateException Error Enum
    Iterable Collection Queue Deque Runnable Callable Process Record Override int long double float boolean short byte
    char void log logger LOGGER LOG""".split()
)
"""Types that need no import (java.lang) or are never an estate's own."""


def is_library(qualified_name: str) -> bool:
    """Whether a qualified name is the JDK's or a well-known library's."""
    return qualified_name.startswith(_LIBRARIES)
