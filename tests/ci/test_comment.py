"""The one comment on a pull or merge request: written once, then over."""

import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

CI = Path(__file__).resolve().parents[2] / "ci"


class CommentHost:
    """Keeps comments as GitHub and GitLab do; `status` other than 200 refuses everything."""

    def __init__(self) -> None:
        self.comments: list[dict[str, Any]] = [{"id": 40, "body": "Looks good."}]
        self.calls: list[tuple[str, str]] = []
        self.status = 200
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(host: CommentHost) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self._reply(host.comments)

        def do_POST(self) -> None:
            host.comments.append({"id": 41, **self._body()})
            self._reply(host.comments[-1])

        def do_PATCH(self) -> None:
            comment = next(c for c in host.comments if str(c["id"]) == self.path.rpartition("/")[2])
            comment.update(self._body())
            self._reply(comment)

        do_PUT = do_PATCH  # noqa: N815  # the name that http.server calls

        def _body(self) -> Any:
            return json.loads(self.rfile.read(int(self.headers["content-length"])))

        def _reply(self, value: object) -> None:
            host.calls.append((self.command, self.path.partition("?")[0]))
            content = json.dumps(value).encode()
            self.send_response(host.status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[CommentHost]:
    opened = CommentHost()
    for name, value in {
        "GITHUB_API_URL": opened.address,
        "GITHUB_REPOSITORY": "acme/shop",
        "NUMBER": "7",
        "CI_API_V4_URL": f"{opened.address}/api/v4",
        "CI_PROJECT_ID": "5",
        "CI_MERGE_REQUEST_IID": "9",
        "TOKEN": "secret",
    }.items():
        monkeypatch.setenv(name, value)
    yield opened
    opened.close()


@pytest.fixture
def comment() -> ModuleType:
    found = importlib.util.spec_from_file_location("ci_comment", CI / "comment.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def report(comment: ModuleType, tmp_path: Path, kind: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["comment.py", kind, str(tmp_path / "report.md")])
    comment.main()


@pytest.mark.parametrize(
    ("kind", "comments", "replace"),
    [
        ("github", "/repos/acme/shop/issues/7/comments", ("PATCH", "/repos/acme/shop/issues/comments/41")),
        (
            "gitlab",
            "/api/v4/projects/5/merge_requests/9/notes",
            ("PUT", "/api/v4/projects/5/merge_requests/9/notes/41"),
        ),
    ],
)
def test_second_report_takes_the_place_of_the_first(
    kind: str,
    comments: str,
    replace: tuple[str, str],
    host: CommentHost,
    comment: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report(comment, tmp_path, kind, "One thing breaks.", monkeypatch)
    report(comment, tmp_path, kind, "Nothing breaks.", monkeypatch)
    assert host.calls == [("GET", comments), ("POST", comments), ("GET", comments), replace]
    assert [c["body"] for c in host.comments] == ["Looks good.", "<!-- estategraph -->\nNothing breaks."]


def test_token_that_may_not_write_is_told_and_fails_nothing(
    host: CommentHost,
    comment: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    host.status = 403
    report(comment, tmp_path, "github", "Nothing breaks.", monkeypatch)
    assert "the token may not (403" in capsys.readouterr().err


def test_long_report_is_cut_to_what_a_comment_holds(
    host: CommentHost, comment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(comment, tmp_path, "github", "A line of the report.\n" * 5000, monkeypatch)
    assert len(host.comments[-1]["body"]) < 65_536


def test_action_and_templates_run_scripts_that_are_there() -> None:
    action = yaml.safe_load((CI.parent / "action.yml").read_text(encoding="utf-8"))
    hooks = yaml.safe_load((CI.parent / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    jobs = yaml.safe_load((CI / "gitlab.yml").read_text(encoding="utf-8"))
    runs = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    runs += [line for job in jobs.values() for line in job.get("script", ())]
    named = {word.strip('"').rpartition("/ci/")[2] for run in runs for word in run.split() if "/ci/" in word}
    assert named == {"lint.sh", "index.sh", "compare.sh"}
    assert all((CI / name).is_file() for name in named)
    assert hooks[0]["entry"] == "estategraph lint"
