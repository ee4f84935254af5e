"""What one artefact says: the immutable facts that parsers emit and resolvers join.

A fact belongs to one file and is a pure function of its content and path, so it can be cached by content
hash. It names things as the artefact does ("CART_URL", "orders.topic", "this.baseUrl"): joining those
names across files is the business of `parsed_graph/resolve`.

Facts are msgspec structs rather than dataclasses: they cross process borders and the fact cache as
MessagePack, tagged by their class name, some fifty times faster than through pickle.
"""

from __future__ import annotations

from typing import Union

import msgspec


class SourceSpan(msgspec.Struct, frozen=True, array_like=True):
    """A place in an artefact. `path` is relative to the repository, with `/`; lines count from 1."""

    path: str
    line: int


# --- Text: a string expression, lowered ---------------------------------------------------------


class Literal(msgspec.Struct, frozen=True, tag="lit", array_like=True):
    """Text that stands in the artefact as it is."""

    text: str


class Reference(msgspec.Struct, frozen=True, tag="ref", array_like=True):
    """A constant, field or variable defined elsewhere: `Topics.ORDERS`, `config.cart_url`.

    `name` is as qualified as the file allows (imports applied); `resolve/values.py` looks it up.
    """

    name: str


class Setting(msgspec.Struct, frozen=True, tag="set", array_like=True):
    """A configuration key read through the framework: `${orders.topic:orders}`, `viper.GetString("db.url")`."""

    key: str
    default: str | None = None


class Env(msgspec.Struct, frozen=True, tag="env", array_like=True):
    """An environment variable, with the default that the code gives it."""

    key: str
    default: str | None = None


class Host(msgspec.Struct, frozen=True, tag="host", array_like=True):
    """A logical service name that stands where a host would: Feign's name, `lb://orders`, Aspire's `http+https://orders`."""

    name: str


class Unknown(msgspec.Struct, frozen=True, tag="any", array_like=True):
    """A part that the file does not determine: a path variable, a parameter, a call's result.

    `name` is the parameter's name where there is one; `resolve/values.py` may fill it from callers.
    """

    name: str = ""


Part = Union[Literal, Reference, Setting, Env, Host, Unknown]
Text = tuple[Part, ...]


def render_text(text: Text) -> str:
    """A Text as one line for evidence, traces and test cases: `http://{env:CART_HOST=cart}/items/{id}`."""
    return "".join(_render_part(part) for part in text)


def _render_part(part: Part) -> str:
    if isinstance(part, Literal):
        return part.text
    if isinstance(part, Unknown):
        return f"{{{part.name}}}"
    if isinstance(part, Reference):
        return f"{{ref:{part.name}}}"
    if isinstance(part, Host):
        return f"{{host:{part.name}}}"
    word = "env" if isinstance(part, Env) else "setting"
    return f"{{{word}:{part.key}}}" if part.default is None else f"{{{word}:{part.key}={part.default}}}"


class _Fact(msgspec.Struct, frozen=True, tag=True, tag_field="fact", array_like=True):
    """Configures the encoding that all facts share: an array that opens with the class name."""


# --- What runs ----------------------------------------------------------------------------------


class ServiceDecl(_Fact, frozen=True):
    """A running unit that a deployment or catalogue file names.

    `origin`: compose, kubernetes, helm, backstage, aspire, procfile, terraform, services.yaml, ...
    `directory`: where its source is built from (repository-relative, "" for the root), None if only an image is named.
    """

    name: str
    span: SourceSpan
    origin: str
    directory: str | None = None
    dockerfile: str | None = None
    image: str | None = None
    aliases: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()
    role: str | None = None
    properties: dict[str, str] = {}


class ServiceOverride(_Fact, frozen=True):
    """What a user says about services that are found: all that go by `name`, by one of `others` or lie in `directory` are one, called `name`.

    Where `ignored`, what goes by `name` is no service, or nothing in `directory` counts.
    """

    name: str
    span: SourceSpan
    others: tuple[str, ...] = ()
    directory: str | None = None
    ignored: bool = False


class EnvValue(_Fact, frozen=True):
    """An environment variable given to a running unit; `service` is the ServiceDecl's name, "" for a whole `.env` file or image."""

    service: str
    key: str
    value: str
    span: SourceSpan


class StartOrder(_Fact, frozen=True):
    """Compose `depends_on` or `links`: start-up order, not yet a dependency in use."""

    source: str
    target: str
    span: SourceSpan


class ServiceAlias(_Fact, frozen=True):
    """Another name under which a running unit is reached: a Kubernetes Service, a network alias, an ExternalName.

    `selector`: labels (`app=orders`) that the unit's property `labels` must all hold; `target` is then a guess from them.
    """

    alias: str
    target: str
    span: SourceSpan
    origin: str
    ports: tuple[int, ...] = ()
    selector: tuple[str, ...] = ()


class ModuleDecl(_Fact, frozen=True):
    """A unit of building: a Maven or Gradle module, an npm package, a Go module, a C# project."""

    name: str
    directory: str
    span: SourceSpan
    build: str
    group: str = ""
    version: str = ""
    is_aggregator: bool = False
    members: tuple[str, ...] = ()


class ImageDecl(_Fact, frozen=True):
    """A Dockerfile: its last base image, what it copies and starts."""

    path: str
    base: str
    span: SourceSpan
    copies: tuple[str, ...] = ()
    command: str = ""
    ports: tuple[int, ...] = ()


class ApplicationDecl(_Fact, frozen=True):
    """Evidence that the module around this file starts a process: a main class, a listening server, a hosted app."""

    span: SourceSpan
    language: str
    framework: str
    name: str = ""


class BeanDecl(_Fact, frozen=True):
    """A class that a container makes once it is found. `finds` is a package or type that it has the container find in turn, "" for none."""

    name: str
    finds: str
    span: SourceSpan


class RoleDecl(_Fact, frozen=True):
    """The module around this file plays an infrastructure role: config, discovery, gateway, auth, monitoring, ..."""

    role: str
    product: str
    span: SourceSpan


# --- Configuration ------------------------------------------------------------------------------


class ConfigValue(_Fact, frozen=True):
    """One key of a configuration file, dotted; `value` raw, placeholders such as `${X:y}` unexpanded.

    `profile` is the Spring profile or ASP.NET environment that activates it, "" for always.
    `order` counts documents in one file: a later one wins.
    """

    key: str
    value: str
    span: SourceSpan
    profile: str = ""
    order: int = 0


class ConstDecl(_Fact, frozen=True):
    """A named string of the code: a constant, a static field, an enum member, a field bound by `@Value`.

    `name` is qualified by what encloses it (`com.shop.Topics.ORDERS`, `orders/topics.ORDERS`).
    Several facts of one name mean several possible values. `function` is the one whose parameters the value's
    Unknown parts name, "" where there are none: `Server.addr` is `addr` of `NewServer`.
    """

    name: str
    value: Text
    span: SourceSpan
    function: str = ""


class ConfigBinding(_Fact, frozen=True):
    """A class whose fields are bound to configuration keys by prefix: `@ConfigurationProperties("shop")`, `IOptions<T>`."""

    type_name: str
    prefix: str
    span: SourceSpan


class FileRead(_Fact, frozen=True):
    """The code opens a configuration file by a literal path, relative to where the program runs or to the code itself."""

    path: str
    span: SourceSpan


# --- HTTP, RPC, GraphQL -------------------------------------------------------------------------


class RouteDecl(_Fact, frozen=True):
    """A path that the code serves. `method` is upper case, "ANY" for all. `function` is the qualified handler.

    `router` is the qualified name of the router object that it is registered on, where other files may mount that.
    """

    method: str
    path: Text
    span: SourceSpan
    framework: str
    function: str = ""
    operation_id: str = ""
    version: str = ""
    router: str = ""


class RoutePrefix(_Fact, frozen=True):
    """A prefix that another file puts before routes: `app.include_router(orders.router, prefix="/v1")`.

    `router` is the qualified name of the router object or module that it goes before; "" means every route
    of the service (context path, global prefix). RouteDecl.function or `router` in its span's module match it.
    `on` is the router that it is mounted on, whose own prefix stands before this one.
    """

    router: str
    prefix: Text
    span: SourceSpan
    on: str = ""


IMPORTED_CLIENT = "imported client"
"""HttpCall.client where only what another file declares tells whether the object is a client at all: else it is no call."""


class HttpCall(_Fact, frozen=True):
    """A request at its call site. Several possible URLs are several facts. `method` "ANY" where it is not said."""

    method: str
    url: Text
    span: SourceSpan
    client: str
    function: str = ""
    via: tuple[SourceSpan, ...] = ()


class ProxyRoute(_Fact, frozen=True):
    """A gateway, reverse proxy or ingress forwards `path` to `target`.

    `strip` is how many leading segments are dropped; `rewrite` replaces the prefix where it is not None.
    `service` names the proxying unit where the file says so (an ingress, a compose service), else the
    module around the file is meant. `mesh` routes only rename: they make no dependency of their own.
    """

    path: str
    target: Text
    span: SourceSpan
    product: str
    strip: int = 0
    rewrite: str | None = None
    service: str = ""
    function: str = ""


class ApiDecl(_Fact, frozen=True):
    """One operation of an OpenAPI, AsyncAPI, protobuf or GraphQL contract. `api` names the contract: title or proto package.Service.

    protocol http: `method` and `path`; grpc: `method` is the RPC name, `path` is `/package.Service/Method`;
    graphql: `method` is query, mutation or subscription, `path` the field.
    """

    protocol: str
    api: str
    method: str
    path: str
    span: SourceSpan
    operation_id: str = ""
    version: str = ""
    request: str = ""
    response: str = ""
    servers: tuple[str, ...] = ()


class ApiReference(_Fact, frozen=True):
    """A path of a contract (all of them where `path` is a mere prefix and `method` ""), or one operation, in another file.

    `target` is `path/in/repository.yaml#/json/pointer`; ApiDecl facts of protocol `http-fragment` stand there.
    """

    api: str
    method: str
    path: str
    target: str
    span: SourceSpan
    version: str = ""
    servers: tuple[str, ...] = ()


class RpcServe(_Fact, frozen=True):
    """The code registers an implementation of a gRPC or GraphQL service. `api` is as the code names it: `CartService`."""

    api: str
    span: SourceSpan
    framework: str
    method: str = ""
    function: str = ""


class RpcCall(_Fact, frozen=True):
    """The code calls, or builds a stub of, a gRPC or GraphQL service. `address` is what it dials, () where unknown; `method` "" for a stub only."""

    api: str
    span: SourceSpan
    client: str
    method: str = ""
    address: Text = ()
    function: str = ""


# --- Messaging ----------------------------------------------------------------------------------


class TopicPublish(_Fact, frozen=True):
    """The code sends to a topic, queue or exchange. `broker`: kafka, rabbitmq, pubsub, sqs, sns, eventbridge, jms, nats, servicebus, redis, ...

    `event` is the message type where the code names it (class name, version apart).
    """

    broker: str
    topic: Text
    span: SourceSpan
    client: str
    function: str = ""
    event: str = ""
    event_version: str = ""
    routing_key: Text = ()


class TopicSubscribe(_Fact, frozen=True):
    """The code receives from a topic or queue. `group` is the consumer group or subscription name."""

    broker: str
    topic: Text
    span: SourceSpan
    client: str
    function: str = ""
    event: str = ""
    event_version: str = ""
    group: Text = ()


class TopicDecl(_Fact, frozen=True):
    """A topic, queue, exchange, binding or subscription that code or infrastructure declares.

    `bound_to` is the topic or exchange a queue or subscription receives from; `routing_key` is what a binding
    lets through. A dead-letter exchange is bound to the queue whose messages it receives.
    """

    broker: str
    name: Text
    kind: str
    span: SourceSpan
    bound_to: Text = ()
    ack_deadline: str = ""
    routing_key: Text = ()


class EventDecl(_Fact, frozen=True):
    """A message type that a schema names: AsyncAPI message, Avro record, EventBridge schema, JSON schema."""

    name: str
    span: SourceSpan
    version: str = ""
    schema_uri: str = ""
    topic: str = ""
    fields: tuple[str, ...] = ()


# --- Infrastructure and storage -----------------------------------------------------------------


class InfrastructureUse(_Fact, frozen=True):
    """The module around this file uses a piece of infrastructure.

    `capability`: database, cache, messaging, config, discovery, auth, monitoring, tracing, logging, mail, search, storage, other.
    `product`: postgres, mysql, mongo, redis, kafka, rabbitmq, eureka, zipkin, ... or "" where unsaid.
    `address` is () where the artefact gives none (a starter dependency, an annotation).
    `certain` is False for a mere library on the classpath. `function` is where the connection is opened, whose callers may
    fill the parameters in `address`.
    """

    capability: str
    product: str
    span: SourceSpan
    address: Text = ()
    database: str = ""
    service: str = ""
    certain: bool = True
    function: str = ""


class EntityDecl(_Fact, frozen=True):
    """A persistent domain object: JPA entity, Mongo document, Django model. `table` "" where the default applies."""

    name: str
    span: SourceSpan
    store: str
    kind: str = "aggregate"
    table: str = ""


class RepositoryDecl(_Fact, frozen=True):
    """The object that stores entities: a Spring Data repository, a DbSet, a DAO, a SQLAlchemy session's model."""

    name: str
    entity: str
    span: SourceSpan
    store: str
    table: str = ""


class TableDecl(_Fact, frozen=True):
    """A table that a migration creates, alters or drops."""

    name: str
    span: SourceSpan
    operation: str = "create"


# --- Symbols ------------------------------------------------------------------------------------


class FunctionDecl(_Fact, frozen=True):
    """A function or method. `name` is qualified (`com.shop.OrderService.place`); `types` are its parameters' types, if declared."""

    name: str
    signature: str
    span: SourceSpan
    end_line: int
    language: str


class TypeDecl(_Fact, frozen=True):
    """A class, interface or struct, with what it extends or implements (qualified where imports say so)."""

    name: str
    span: SourceSpan
    kind: str
    bases: tuple[str, ...] = ()


class FunctionCall(_Fact, frozen=True):
    """A call inside a function, or with caller "" at the top level of a file. `target` is qualified as far as the file shows; `basis` says how.

    `basis`: same-file, import, declared-type, this, bare. `arguments` is their number, -1 if unknown.
    """

    caller: str
    target: str
    span: SourceSpan
    basis: str
    arguments: int = -1


class Import(_Fact, frozen=True):
    """A package or module that a file imports and that may be of the estate, as the file names it: programs of one repository share code so.

    `module` is the qualified name that the file's facts use for it, `names` what is taken from it: "*" for all, "default".
    `exported`: the file offers all names of the module as its own.
    """

    name: str
    span: SourceSpan
    language: str
    module: str = ""
    names: tuple[str, ...] = ()
    exported: bool = False


class ModuleNames(_Fact, frozen=True):
    """What a module of JavaScript or TypeScript declares at its top level; `module` is its qualified name."""

    module: str
    names: tuple[str, ...]
    span: SourceSpan


class ImportAlias(_Fact, frozen=True):
    """What an import specifier stands for below the folder `directory`: `@shop/*` is `libs/*`, from the repository's root.

    Both hold at most one `*`; of several targets the first that is there is meant. `pattern` "" says that the aliases of the
    files in `targets` hold here, too.
    """

    directory: str
    pattern: str
    targets: tuple[str, ...]
    span: SourceSpan


class CallText(_Fact, frozen=True):
    """Text that a call passes for a parameter: lets `resolve/values.py` fill an Unknown(parameter) of the callee.

    `function` is the one around the call where the text itself holds a parameter of that.
    """

    target: str
    position: int
    value: Text
    span: SourceSpan
    parameter: str = ""
    function: str = ""


# --- Libraries, owners, documents ---------------------------------------------------------------


class Dependency(_Fact, frozen=True):
    """A library that a module's build file names. `scope` "" for run time, else test, provided, dev, ..."""

    ecosystem: str
    artifact: str
    span: SourceSpan
    group: str = ""
    version: str = ""
    scope: str = ""


class OwnerRule(_Fact, frozen=True):
    """A CODEOWNERS line; no owners means that it clears them. `order` is its place in the file."""

    pattern: str
    owners: tuple[str, ...]
    span: SourceSpan
    order: int
    section: str = ""


class CatalogEntity(_Fact, frozen=True):
    """A Backstage entity. Relations are as written: (`dependsOn`, `resource:default/orders-db`)."""

    kind: str
    name: str
    span: SourceSpan
    type: str = ""
    owner: str = ""
    system: str = ""
    domain: str = ""
    title: str = ""
    annotations: dict[str, str] = {}
    relations: tuple[tuple[str, str], ...] = ()


class ObservedSpan(_Fact, frozen=True):
    """An interaction that traces show: `source` service to `target`; `count` spans of it, last seen as an ISO date."""

    source: str
    target: str
    kind: str
    operation: str
    count: int
    last_seen: str
    span: SourceSpan


class Incomplete(_Fact, frozen=True):
    """Something that the parser saw and could not use; it becomes a row of `problems`."""

    reason: str
    detail: str
    span: SourceSpan


Fact = Union[
    ServiceDecl, ServiceOverride, EnvValue, StartOrder, ServiceAlias, ModuleDecl, ImageDecl, ApplicationDecl, BeanDecl, RoleDecl,
    ConfigValue, ConstDecl, ConfigBinding, FileRead, RouteDecl, RoutePrefix, HttpCall, ProxyRoute, ApiDecl, ApiReference, RpcServe,
    RpcCall, TopicPublish, TopicSubscribe, TopicDecl, EventDecl, InfrastructureUse, EntityDecl,
    RepositoryDecl, TableDecl, FunctionDecl, TypeDecl, FunctionCall, Import, ModuleNames,
    ImportAlias, CallText, Dependency, OwnerRule,
    CatalogEntity, ObservedSpan, Incomplete,
]  # fmt: skip
