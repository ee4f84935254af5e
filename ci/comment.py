"""Writes a report as the one comment of a pull or merge request: the first time as a new one, afterwards over the last.

    comment.py github|gitlab REPORT

For GitHub the environment gives GITHUB_API_URL, GITHUB_REPOSITORY, NUMBER and TOKEN; for GitLab CI_API_V4_URL,
CI_PROJECT_ID, CI_MERGE_REQUEST_IID and TOKEN. Standard library only. A token that may not write is told and fails nothing:
requests from forks have no other.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "<!-- estategraph -->"
"""By this line the comment is found again; it is not shown."""
MAX_BODY = 60_000
"""GitHub takes 65,536 characters."""
_PAGES = 30
_FORBIDDEN = frozenset({401, 403, 404})


@dataclass(frozen=True, slots=True)
class Host:
    """Where comments are listed and written, and how a request says who it is."""

    comments: str
    comment: str
    replace: str
    header: tuple[str, str]


def main() -> None:
    """Reads the report and writes the comment."""
    kind, report = sys.argv[1], Path(sys.argv[2])
    host = github(os.environ) if kind == "github" else gitlab(os.environ)
    try:
        print(write_comment(host, report.read_text(encoding="utf-8")))
    except urllib.error.HTTPError as error:
        if error.code not in _FORBIDDEN:
            raise
        print(f"no comment was written: the token may not ({error.code} {error.reason})", file=sys.stderr)


def github(environment: "os._Environ[str]") -> Host:
    """https://docs.github.com/en/rest/issues/comments"""
    issues = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}/issues"
    token = ("Authorization", f"Bearer {environment['TOKEN']}")
    return Host(f"{issues}/{environment['NUMBER']}/comments", f"{issues}/comments", "PATCH", token)


def gitlab(environment: "os._Environ[str]") -> Host:
    """https://docs.gitlab.com/api/notes/#merge-requests"""
    project = f"{environment['CI_API_V4_URL']}/projects/{environment['CI_PROJECT_ID']}"
    notes = f"{project}/merge_requests/{environment['CI_MERGE_REQUEST_IID']}/notes"
    return Host(notes, notes, "PUT", ("PRIVATE-TOKEN", environment["TOKEN"]))


def write_comment(host: Host, report: str) -> str:
    """What was done."""
    text = report if len(report) <= MAX_BODY else report[:MAX_BODY].rpartition("\n")[0] + "\n\n…"
    body = {"body": f"{MARK}\n{text}"}
    last = next((note["id"] for note in _comments(host) if str(note.get("body", "")).startswith(MARK)), None)
    if last is None:
        _request(host, "POST", host.comments, body)
        return "the comment is written"
    _request(host, host.replace, f"{host.comment}/{last}", body)
    return "the comment is brought up to date"


def _comments(host: Host) -> Iterator[dict[str, Any]]:
    for page in range(1, _PAGES + 1):
        found = _request(host, "GET", f"{host.comments}?per_page=100&page={page}", None)
        yield from found
        if len(found) < 100:
            return


def _request(host: Host, method: str, url: str, body: dict[str, str] | None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    headers = {host.header[0]: host.header[1], "Content-Type": "application/json", "Accept": "application/json"}
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.loads(reply.read() or b"null")


if __name__ == "__main__":
    main()
