"""A server over the small estate, without a network: its client, with or without policy and tokens."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from pipelines.access.tokens import add_token
from pipelines.serving.http.app import make_app
from pipelines.serving.service import open_service

POLICY = """\
callers:
  ana: [web]
  ops: [all]
groups:
  all: {everything: true}
  web: {services: [storefront]}
"""


@contextmanager
def serving(output: Path, settings: Path | None = None) -> Iterator[TestClient]:
    """A client of a server over an output folder, by a settings file; `http://localhost` is the server's name."""
    service = open_service(output, settings)
    with TestClient(make_app(service, "127.0.0.1"), "http://localhost", raise_server_exceptions=False) as client:
        yield client


def settings_file(folder: Path, **sections: object) -> Path:
    """A settings file."""
    file = folder / "settings.yaml"
    file.write_text(json.dumps(sections))
    return file


def guarded_settings(folder: Path) -> tuple[Path, dict[str, str]]:
    """Settings with a policy and tokens in a folder, and the token of each caller."""
    (folder / "policy.yaml").write_text(POLICY)
    tokens = {name: add_token(folder / "tokens.yaml", name) for name in ("ana", "ops")}
    return settings_file(folder, access={"policy": "policy.yaml"}, serve={"tokens": "tokens.yaml"}), tokens


def bearing(token: str) -> dict[str, str]:
    """The headers that carry a token."""
    return {"authorization": f"Bearer {token}"}
