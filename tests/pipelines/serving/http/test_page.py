"""The page at `/`: what is sent, under which policy, and that nothing in it calls another host or makes markup of text."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pipelines.serving.http.page import page_files
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving, settings_file
from tests.small_estate import write_shop

NAMESPACE = "http://www.w3.org/2000/svg"


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return write_shop(tmp_path / "output")


def directives(policy: str) -> dict[str, str]:
    return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))


def test_the_page_may_run_load_and_ask_this_server_only(output: Path) -> None:
    with serving(output) as client:
        answer = client.get("/")
    policy = directives(answer.headers["content-security-policy"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["img-src"] == "'self'"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_files_come_with_their_types(output: Path) -> None:
    with serving(output) as client:
        types = {
            client.get(f"/page/{name}").headers["content-type"] for name in ("app/main.js", "theme.css", "icon.svg")
        }
    assert types == {"text/javascript; charset=utf-8", "text/css; charset=utf-8", "image/svg+xml"}


def test_a_browser_asks_each_time_and_gets_again_only_what_changed(output: Path) -> None:
    with serving(output) as client:
        for address in ("/", "/page/app/main.js"):
            first = client.get(address)
            assert first.headers["cache-control"] == "no-cache"
            again = client.get(address, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert client.get(address, headers={"if-none-match": '"old"'}).status_code == 200


@pytest.mark.parametrize(
    "name", ["app/index.html", "report.css/..", "../http/page.py", "%2e%2e/http/page.py", "nothing.js"]
)
def test_only_files_of_the_page_are_sent(output: Path, name: str) -> None:
    with serving(output) as client:
        assert client.get(f"/page/{name}").status_code == 404


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self.risky: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.found += [value for name in ("src", "href") if (value := values.get(name))]
        self.risky += [name for name in values if name.startswith("on") or name == "style"]
        if tag == "script":
            self.scripts.append(values)


def test_everything_that_the_page_names_is_sent(output: Path) -> None:
    links = Links()
    with serving(output) as client:
        links.feed(client.get("/").text)
        own = {link for link in links.found if not link.startswith("#")}
        assert {client.get(link).status_code for link in own} == {200}
    assert all(link.startswith("/page/") for link in own)
    assert links.scripts == [{"type": "module", "src": "/page/app/main.js"}]
    assert links.risky == []


def test_every_import_names_what_a_file_of_the_page_exports() -> None:
    texts = {name: file.body.decode() for name, file in page_files().items()}
    exported = r"^export (?:async )?(?:function\*?|const|class) (\w+)|^export async function\* (\w+)"
    for name, text in texts.items():
        for names, target in re.findall(r'^import \{ ([^}]+) \} from "([^"]+)";', text, re.MULTILINE):
            found = texts[str(((Path("/") / name).parent / target).resolve().relative_to("/"))]
            offered = {one for pair in re.findall(exported, found, re.MULTILINE) for one in pair}
            assert set(names.split(", ")) <= offered, (name, target)
            assert all(re.search(rf"\b{one}\b", text.partition(target)[2]) for one in names.split(", ")), (name, names)


def test_no_file_names_another_host() -> None:
    for name, file in page_files().items():
        code = re.sub(r"/\*.*?\*/", "", file.body.decode(), flags=re.DOTALL).replace(NAMESPACE, "")
        assert not re.search(r"https?://\w|[\"'(]//\w|@import|url\(", code), name


def test_no_script_makes_markup_or_code_of_text() -> None:
    risky = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|\.srcdoc|setHTML"
    assert [name for name, file in page_files().items() if re.search(risky, file.body.decode())] == []


def test_the_page_needs_no_token_and_what_it_asks_does(output: Path, tmp_path: Path) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(output, settings) as client:
        assert client.get("/").status_code == 200
        assert client.get("/page/app/main.js").status_code == 200
        assert client.get("/api/v1/graph").status_code == 401
        assert client.get("/api/v1/graph", headers=bearing(tokens["ana"])).status_code == 200


def test_the_page_is_sent_while_every_place_is_taken(output: Path) -> None:
    settings = settings_file(output.parent, serve={"concurrency": 1})
    with serving(output, settings) as client:
        answers = []

        def ask_for_the_page(*_: object, **__: object) -> None:
            answers.extend([client.get("/"), client.get("/page/theme.css")])

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pipelines.serving.questions.blast", ask_for_the_page)
            client.get("/api/v1/blast", params={"node": "orders"})
    assert [answer.status_code for answer in answers] == [200, 200]


def test_reports_come_as_rows_and_runs_with_the_status(output: Path) -> None:
    with serving(output) as client:
        rows = client.get("/api/v1/impact/service", params={"name": "orders", "rows": True}).json()["result"]
        kept = client.get("/api/v1/status").json()["result"]["kept"]
    assert {"section": "Whom to ask", "subject": "team-orders"}.items() <= rows[0].items()
    assert [run["number"] for run in kept] == [1]


def test_problems_are_listed_by_reason(output: Path) -> None:
    with serving(output) as client:
        found = client.get("/api/v1/problems", params={"reason": "unresolved-host"}).json()["result"]
        assert client.get("/api/v1/problems", params={"reason": "none-such"}).status_code == 404
    assert [(each["path"], each["line"]) for each in found] == [("shop:src/X.java", 3)]
