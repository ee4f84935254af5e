"""First segments of PHP namespaces that are no part of an estate: widely used libraries, and the classes that PHP itself defines."""

LIBRARIES = frozenset(
    """
    Aws AsyncAws Amp ApiPlatform Auth0 Barryvdh Behat Bernard Bref Broadway Bugsnag Bunny Cake Cache Carbon Clue CodeIgniter
    Composer Cron DDTrace DI Dapr Deployer Detection Dingo Doctrine Dotenv DusanKasan Dusterio EasyCorp Ecotone Egulias
    Elastic Elastica Elasticsearch Endroid Enqueue EventSauce FOS Facade Faker FastRoute Filament Firebase Flow Fruitcake
    GeoIp2 Gesdinet GraphQL Grpc Gedmo Google Guzzle GuzzleHttp HaydenPierce Hautelook Http Hyperf Illuminate Inertia
    Interop Intervention JMS Jaeger Jenssegers Junges KnpU Knp Kreait L5Swagger LINEBot Laminas Laravel Lcobucci
    League Lexik Liip Livewire Longman Maatwebsite Mailgun Mcamara Mezzio Middlewares Mockery MongoDB Monolog Mpdf
    Nelmio Nesbot Nette Nikic Nyholm OAuth OAuth2 OpenApi OpenSearch OpenTelemetry OpenTracing OldSound Opis Overtrue
    PHPMailer PHPUnit PhpAmqpLib PhpCsFixer PhpMqtt PhpOffice PhpParser PhpImap Phalcon Phpfastcache Pheanstalk Pimple
    Predis Prewk Prometheus Prooph Propel Pusher Psr Psy RdKafka Ramsey Ratchet React RectorLaravel Respect Revolt
    Rhumsaa Rollbar SendGrid Sabre Sensio Sentry SensioLabs Serializer Slim Smalot Solarium Sonata Spatie Spiral Stof
    Stomp Stripe Swagger Swoole Symfony Telegram Temporal Throwable Tightenco Tuupola Twig Twilio Tymon Ulrichsg
    VladimirYuldashev Vich Webmozart Wikimedia Workerman Wyrihaximus Yiisoft Yii Zend Zenstruck Zipkin yii
    """.split()
)
"""As they are written in `use`; one that is missing here is only looked up in vain."""

BUILT_IN = frozenset(
    """
    AMQPChannel AMQPConnection AMQPExchange AMQPQueue AppendIterator ArrayAccess ArrayIterator ArrayObject Attribute
    BackedEnum BadFunctionCallException BadMethodCallException Closure Collator Countable CURLFile DOMDocument DateInterval
    DatePeriod DateTime DateTimeImmutable DateTimeInterface DateTimeZone DirectoryIterator DomainException Error
    ErrorException Exception Generator InvalidArgumentException Iterator IteratorAggregate IteratorIterator JsonException
    JsonSerializable LengthException LogicException Memcache Memcached NumberFormatter OutOfBoundsException
    OutOfRangeException OverflowException PDO PDOException PDOStatement Phar RangeException RecursiveDirectoryIterator
    RecursiveIteratorIterator Redis RedisCluster RedisException ReflectionClass ReflectionMethod ReflectionNamedType
    RuntimeException SimpleXMLElement SoapClient SoapFault SplFileInfo SplFileObject SplObjectStorage SplPriorityQueue
    SplQueue SplStack SplSubject SplObserver Stringable Traversable TypeError UnexpectedValueException UnitEnum ValueError
    WeakMap XMLReader XMLWriter ZipArchive mysqli mysqli_sql_exception stdClass
    """.split()
)

FACADES = frozenset(
    "App Cache Config DB Http Log Mail Queue Redis Route Schema Storage Artisan Bus Event Auth Str".split()
)
"""Laravel's class aliases, which code without a namespace uses without an import."""
