"""What PHP files say by themselves: the values of configuration files, parameters of Symfony's container, and programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import ApplicationDecl, CallText, ConfigValue, Fact
from parsed_graph.syntax.alternatives import literal, plain
from parsed_graph.syntax.php_text_calls import PARAMETERS
from parsed_graph.syntax.placeholders import written_placeholders
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax

_CONFIGURATION = re.compile(
    r"(?:^|/)(?:config|configs|configuration|settings)/(?:[\w-]+/)*([\w.-]+)\.php$|(?:^|/)(settings|config)\.php$"
)
_NO_CONFIGURATION = frozenset("routes bundles preload bootstrap services".split())
"""Files of `config/` that hold code; Laravel's `services.php`, which holds an array, is told by its content."""
MAX_DEPTH = 6
MAX_VALUES = 2_000

_FRAMEWORKS = (
    ("Laravel.Lumen", "lumen"), ("Illuminate", "laravel"), ("Slim", "slim"), ("Symfony", "symfony"), ("Hyperf", "hyperf"),
    ("Swoole", "swoole"), ("OpenSwoole", "swoole"), ("Workerman", "workerman"), ("React.Http", "reactphp"),
    ("Laminas", "laminas"), ("Mezzio", "mezzio"), ("Phalcon", "phalcon"), ("Cake", "cakephp"), ("CodeIgniter", "codeigniter"),
    ("Spiral", "spiral"), ("yii", "yii"), ("Yiisoft", "yii"),
)  # fmt: skip
_ENTRY = frozenset({"index.php", "worker.php", "server.php", "consumer.php", "consume.php", "app.php", "main.php"})
_ENTRY_FOLDERS = re.compile(r"(?:^|/)(?:public|web|www|html|htdocs|httpdocs|public_html|bin|src|api|app)$|^$|^[^/]+$")
_STARTS = frozenset(
    "handle handleRequest run start serve listen runAll consume wait receiveMessage basic_consume".split()
)


def php_facts(text: ScriptText, root: Node) -> Iterator[Fact]:
    """Configuration values, then the program that the file starts."""
    yield from _configuration(text, root)
    yield from _container(text)
    yield from _application(text)


# --- Configuration --------------------------------------------------------------------------------


def _configuration(text: ScriptText, root: Node) -> Iterator[Fact]:
    """`config/services.php` returns an array: `['orders' => ['url' => env('ORDERS_URL')]]` gives `services.orders.url`."""
    match = _CONFIGURATION.search(text.file.path)
    returned = next((n for n in reversed(root.named_children[-5:]) if n.type == "return_statement"), None)
    value = returned.named_children[0] if returned is not None and returned.named_child_count else None
    if match is None or value is None or text.shape(value).kind != "object":
        return
    stem = match.group(1) or ""
    profile_free = stem.removesuffix(".dist").removesuffix(".global").removesuffix(".local")
    for key, node in _leaves(value, profile_free, text, 0):
        yield from _value(key, node, text)


def _leaves(node: Node, prefix: str, text: ScriptText, depth: int) -> Iterator[tuple[str, Node]]:
    for name, value in text.grammar.entries(node, text.file.source).items():
        key = f"{prefix}.{name}" if prefix else name
        shape = text.shape(value)
        if shape.kind == "object" and depth < MAX_DEPTH:
            yield from _leaves(shape.node, key, text, depth + 1)
        elif shape.kind == "list":
            for index, member in enumerate(shape.nodes[:20]):
                inner = text.shape(member)
                if inner.kind == "object" and depth < MAX_DEPTH:
                    yield from _leaves(inner.node, f"{key}[{index}]", text, depth + 1)
                else:
                    yield f"{key}[{index}]", member
        else:
            yield key, value


def _value(key: str, node: Node, text: ScriptText) -> Iterator[Fact]:
    text.restart()
    for found in text.lower_at(node, text.tree.at(node.start_byte)):
        written = written_placeholders(found)
        if written is not None:
            yield ConfigValue(key, written[:4_000], text.file.span(node.start_point[0] + 1))


def _container(text: ScriptText) -> Iterator[Fact]:
    """Symfony: `$container->setParameter('url', …)`, and what `register(Client::class)->addArgument(…)` passes."""
    for call in text.file.calls:
        if call.name == "setParameter" and len(call.arguments) == 2:
            text.restart()
            key = literal_key(call.arguments[0].node, text)
            if key:
                yield from _value(PARAMETERS + key, call.arguments[1].node, text)
        elif call.name == "register" and call.arguments:
            yield from _registered(call, text)


def literal_key(node: Node, text: ScriptText) -> str:
    """The string that an expression is, "" for anything else."""
    found = text.lower_at(node, text.tree.at(node.start_byte))
    return (plain(found[0]) or "") if len(found) == 1 else ""


def _registered(call: CallSyntax, text: ScriptText) -> Iterator[Fact]:
    shape = text.shape(call.arguments[-1].node)
    target = text.file.imports.get(shape.name, "") if shape.kind == "name" else ""
    if not target or not text.is_own(target):
        return
    chained = _chain_after(call, text)
    position = 0
    for link in chained:
        if link.name in ("addArgument", "arg", "setArgument") and link.arguments:
            node = link.arguments[-1].node
            text.restart()
            named = literal_key(link.arguments[0].node, text).lstrip("$") if len(link.arguments) > 1 else ""
            for value in text.lower_at(node, text.tree.at(node.start_byte)):
                if value and value != literal("")[0] and written_placeholders(value) is not None:
                    where = -1 if named else position
                    yield CallText(f"{target}.__construct", where, value, text.file.span(link.line), named)
            position += 1


def _chain_after(call: CallSyntax, text: ScriptText) -> list[CallSyntax]:
    """The calls that a call is the start of, innermost first."""
    following = {text.shape(c.receiver).node.id: c for c in text.file.calls if c.receiver is not None}
    found: list[CallSyntax] = []
    current: CallSyntax | None = call
    while current is not None and len(found) < 40:
        current = following.get(current.node.id)
        found += [current] if current is not None else []
    return found


# --- Programs -------------------------------------------------------------------------------------


def _application(text: ScriptText) -> Iterator[Fact]:
    """A web server runs `index.php`; a worker or server is a script that starts a loop."""
    file = text.file
    folder, _, name = file.path.rpartition("/")
    if name not in _ENTRY or file.package != _top(text) or not _ENTRY_FOLDERS.search(folder):
        return
    started = next((c for c in file.calls if c.name in _STARTS and c.function is None and c.receiver is not None), None)
    if started is None and name != "index.php":
        return
    framework = next((word for package, word in _FRAMEWORKS if file.imports_any((package + ".",))), "")
    if not framework:
        framework = (
            "laravel" if b"bootstrap/app.php" in file.source else "symfony" if b"Kernel" in file.source else "php"
        )
    line = started.line if started is not None else 1
    yield ApplicationDecl(file.span(line), file.language, framework)


def _top(text: ScriptText) -> str:
    """The package of code without a namespace."""
    return text.tree.root.prefix
