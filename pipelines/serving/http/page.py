"""The page at `/` and its files under `/page/`: public, as nothing of an estate is in them; what they show they ask of `/api/v1`.

The page may load and ask this server only: https://www.w3.org/TR/CSP3/
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from string import Template
from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Response

from pipelines.serving.drawings.page import map_html
from pipelines.serving.drawings.script_bundle import page_file

router = APIRouter(include_in_schema=False)
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent; `tag` changes with its content."""

    body: bytes
    media_type: str
    tag: str


@router.get("/")
async def index(if_none_match: Annotated[str, Header(max_length=200)] = "") -> Response:
    """The page."""
    return _sent(_index(), if_none_match)


@router.get("/page/{name:path}")
async def part(name: str, if_none_match: Annotated[str, Header(max_length=200)] = "") -> Response:
    """A style, a script or a picture of the page."""
    found = page_files().get(name)
    if found is None:
        raise HTTPException(404, "the page has no such file")
    return _sent(found, if_none_match)


@cache
def page_files() -> Mapping[str, PageFile]:
    """The files that the page loads, by their path under `/page/`: all that there are, so that no request reads a folder."""
    return dict(_walk(files("pipelines.serving").joinpath("page"), PurePosixPath()))


def _walk(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[str, PageFile]]:
    for item in folder.iterdir():
        path = at / item.name
        if item.is_dir():
            yield from _walk(item, path)
        elif path.suffix in _TYPES:
            yield str(path), _made(item.read_bytes(), _TYPES[path.suffix])


@cache
def _index() -> PageFile:
    text = Template(page_file("app/index.html")).substitute(map=map_html("Service map"))
    return _made(text.encode(), "text/html; charset=utf-8")


def _made(body: bytes, media_type: str) -> PageFile:
    return PageFile(body, media_type, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def _sent(file: PageFile, known: str) -> Response:
    # Asked for anew each time and sent only when it changed: after an update nobody runs half of the old page.
    headers = {"cache-control": "no-cache", "etag": file.tag, "content-security-policy": _POLICY}
    if known == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)
