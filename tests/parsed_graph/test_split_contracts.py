from parsed_graph.facts import ApiDecl, ApiReference, SourceSpan
from parsed_graph.join.split_contracts import join_contracts

ROOT = SourceSpan("api/openapi.yaml", 7)


def fragment(path: str, pointer: str, method: str, operation_id: str) -> ApiDecl:
    return ApiDecl("http-fragment", "", method, pointer, SourceSpan(path, 3), operation_id, request="(query.x:string)")


def reference(method: str, path: str, target: str) -> ApiReference:
    return ApiReference("Shop", method, path, target, ROOT, "2", ("https://shop.example/v2",))


def test_a_path_gets_the_operations_of_its_file() -> None:
    parts = [fragment("paths/users.yaml", "#", "GET", "list"), fragment("paths/users.yaml", "#", "POST", "add")]
    whole, lost = join_contracts(parts, [reference("", "/v2/users", "paths/users.yaml#")])
    assert [(d.protocol, d.api, d.method, d.path, d.operation_id, d.version, d.span.path) for d in whole] == [
        ("http", "Shop", "GET", "/v2/users", "list", "2", "paths/users.yaml"),
        ("http", "Shop", "POST", "/v2/users", "add", "2", "paths/users.yaml"),
    ]
    assert lost == []


def test_an_operation_of_the_contract_takes_what_it_lacks_from_the_file() -> None:
    own = ApiDecl("http", "Shop", "GET", "/v2/users", ROOT)
    whole, lost = join_contracts(
        [own, fragment("ops.yaml", "#/list", "", "list")], [reference("GET", "/v2/users", "ops.yaml#/list")]
    )
    assert [(d.method, d.path, d.operation_id, d.request, d.span) for d in whole] == [
        ("GET", "/v2/users", "list", "(query.x:string)", ROOT)
    ]
    assert lost == []


def test_all_paths_may_stand_in_one_other_file() -> None:
    parts = [fragment("paths.yaml", "#/~1carts~1{id}", "GET", "cart"), fragment("other.yaml", "#/~1x", "GET", "x")]
    whole, _ = join_contracts(parts, [reference("", "/v2", "paths.yaml#")])
    assert [(d.path, d.operation_id) for d in whole] == [("/v2/carts/{id}", "cart")]


def test_a_reference_to_nothing_is_a_problem() -> None:
    whole, lost = join_contracts([], [reference("", "/v2/users", "gone.yaml#")])
    assert whole == []
    assert [(p.reason, p.detail, p.span) for p in lost] == [("ref-elsewhere", "/v2/users: gone.yaml#", ROOT)]


def test_fragments_that_nobody_refers_to_are_no_operations() -> None:
    assert join_contracts([fragment("a.yaml", "#", "GET", "x")], []) == ([], [])
