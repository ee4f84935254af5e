"""What of .NET is no part of an estate: types and extension methods of the framework and of widely used libraries."""

LIBRARY_TYPES = frozenset(
    """
    string int long bool object decimal double float byte char short uint ulong void dynamic var String Int32 Int64
    Object Guid Uri UriBuilder DateTime DateTimeOffset DateOnly TimeOnly TimeSpan Type Enum Array Math Random Convert BitConverter
    Console Environment Path File Directory FileInfo Stream MemoryStream StreamReader StreamWriter StringBuilder
    Encoding Regex Task ValueTask Thread Timer CancellationToken CancellationTokenSource Interlocked Monitor Lock
    SemaphoreSlim Exception ArgumentException ArgumentNullException InvalidOperationException NotImplementedException
    NotSupportedException KeyNotFoundException Activity ActivitySource Stopwatch Process GC AppContext AppDomain
    List Dictionary HashSet Queue Stack IEnumerable IList ICollection IDictionary IReadOnlyList IReadOnlyCollection
    IReadOnlyDictionary ConcurrentDictionary ConcurrentQueue ConcurrentBag ImmutableList ImmutableArray Enumerable
    IQueryable KeyValuePair Tuple Lazy Func Action Nullable Span ReadOnlySpan Memory ReadOnlyMemory Channel ArrayPool
    JsonSerializer JsonDocument JsonElement JsonNode JsonObject JsonSerializerOptions JsonConvert JObject JArray JToken
    JsonContent StringContent FormUrlEncodedContent ByteArrayContent MultipartFormDataContent
    HttpClient HttpClientHandler HttpRequestMessage HttpResponseMessage HttpContent HttpContext HttpRequest HttpResponse
    HttpMethod IHttpClientFactory IHttpClientBuilder IHttpContextAccessor HttpUtility WebUtility QueryHelpers CookieOptions
    IServiceCollection IServiceProvider IServiceScope IServiceScopeFactory ServiceCollection ServiceProvider
    IHostBuilder IHost IHostApplicationBuilder IHostEnvironment IWebHostEnvironment IWebHostBuilder WebApplication
    WebApplicationBuilder Host WebHost IApplicationBuilder IEndpointRouteBuilder RouteGroupBuilder RouteHandlerBuilder
    IConfiguration IConfigurationRoot IConfigurationSection IConfigurationBuilder IConfigurationManager
    ConfigurationManager ConfigurationBuilder IOptions IOptionsMonitor IOptionsSnapshot ILogger ILoggerFactory Log
    LoggerConfiguration ILoggingBuilder Results TypedResults Ok NotFound BadRequest Created ClaimsPrincipal Claim
    ClaimsIdentity DbContext DbSet DbContextOptions DbContextOptionsBuilder ModelBuilder EntityTypeBuilder Database
    DatabaseFacade ChangeTracker MigrationBuilder SqlConnection SqlCommand NpgsqlConnection NpgsqlDataSource
    MySqlConnection IDbConnection IDbTransaction DbConnection DbCommand IMongoClient IMongoDatabase IMongoCollection
    MongoClient Builders BsonDocument FilterDefinition IDistributedCache IMemoryCache ConnectionMultiplexer
    IConnectionMultiplexer IDatabase RedisKey RedisValue IConnection IModel IChannel ConnectionFactory
    EventingBasicConsumer AsyncEventingBasicConsumer IProducer IConsumer ProducerBuilder ConsumerBuilder ProducerConfig
    ConsumerConfig Message ConsumeResult ServiceBusClient ServiceBusSender ServiceBusReceiver ServiceBusProcessor
    ServiceBusMessage IBus IPublishEndpoint ISendEndpointProvider ConsumeContext IBusControl IMessageSession
    IMediator ISender IPublisher Mediator IMapper MapperConfiguration Policy ResiliencePipeline GrpcChannel Metadata
    ServerCallContext RpcException Status CallOptions DaprClient Assert Mock It Substitute Fixture
    SigningCredentials SymmetricSecurityKey JwtSecurityTokenHandler TokenValidationParameters BackgroundService
    """.split()
)
"""Simple names; a class of an estate by one of these names is not followed across files."""

EXTENSIONS = frozenset(
    """
    Add AddAsync AddRange AddRangeAsync AddSingleton AddScoped AddTransient AddKeyedSingleton AddKeyedScoped
    AddKeyedTransient AddHostedService AddOptions AddLogging AddHttpClient AddHttpContextAccessor AddControllers
    AddControllersWithViews AddRazorPages AddRazorComponents AddMvc AddMvcCore AddEndpointsApiExplorer AddSwaggerGen
    AddOpenApi AddCors AddAuthentication AddAuthorization AddJwtBearer AddCookie AddOpenIdConnect AddIdentity
    AddIdentityServer AddDbContext AddDbContextPool AddDbContextFactory AddHealthChecks AddCheck AddMediatR
    AddAutoMapper AddFluentValidation AddValidatorsFromAssemblyContaining AddMemoryCache AddDistributedMemoryCache
    AddStackExchangeRedisCache AddSession AddSignalR AddGrpc AddGrpcClient AddMassTransit AddOpenTelemetry
    AddApplicationInsightsTelemetry AddProblemDetails AddApiVersioning AddVersionedApiExplorer AddResponseCompression
    AddResponseCaching AddAntiforgery AddDataProtection AddRazorRuntimeCompilation AddNewtonsoftJson AddJsonOptions
    AddJsonFile AddEnvironmentVariables AddUserSecrets AddCommandLine AddInMemoryCollection AddConsole AddDebug
    AddSerilog AddPolicy AddRequirements AddHeader AddHours AddMinutes AddSeconds AddDays AddMonths AddYears
    AddMilliseconds AddTicks AddOrUpdate AddFirst AddLast AddIfNotExists AddPolicyHandler AddTypedClient
    AddHttpMessageHandler AddServiceDiscovery AddStandardResilienceHandler AddProcessor AddMeter AddSource
    AddAspNetCoreInstrumentation AddHttpClientInstrumentation AddRuntimeInstrumentation AddOtlpExporter AddConsoleExporter
    AddJaegerExporter AddZipkinExporter AddPrometheusExporter AddReverseProxy AddProject AddContainer AddDatabase
    UseRouting UseEndpoints UseAuthentication UseAuthorization UseHttpsRedirection UseStaticFiles UseSwagger
    UseSwaggerUI UseCors UseDeveloperExceptionPage UseExceptionHandler UseHsts UseSession UseStartup UseUrls UseKestrel
    UseContentRoot UseSerilog UseMiddleware UseWhen UseSqlServer UseNpgsql UseMySql UseMySQL UseSqlite
    UseInMemoryDatabase UseCosmos UseOracle UseLazyLoadingProxies UseResponseCompression UseForwardedHeaders
    UseIdentityServer UseAntiforgery UseStatusCodePages UseCookiePolicy UsePathBase UseHealthChecks UseRabbitMq
    Map MapGet MapPost MapPut MapDelete MapPatch MapMethods MapGroup MapControllers MapControllerRoute
    MapDefaultControllerRoute MapRazorPages MapRazorComponents MapHub MapGrpcService MapHealthChecks MapFallback
    MapFallbackToFile MapFallbackToPage MapReverseProxy MapForwarder MapSwagger MapOpenApi MapFrom MapIdentityApi MapWhen
    MapSubscribeHandler MapStaticAssets MapBlazorHub MapAreaControllerRoute
    Configure ConfigureServices ConfigureAppConfiguration ConfigureLogging ConfigureKestrel ConfigureWebHostDefaults
    ConfigureHttpClient ConfigurePrimaryHttpMessageHandler ConfigureAwait ConfigureEndpoints ConfigureHttpJsonOptions
    ConfigureHttpClientDefaults ConfigureResource ConfigureWarnings ConfigureContainer ConfigureHostConfiguration
    With WithName WithTags WithSummary WithDescription WithOpenApi WithMany WithOne WithMessage WithReference
    WithEnvironment WithTracing WithMetrics WithLogging WithOrigins WithUrl WithHttpEndpoint WithExternalHttpEndpoints
    AddRoute AddCluster AddTransforms WithTransformPathRemovePrefix WithTransformPathPrefix WithConfiguration WithPgAdmin
    WithDataVolume WithLifetime WithImage WithImageTag WithParentRelationship WithHttpHealthCheck WithExposedHeaders
    """.split()
)
"""Extension methods that start like those of applications (`AddOrders`, `MapOrdersApi`) and are libraries' own."""
