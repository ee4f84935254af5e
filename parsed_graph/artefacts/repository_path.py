"""Paths within a repository: relative to its root, with `/`, without `..`."""


def join_path(directory: str, relative: str) -> str | None:
    """`join_path("api/paths", "../schemas/order.yaml")` is `api/schemas/order.yaml`; None where it leaves the repository.

    A leading `/` means the repository's root.
    """
    parts = [] if relative.startswith("/") else [part for part in directory.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
