"""Top-level constants of Ruby that are no part of an estate: Ruby's own, and those of widely used gems."""

LIBRARIES = frozenset(
    """
    Array BasicObject BigDecimal Class Comparable Complex CSV Date DateTime Dir ENV ERB Enumerable Errno Exception Faker
    Fiber File FileUtils Float Forwardable GC Hash IO IPAddr Integer JSON Kernel Logger MatchData Math Method Module
    Monitor Mutex NilClass Net Numeric Object ObjectSpace Open3 OpenSSL OpenStruct OptionParser PP Pathname Proc Process
    PStore Psych Queue Ractor Random Range Rational Regexp SecureRandom Set Shellwords Signal SimpleDelegator Singleton
    SizedQueue Socket StandardError String StringIO Struct Symbol TCPServer TCPSocket Tempfile Thread Time TimeoutError
    Timeout TracePoint URI UDPSocket WEBrick YAML Zlib ArgumentError KeyError NameError NoMethodError RuntimeError
    TypeError NotImplementedError IOError Data
    AASM AbstractController ActionCable ActionController ActionDispatch ActionMailer ActionView ActiveJob
    ActiveModel ActiveModelSerializers ActiveRecord ActiveStorage ActiveSupport Addressable Airbrake AMQ Arel Async Aws
    BCrypt Bootsnap Bugsnag Bundler Bunny CanCan CarrierWave Concurrent Connection ConnectionPool Cuba Curb Curl Dalli
    Datadog Delayed Devise Diplomat Doorkeeper Dotenv Dry Elasticsearch Excon FactoryBot Falcon Faraday Figaro Flipper
    GRPC Gruf Google Grape GrapeSwagger GraphQL HTTP HTTPClient HTTParty HTTPX Hanami Haml Hashie Hiredis I18n Instana
    JSONAPI JWT JsonApiClient Kafka Kaminari Karafka Knock Liquid Lograge Mail Mechanize Memcached Mime Mongo Mongoid
    Money Mysql2 NATS NewRelic Nokogiri OAuth OAuth2 OmniAuth OpenFeature OpenTelemetry OpenTracing PG Paperclip
    Pony Prometheus Protobuf Puma Pundit Pusher Que Racecar Rack RackTimeout Rails Rake Ransack RbConfig Rdkafka Redis
    RedisClient RescueRegistry Resque RestClient Rollbar Rufus ROM SQLite3 SassC Savon SendGrid Sequel Sentry Sidekiq
    Shoryuken Shrine Sidetiq Sinatra Slim Sneakers Split Sprockets Stomp Stripe SwaggerBlocks Swagger Temporal Thin Thor
    TinyTds Traces Trilogy Twilio Typhoeus Unicorn VCR Vault WaterDrop WebMock Webpacker Whenever Wisper Yabeda Zeitwerk
    Zip Zipkin ZipkinTracer
    """.split()
)
"""Two or more programs of one estate share such a name only as a gem; one that is missing here is only looked up in vain."""
