"""JVM library calls that make strings: formatting, URI builders, settings, string methods. One table by name, for every JVM language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from parsed_graph.facts import Env, Host, Literal, Part, Setting, Text, Unknown
from parsed_graph.syntax.alternatives import (
    UNKNOWN,
    UNKNOWN_TEXT,
    Alternatives,
    capped,
    joined,
    literal,
    plain,
    unless_unset,
)
from parsed_graph.syntax.nodes import text_of
from parsed_graph.syntax.placeholders import expand_placeholders, merge_literals


@dataclass(frozen=True, slots=True)
class TextCall:
    """A call as the table needs it. `receiver_name` is the receiver where it is a plain name, `receiver_type` its simple type if known.

    `lower` lowers a receiver or argument; `discovered` gives the service name that a discovery client in the chain is asked for.
    """

    name: str
    receiver: Node
    receiver_name: str
    receiver_type: str
    arguments: Sequence[Node]
    lower: Callable[[Node], Alternatives]
    discovered: Callable[[], Alternatives | None]

    def before(self) -> Alternatives:
        """The values of the receiver."""
        return self.lower(self.receiver)

    def given(self, position: int) -> Alternatives:
        """The values of an argument."""
        return self.lower(self.arguments[position]) if position < len(self.arguments) else UNKNOWN

    def all_given(self) -> list[Alternatives]:
        """The values of every argument."""
        return [self.lower(argument) for argument in self.arguments]

    @property
    def is_static(self) -> bool:
        """Whether the receiver is a type."""
        return self.receiver_name[:1].isupper()


def text_call(call: TextCall) -> Alternatives | None:
    """What a library call gives, None where the table does not know it."""
    known = _TABLE.get(call.name)
    return known(call) if known is not None else None


def text_creation(name: str, arguments: Sequence[Node], lower: Callable[[Node], Alternatives]) -> Alternatives | None:
    """What `new Name(...)` gives where it wraps a string, None for other types; a nested type is named with the one around it."""
    if name in _EMPTY_BUILDERS and not arguments:
        return literal("")
    name = name.rpartition(".")[2]
    if name not in _WRAPPING_CONSTRUCTORS:
        return None
    if not arguments or (name in _BUFFERS and arguments[0].type in ("decimal_integer_literal", "integer_literal")):
        return literal("") if name in _BUFFERS or name == "URIBuilder" else UNKNOWN
    if name == "URL" and len(arguments) == 2:
        return joined([lower(argument) for argument in arguments])
    return lower(arguments[0])


_BUFFERS = ("StringBuilder", "StringBuffer")
_WRAPPING_CONSTRUCTORS = frozenset(
    (*_BUFFERS, "String", "URI", "URL", "URIBuilder", "GenericUrl", "UriTemplate", "Url")
)
_EMPTY_BUILDERS = ("HttpUrl.Builder", "okhttp3.HttpUrl.Builder")
_FORMAT = re.compile(r"%(\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?([a-zA-Z%])")
_MESSAGE = re.compile(r"\{(\d+)[^{}]*\}")
_SETTING_TYPES = frozenset(
    """Environment ConfigurableEnvironment StandardEnvironment PropertyResolver Config Properties PropertyService
    ApplicationConfig""".split()
)
_SETTING_NAMES = frozenset(("env", "environment", "config", "configuration"))
_URI_BUILDERS = frozenset(
    "UriComponentsBuilder UriBuilder HttpUrl ServletUriComponentsBuilder URIBuilder Url URLBuilder".split()
)


# --- Formatting ---------------------------------------------------------------------------------------


def _format(call: TextCall) -> Alternatives | None:
    if call.receiver_name in ("String", "MessageFormat"):
        arguments = list(call.arguments)
        if len(arguments) > 1 and text_of(arguments[0]).startswith("Locale"):
            arguments = arguments[1:]
        values = [call.lower(argument) for argument in arguments]
        return _filled(values[0], values[1:]) if values else UNKNOWN
    if call.is_static:
        return None
    return _filled(call.before(), call.all_given())


def _filled(templates: Alternatives, values: Sequence[Alternatives]) -> Alternatives:
    """A `%s` or `{0}` template with its values; open parts of the template stay where they are."""
    found: list[Text] = []
    for template in templates:
        pieces: list[Alternatives] = []
        taken = 0
        for part in template:
            if not isinstance(part, Literal):
                pieces.append(((part,),))
                continue
            split, taken = _percent_pieces(part.text, taken) if "%" in part.text else (_brace_pieces(part.text), taken)
            pieces += [
                literal(piece) if isinstance(piece, str) else values[piece] if piece < len(values) else UNKNOWN
                for piece in split
            ]
        found += joined(pieces)
    return capped(found)


def _percent_pieces(text: str, taken: int) -> tuple[list[str | int], int]:
    pieces: list[str | int] = []
    position = 0
    for match in _FORMAT.finditer(text):
        pieces.append(text[position : match.start()])
        position = match.end()
        if match[2] in "%n":
            pieces.append("%" if match[2] == "%" else "\n")
        elif match[1]:
            pieces.append(int(match[1][:-1]) - 1)
        else:
            pieces.append(taken)
            taken += 1
    return [*pieces, text[position:]], taken


def _brace_pieces(text: str) -> list[str | int]:
    pieces: list[str | int] = []
    position = 0
    for match in _MESSAGE.finditer(text):
        pieces += [text[position : match.start()], int(match[1])]
        position = match.end()
    return [*pieces, text[position:]]


def _join(call: TextCall) -> Alternatives | None:
    if call.receiver_name != "String" or len(call.arguments) < 2:
        return None
    separator, *values = call.all_given()
    return joined([piece for value in values for piece in (separator, value)][1:])


# --- Settings and environment -------------------------------------------------------------------------


def _getenv(call: TextCall) -> Alternatives | None:
    if call.receiver_name != "System" or len(call.arguments) != 1:
        return None
    return tuple([(Env(key),) if (key := plain(text)) else UNKNOWN_TEXT for text in call.given(0)])


def _get_property(call: TextCall) -> Alternatives | None:
    known = (
        call.receiver_type in _SETTING_TYPES or call.receiver_name in _SETTING_NAMES or call.receiver_name == "System"
    )
    if not known or not call.arguments:
        return None
    last = call.arguments[-1]
    has_default = len(call.arguments) > 1 and last.type not in ("class_literal", "navigation_expression")
    found: list[Text] = []
    for text in call.given(0):
        key = plain(text)
        if not key:
            found.append(UNKNOWN_TEXT)
        elif has_default:
            found += [text for default in call.lower(last) for text in _setting(key, default)]
        else:
            found.append((Setting(key),))
    return capped(found)


def _setting(key: str, default: Text) -> Alternatives:
    text = plain(default)
    return ((Setting(key, text),),) if text is not None else ((Setting(key),), default)


def _placeholders(call: TextCall) -> Alternatives | None:
    return tuple([expand_placeholders(text) for text in call.given(0)])


def _get_or_default(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 2:
        return None
    if text_of(call.receiver).replace(" ", "") != "System.getenv()":
        return call.given(1)
    return unless_unset(tuple([(Env(key),) for text in call.given(0) if (key := plain(text))]), call.given(1))


def _get(call: TextCall) -> Alternatives | None:
    if text_of(call.receiver).replace(" ", "") == "System.getenv()" and len(call.arguments) == 1:
        return tuple([(Env(key),) if (key := plain(text)) else UNKNOWN_TEXT for text in call.given(0)])
    if call.receiver_name in ("HttpUrl", "Paths", "URI"):
        return call.given(0)
    # Optional.get(), Supplier.get(), LiveData.get(): the value itself.
    return call.before() if not call.arguments and call.receiver_type in ("Optional", "Supplier", "Provider") else None


def _or_else(call: TextCall) -> Alternatives | None:
    if not call.arguments or call.arguments[0].type == "lambda_expression":
        return call.before()
    return unless_unset(call.before(), call.given(0))


def _first_or_second(call: TextCall) -> Alternatives | None:
    return unless_unset(call.given(0), call.given(1)) if len(call.arguments) == 2 else None


# --- URI builders -------------------------------------------------------------------------------------


def _wrapped(call: TextCall) -> Alternatives | None:
    """`URI.create(x)`, `UriComponentsBuilder.fromHttpUrl(x)`, `String.valueOf(x)`: the argument, as it is."""
    return call.given(0) if call.is_static and call.arguments else None


def _same(call: TextCall) -> Alternatives | None:
    """A link that leaves the text as it is: `toString()`, `build()`, `encode()`."""
    if call.is_static:
        return call.given(0) if call.name == "encode" and call.arguments else None
    return call.before() if len(call.arguments) <= 1 else None


def _kept(call: TextCall) -> Alternatives | None:
    """A link that changes only the query or fills variables: the path before it stays, placeholders as `{name}`."""
    return None if call.is_static else call.before()


def _new_instance(call: TextCall) -> Alternatives | None:
    return literal("") if call.receiver_name in _URI_BUILDERS else None


def _path(call: TextCall) -> Alternatives | None:
    """Path after path; with a slash where neither has one, as JAX-RS joins them."""
    if call.is_static or not call.arguments:
        return None
    return capped([_appended(before, path) for before in call.before() for path in joined(call.all_given())])


def _appended(before: Text, path: Text) -> Text:
    first = path[0].text if path and isinstance(path[0], Literal) else ""
    last = before[-1].text if before and isinstance(before[-1], Literal) else ""
    has_slash = not before or not path or last.endswith("/") or first.startswith(("/", ".", "?"))
    return merge_literals([*before, *path] if has_slash else [*before, Literal("/"), *path])


def _target(call: TextCall) -> Alternatives | None:
    """JAX-RS `client.target(url)`."""
    return call.given(0) if len(call.arguments) == 1 and not call.is_static else None


def _replaced_path(call: TextCall) -> Alternatives | None:
    if call.is_static or len(call.arguments) != 1:
        return None
    return joined([tuple([_origin(text) for text in call.before()]), call.given(0)])


def _origin(text: Text) -> Text:
    """Scheme and host of a URL; the whole where it opens with an open part."""
    first = text[0] if text else None
    if not isinstance(first, Literal) or "://" not in first.text:
        return text[:1]
    scheme, _, rest = first.text.partition("://")
    host, slash, _ = rest.partition("/")
    return (Literal(f"{scheme}://{host}"),) if slash or len(text) == 1 else text[:2]


def _segments(call: TextCall) -> Alternatives | None:
    if call.is_static:
        return None
    parts = [call.before()]
    for value in call.all_given():
        parts += [literal("/"), tuple([_without_slash(text) for text in value])]
    return tuple([_single_slashes(text) for text in joined(parts)])


def _without_slash(text: Text) -> Text:
    first = text[0] if text else None
    return (Literal(first.text.lstrip("/")), *text[1:]) if isinstance(first, Literal) else text


def _single_slashes(text: Text) -> Text:
    return tuple([Literal(re.sub(r"(?<!:)//+", "/", p.text)) if isinstance(p, Literal) else p for p in text])


def _scheme(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 1 or call.is_static:
        return None
    rest = tuple([_without_scheme(text) for text in call.before()])
    return joined([call.given(0), literal("://"), rest])


def _without_scheme(text: Text) -> Text:
    first = text[0] if text else None
    if isinstance(first, Literal) and "://" in first.text:
        return merge_literals([Literal(first.text.partition("://")[2]), *text[1:]])
    return text


def _host(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 1 or call.is_static:
        return None
    return joined([tuple([text or (Literal("http://"),) for text in call.before()]), call.given(0)])


def _port(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 1 or call.is_static:
        return None
    return joined([call.before(), literal(":"), call.given(0)])


def _resolve(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 1 or call.is_static:
        return None
    return capped([_resolved(base, path) for base in call.before() for path in call.given(0)])


def _resolved(base: Text, path: Text) -> Text:
    first = path[0].text if path and isinstance(path[0], Literal) else ""
    if "://" in first:
        return path
    if first.startswith("/"):
        return merge_literals([*_origin(base), *path])
    last = base[-1].text if base and isinstance(base[-1], Literal) else ""
    return merge_literals([*base, *path] if last.endswith("/") else [*base, Literal("/"), *path])


# --- Strings and discovery ----------------------------------------------------------------------------


def _concatenated(call: TextCall) -> Alternatives | None:
    return joined([call.before(), call.given(0)]) if call.arguments and not call.is_static else None


def _replace(call: TextCall) -> Alternatives | None:
    if len(call.arguments) != 2 or call.is_static:
        return None
    olds, news = call.given(0), call.given(1)
    old = plain(olds[0]) if len(olds) == 1 else None
    if not old or len(news) != 1:
        return UNKNOWN
    return capped([_with_replaced(text, old, news[0]) for text in call.before()])


def _with_replaced(text: Text, old: str, new: Text) -> Text:
    parts: list[Part] = []
    for part in text:
        pieces = part.text.split(old) if isinstance(part, Literal) else []
        for index, piece in enumerate(pieces):
            parts += [*new, Literal(piece)] if index else [Literal(piece)]
        if not pieces:
            parts.append(part)
    return merge_literals(parts)


def _cased(call: TextCall) -> Alternatives | None:
    change = str.lower if "ower" in call.name else str.upper
    return tuple(
        [tuple([Literal(change(p.text)) if isinstance(p, Literal) else p for p in text]) for text in call.before()]
    )


def _instance_address(call: TextCall) -> Alternatives | None:
    """`discoveryClient.getInstances("orders").get(0).getUri()`: the logical service name."""
    names = call.discovered()
    if names is None:
        return None
    scheme = "http://" if call.name in ("getUri", "getHomePageUrl", "uri") else ""
    hosts = [Host(name) if (name := plain(text)) else Unknown("") for text in names]
    return tuple([merge_literals([Literal(scheme), host]) for host in hosts])


_Rule = Callable[[TextCall], Alternatives | None]
_NAMED: dict[str, _Rule] = {
    "format": _format,
    "formatted": _format,
    "join": _join,
    "getenv": _getenv,
    "getOrDefault": _get_or_default,
    "get": _get,
    "newInstance": _new_instance,
    "replacePath": _replaced_path,
    "target": _target,
    "scheme": _scheme,
    "setScheme": _scheme,
    "host": _host,
    "setHost": _host,
    "port": _port,
    "setPort": _port,
    "resolve": _resolve,
    "replace": _replace,
}
_GROUPED: tuple[tuple[str, _Rule], ...] = (
    ("getProperty getRequiredProperty getValue getOptionalValue", _get_property),
    ("resolvePlaceholders resolveRequiredPlaceholders", _placeholders),
    ("orElse orElseGet orElseThrow", _or_else),
    ("requireNonNullElse defaultIfBlank defaultIfEmpty defaultString firstNonNull", _first_or_second),
    (
        """valueOf create fromHttpUrl fromUriString fromUri fromPath parse of requireNonNull ofNullable encodePath
            notNull checkNotNull""",
        _wrapped,
    ),
    (
        """toString toUriString toUri build encode intern trim strip toURL toURI toExternalForm newBuilder
            toASCIIString normalize toUrl encodeAsString asString""",
        _same,
    ),
    (
        """queryParam queryParams query queryParamIfPresent addQueryParameter addEncodedQueryParameter addParameter
            setParameter setParameters uriVariables userInfo replaceQueryParam setCustomQuery setQueryParameter
            expand buildAndExpand fragment replaceQuery""",
        _kept,
    ),
    ("path encodedPath setPath appendPath", _path),
    ("pathSegment addPathSegment addPathSegments segment addEncodedPathSegment addEncodedPathSegments", _segments),
    ("concat append plus", _concatenated),
    ("toLowerCase toUpperCase lowercase uppercase", _cased),
    ("getUri getHomePageUrl getHost getHostName getIPAddr", _instance_address),
)
_TABLE = _NAMED | {name: rule for names, rule in _GROUPED for name in names.split()}
