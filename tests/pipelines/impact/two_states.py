"""Small repositories with a history, to compare."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from pipelines.impact.changes.change import Change
from pipelines.impact.compare import compare_states
from pipelines.impact.diff import DiffImpact
from pipelines.settings import Settings

POM = """<project><groupId>shop</groupId><artifactId>{name}</artifactId><version>1</version><dependencies>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
</dependencies></project>"""
APPLICATION = """package shop;
import org.springframework.boot.autoconfigure.SpringBootApplication;
@SpringBootApplication
public class Application { public static void main(String[] a) { org.springframework.boot.SpringApplication.run(Application.class, a); } }
"""
STOCK = """package shop;
import org.springframework.web.bind.annotation.*;
@RestController
public class Levels {
    @GetMapping("/levels/{sku}")
    public String level(@PathVariable String sku) { return ""; }
}
"""
ORDERS = """package shop;
import org.springframework.web.client.RestTemplate;
public class Stock {
    private final RestTemplate rest = new RestTemplate();
    String level(String sku) { return rest.getForObject("http://stock/levels/" + sku, String.class); }
}
"""
COMPOSE = "services:\n  stock:\n    build: stock\n  orders:\n    build: orders\n"


def service(name: str) -> dict[str, str]:
    """The files of a Spring service without routes."""
    return {
        f"{name}/pom.xml": POM.format(name=name),
        f"{name}/Dockerfile": "FROM eclipse-temurin:21\nCOPY target/app.jar app.jar\n",
        f"{name}/src/main/java/shop/Application.java": APPLICATION,
    }


def shop() -> dict[str, str]:
    """`orders` calls `GET /levels/{}` of `stock`."""
    return {
        "docker-compose.yml": COMPOSE,
        **service("stock"),
        **service("orders"),
        "stock/src/main/java/shop/Levels.java": STOCK,
        "orders/src/main/java/shop/Stock.java": ORDERS,
    }


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Makes a folder hold just these files, beside `.git`."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and ".git" not in path.relative_to(folder).parts:
            path.unlink()
        elif (
            path.is_dir()
            and path.name != ".git"
            and ".git" not in path.relative_to(folder).parts
            and not any(path.iterdir())
        ):
            path.rmdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def git(folder: Path, *arguments: str) -> str:
    """Runs git in a folder."""
    author = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *author, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path, files: Mapping[str, str]) -> None:
    """Commits just these files."""
    if not (folder / ".git").exists():
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "-q")
    write(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "change")


def compared(folder: Path, output: Path, *states: str) -> DiffImpact:
    """What changed, with default settings."""
    return compare_states(states, folder, output, Settings(), lambda *_: None)


def changed(tmp_path: Path, before: Mapping[str, str], after: Mapping[str, str]) -> DiffImpact:
    """What changed from one commit to the next."""
    folder = tmp_path / "shop"
    commit(folder, before)
    commit(folder, after)
    return compared(folder, tmp_path / "output", "HEAD~1..HEAD")


def told(change: Change) -> tuple[str, str, str, str]:
    """A change in short."""
    return change.about, change.name, str(change.action), str(change.verdict)
