"""Rust's macros of expressions made plain calls and arrays in the source, byte for byte in place, so that the grammar reads inside them.

tree-sitter leaves the arguments of a macro as mere tokens. `format!("{}", x)` becomes `format ("{}", x)`, `vec![a]` an array,
`lazy_static!` a module of statics: no byte moves, so lines and places stay.
"""

from __future__ import annotations

import re

_CALLS = re.compile(
    rb"\b(format|format_args|concat|env|option_env|query|query_as|query_scalar|query_file|dotenv|join|try_join|obfstr|const_format|formatcp|concatcp)!(?=\s*\()"
)
_LISTS = re.compile(rb"\b(?:\w+::)*(?:vec|routes|openapi_get_routes|uri|smallvec|array|arr)!(?=\s*\[)")
_LAZY = re.compile(rb"\b(?:lazy_static::)?lazy_static!(?=\s*\{)")
_STATIC = re.compile(rb"\bstatic\s+ref\b")
LAZY_MODULE = "lazy_st"
"""The name of the module that `lazy_static!` becomes."""


def plain_macros(source: bytes) -> bytes:
    """The source with the same length and line breaks."""
    if b"!" not in source:
        return source
    source = _CALLS.sub(lambda match: match.group()[:-1] + b" ", source)
    source = _LISTS.sub(lambda match: b" " * len(match.group()), source)
    if b"lazy_static!" in source:
        source = _LAZY.sub(lambda match: b"mod lazy_st".ljust(len(match.group())), source)
        source = _STATIC.sub(lambda match: match.group()[:-3] + b"   ", source)
    return source
