from parsed_graph.facts import CallText, Fact, FunctionCall, Literal, ModuleDecl, SourceSpan
from parsed_graph.join.go_packages import name_by_folder

SPAN = SourceSpan("a.go", 1)


def module(name: str, directory: str) -> ModuleDecl:
    return ModuleDecl(name, directory, SourceSpan(f"{directory}/go.mod".lstrip("/"), 1), build="go")


def targets(*facts: Fact) -> list[str]:
    return [fact.target for fact in name_by_folder(facts) if isinstance(fact, FunctionCall | CallText)]


def test_calls_into_own_modules_are_named_by_folder_and_others_are_left() -> None:
    found = targets(
        module("example.com/shop", ""),
        module("example.com/shop/tools", "cmd/tools"),
        FunctionCall("main", "example.com.shop.pkg.db.Open", SPAN, "import"),
        CallText("example.com.shop.tools.log.New", 0, (Literal("x"),), SPAN),
        FunctionCall("main", "example.com.shopping.Cart", SPAN, "import"),
        FunctionCall("main", "github.com.gin.New", SPAN, "import"),
    )

    assert found == ["pkg.db.Open", "cmd.tools.log.New", "example.com.shopping.Cart", "github.com.gin.New"]


def test_without_a_go_module_nothing_changes() -> None:
    assert targets(FunctionCall("main", "example.com.shop.Open", SPAN, "import")) == ["example.com.shop.Open"]
