"""Qualified names of modules: a file's path, dotted; what a relative import of another file means."""

_INDEX = frozenset({"__init__", "index"})
_EXTENSIONS = frozenset("py pyi js mjs cjs jsx ts mts cts tsx vue d".split())


def module_name(path: str) -> str:
    """`src/orders/app.py` -> `src.orders.app`; a package's own file (`__init__.py`, `index.ts`) is named for its folder."""
    folder, _, name = path.rpartition("/")
    stem = without_extension(name)
    parts = [part for part in folder.split("/") if part]
    return ".".join(parts if stem in _INDEX and parts else [*parts, stem])


def without_extension(name: str) -> str:
    """`orders.service.ts` -> `orders.service`: only what names a language of ours is taken off."""
    stem, dot, extension = name.rpartition(".")
    while dot and extension in _EXTENSIONS:
        name = stem
        stem, dot, extension = name.rpartition(".")
    return name


def resolve_path(directory: str, specifier: str) -> str | None:
    """`./config.js` seen from `src/orders` -> `src.orders.config`; None for a path that leaves the repository."""
    parts = [part for part in directory.split("/") if part]
    for step in specifier.split("/"):
        if step == "..":
            if not parts:
                return None
            parts.pop()
        elif step not in ("", "."):
            parts.append(step)
    return module_name("/".join(parts)) if parts else ""
