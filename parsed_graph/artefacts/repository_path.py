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


def shared_folders(path: str, other: str) -> int:
    """How many folders two files have in common from the root on: the more, the nearer they are."""
    ours, theirs = path.split("/")[:-1], other.split("/")[:-1]
    count = 0
    while count < min(len(ours), len(theirs)) and ours[count] == theirs[count]:
        count += 1
    return count
