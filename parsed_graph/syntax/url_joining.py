"""Joining a base URL and a path as clients do, where parts of either are open."""

from urllib.parse import urljoin

from parsed_graph.facts import Literal, Text
from parsed_graph.syntax.alternatives import Alternatives, either, joined, literal, plain


def join_urls(bases: Alternatives, paths: Alternatives) -> Alternatives:
    """RFC 3986 resolution as `urljoin` and `new URL(path, base)` do it; an open base keeps its own path."""
    return either(_resolve(base, path) for base in bases or ((),) for path in paths or ((),))


def prefix_urls(bases: Alternatives, paths: Alternatives) -> Alternatives:
    """`base` + `/` + `path` with one slash between, as clients with a base URL do; an absolute path URL stands alone."""
    return either(_prefix(base, path) for base in bases or ((),) for path in paths or ((),))


def is_absolute(text: Text) -> bool:
    """Whether a URL says its scheme, or its host by an open part that comes first."""
    return bool(text) and isinstance(text[0], Literal) and ("://" in text[0].text or text[0].text.startswith("//"))


def _prefix(base: Text, path: Text) -> Alternatives:
    if not base or is_absolute(path):
        return (path,)
    if not path:
        return (base,)
    ends = isinstance(base[-1], Literal) and base[-1].text.endswith("/")
    begins = isinstance(path[0], Literal) and path[0].text.startswith("/")
    if ends and begins:
        base = (*base[:-1], Literal(base[-1].text[:-1])) if isinstance(base[-1], Literal) else base
    between = literal("" if ends or begins or _begins_query(path) else "/")
    return joined([(base,), between, (path,)])


def _begins_query(path: Text) -> bool:
    return isinstance(path[0], Literal) and path[0].text.startswith("?")


def _resolve(base: Text, path: Text) -> Alternatives:
    if not base or is_absolute(path):
        return (path,)
    whole = plain(base)
    first = path[0] if path else None
    if whole is not None and isinstance(first, Literal):
        return joined([literal(urljoin(whole, first.text)), (path[1:],)])
    if isinstance(first, Literal) and first.text.startswith("/"):
        return joined([(url_origin(base),), (path,)])
    return _prefix(base, path)


def url_origin(base: Text) -> Text:
    """The base without the literal path that follows its host."""
    for index, part in enumerate(base):
        if isinstance(part, Literal):
            text = part.text
            start = text.find("://") + 3 if "://" in text else 0
            slash = text.find("/", start) if index or start else -1
            if slash >= 0:
                kept = text[:slash]
                return (*base[:index], Literal(kept)) if kept else base[:index]
    return base
