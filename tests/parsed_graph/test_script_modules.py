from parsed_graph.facts import Fact, FunctionCall, Import, ImportAlias, ModuleNames, SourceSpan
from parsed_graph.join.script_modules import name_by_declaration


def span(path: str) -> SourceSpan:
    return SourceSpan(path, 1)


def taken(path: str, specifier: str, *names: str, module: str = "", exported: bool = False) -> Import:
    return Import(specifier, span(path), "typescript", module or specifier, names, exported)


def declares(path: str, module: str, *names: str) -> ModuleNames:
    return ModuleNames(module, names, span(path))


def targets(*facts: Fact) -> list[str]:
    return [fact.target for fact in name_by_declaration(facts) if isinstance(fact, FunctionCall)]


def imported(*facts: Fact) -> list[tuple[str, tuple[str, ...]]]:
    return [(fact.name, fact.names) for fact in name_by_declaration(facts) if isinstance(fact, Import)]


LIBRARY = (
    taken("libs/db/index.ts", "./open", module="libs.db.open", exported=True),
    taken("libs/db/index.ts", "./close", module="libs.db.close", exported=True),
    declares("libs/db/open.ts", "libs.db.open", "open"),
    declares("libs/db/close.ts", "libs.db.close", "close"),
)
ALIAS = ImportAlias("", "@db", ("libs/db",), span("tsconfig.json"))


def test_a_name_is_that_of_the_file_which_declares_it() -> None:
    used = taken("app/main.ts", "@db", "open")
    called = FunctionCall("app.main.run", "@db.open", span("app/main.ts"), "import")

    assert targets(*LIBRARY, ALIAS, used, called) == ["libs.db.open.open"]
    assert imported(*LIBRARY, ALIAS, used) == [("libs/db/open.ts", ("open",))]


def test_the_alias_of_the_deepest_folder_goes_first() -> None:
    other = ImportAlias("app", "@db", ("libs/db/close",), span("app/tsconfig.json"))

    assert imported(*LIBRARY, ALIAS, other, taken("app/main.ts", "@db", "close")) == [("libs/db/close.ts", ("close",))]
    assert imported(*LIBRARY, ALIAS, other, taken("web/main.ts", "@db", "open")) == [("libs/db/open.ts", ("open",))]


def test_two_configurations_of_one_folder_may_say_the_same() -> None:
    again = ImportAlias("", "@db", ("libs/db",), span("tsconfig.app.json"))

    assert imported(*LIBRARY, ALIAS, again, taken("app/main.ts", "@db", "open")) == [("libs/db/open.ts", ("open",))]


def test_what_a_configuration_extends_counts_in_its_own_folder() -> None:
    shared = ImportAlias("config", "@db", ("libs/db",), span("config/paths.json"))
    extends = ImportAlias("app", "", ("config/paths.json",), span("app/tsconfig.json"))

    assert imported(*LIBRARY, shared, extends, taken("app/main.ts", "@db", "open")) == [("libs/db/open.ts", ("open",))]
    assert imported(*LIBRARY, shared, extends, taken("web/main.ts", "@db", "open")) == []


def test_configurations_that_extend_one_another_and_files_that_export_one_another_end() -> None:
    around = (
        ImportAlias("", "", ("b.json",), span("a.json")),
        ImportAlias("", "", ("a.json",), span("b.json")),
        taken("a.ts", "./b", module="b", exported=True),
        taken("b.ts", "./a", module="a", exported=True),
        taken("main.ts", "./a", "lost", module="a"),
    )

    assert imported(*around) == [("a.ts", ("lost",))]


def test_everything_of_a_file_of_exports_is_every_file_behind_it() -> None:
    used = taken("app/main.ts", "@db", "*")

    assert imported(*LIBRARY, ALIAS, used) == [
        ("libs/db/index.ts", ("*",)),
        ("libs/db/close.ts", ("*",)),
        ("libs/db/open.ts", ("*",)),
    ]
