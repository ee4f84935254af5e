"""Keys of ASP.NET configuration as Settings."""

from parsed_graph.facts import Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, plain


def settings(prefix: str, keys: Alternatives, default: str | None = None) -> Alternatives:
    """The settings of these keys below a section; `:` separates sections. https://learn.microsoft.com/dotnet/core/extensions/configuration"""
    found = [plain(key) for key in keys]
    known = [((Setting(joined_key(prefix, key), default)),) for key in found if key]
    return tuple(known) if known else UNKNOWN if keys else NOTHING


def joined_key(prefix: str, key: str) -> str:
    """`A` and `B:C` as `A.B.C`."""
    dotted = key.replace(":", ".").replace("__", ".")
    return f"{prefix}.{dotted}" if prefix else dotted
