"""What of Go's ecosystem is no part of an estate, and the types that well-known functions return."""

STANDARD_LIBRARY = frozenset(
    """archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag
    fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices
    sort strconv strings structs sync syscall testing text time unicode unique unsafe weak C""".split()
)
"""First elements of the standard library's packages, as of Go 1.24."""

LIBRARIES = frozenset(
    """
    google.golang.org golang.org gopkg.in go.uber.org gorm.io k8s.io sigs.k8s.io cloud.google.com go.mongodb.org
    go.opentelemetry.io contrib.go.opencensus.io go.opencensus.io istio.io entgo.io go.etcd.io go.elastic.co
    github.com/99designs github.com/AlecAivazis github.com/Azure github.com/BurntSushi github.com/DATA-DOG
    github.com/DataDog github.com/IBM github.com/IBM/sarama github.com/Masterminds github.com/PuerkitoBio
    github.com/Shopify github.com/ThreeDotsLabs github.com/aws github.com/beorn7 github.com/bradfitz github.com/bsm
    github.com/caarlos0 github.com/cenkalti github.com/cespare github.com/confluentinc github.com/davecgh
    github.com/denisenkom github.com/dapr github.com/dgrijalva github.com/disintegration github.com/dustin github.com/eclipse
    github.com/elastic github.com/envoyproxy github.com/fatih github.com/felixge github.com/fsnotify
    github.com/gin-contrib github.com/gin-gonic github.com/globalsign github.com/go-chi github.com/go-kit
    github.com/go-kratos github.com/go-logr github.com/go-micro github.com/go-ozzo github.com/go-playground
    github.com/go-redis github.com/go-resty github.com/go-sql-driver github.com/go-stack github.com/gocql
    github.com/gofiber github.com/gofrs github.com/gogo github.com/golang github.com/golang-jwt
    github.com/golang-migrate github.com/gomodule github.com/google github.com/googleapis github.com/gorilla
    github.com/grafana github.com/grpc-ecosystem github.com/hashicorp github.com/hibiken github.com/imdario
    github.com/influxdata github.com/jackc github.com/jinzhu github.com/jmoiron github.com/joho
    github.com/json-iterator github.com/julienschmidt github.com/kataras github.com/kelseyhightower github.com/kr
    github.com/labstack github.com/lib github.com/lightstep github.com/magiconair github.com/mailru
    github.com/mattn github.com/micro github.com/minio github.com/mitchellh github.com/nats-io
    github.com/newrelic github.com/olivere github.com/onsi github.com/open-feature github.com/opentracing
    github.com/opentracing-contrib github.com/openzipkin github.com/oklog github.com/patrickmn github.com/pborman
    github.com/pelletier github.com/pkg github.com/pquerna github.com/prometheus github.com/rabbitmq github.com/redis
    github.com/robfig github.com/rs github.com/samber github.com/satori github.com/segmentio github.com/shopspring
    github.com/sirupsen github.com/slok github.com/sony github.com/spf13 github.com/streadway github.com/stretchr
    github.com/stripe github.com/swaggo github.com/tidwall github.com/twitchtv github.com/uber github.com/uber-go
    github.com/ugorji github.com/urfave github.com/valyala github.com/vektah github.com/vektra github.com/volatiletech
    github.com/xdg-go github.com/xeipuuv github.com/zeromicro go.starlark.net nhooyr.io rsc.io honnef.co
    modernc.org mvdan.cc xorm.io
    """.split()
)
"""Hosts and organisations whose packages estates import; one that is missing here is only looked up in vain."""

RESULTS = {
    "gin.Default": "gin.Engine",
    "gin.New": "gin.Engine",
    "echo.New": "echo.Echo",
    "fiber.New": "fiber.App",
    "iris.New": "iris.Application",
    "iris.Default": "iris.Application",
    "resty.New": "resty.Client",
    "resty.R": "resty.Request",
    "grpc.Dial": "grpc.ClientConn",
    "grpc.DialContext": "grpc.ClientConn",
    "grpc.NewClient": "grpc.ClientConn",
    "sql.Open": "sql.DB",
    "sql.OpenDB": "sql.DB",
    "gorm.Open": "gorm.DB",
    "sqlx.Open": "sqlx.DB",
    "sqlx.Connect": "sqlx.DB",
    "sqlx.ConnectContext": "sqlx.DB",
    "sqlx.MustConnect": "sqlx.DB",
    "sqlx.MustOpen": "sqlx.DB",
    "pgx.Connect": "pgx.Conn",
    "pgxpool.New": "pgxpool.Pool",
    "pgxpool.Connect": "pgxpool.Pool",
    "pgxpool.NewWithConfig": "pgxpool.Pool",
    "amqp.Dial": "amqp.Connection",
    "amqp.DialConfig": "amqp.Connection",
    "amqp.DialTLS": "amqp.Connection",
    "amqp091.Dial": "amqp091.Connection",
    "amqp091.DialConfig": "amqp091.Connection",
    "nats.Connect": "nats.Conn",
    "stan.Connect": "stan.Conn",
    "mongo.Connect": "mongo.Client",
    "mgo.Dial": "mgo.Session",
    "mqtt.NewClient": "mqtt.Client",
    "http.NewRequest": "http.Request",
    "http.NewRequestWithContext": "http.Request",
    "rdb.Subscribe": "redis.PubSub",
}
"""What a function of a library returns, where its name does not say it as `NewX` does."""
