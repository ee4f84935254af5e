"""What a GraphQL document says: root fields of a schema, root fields that operations select, the members of a supergraph."""

from collections.abc import Iterator

from graphql.error import GraphQLSyntaxError
from graphql.language import ast
from graphql.language import parse as parse_graphql

from parsed_graph.contracts.graphql_shape import GraphqlShapes
from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ApiDecl, Fact, Literal, RpcCall, SourceSpan
from parsed_graph.syntax.shape_text import operation_text

MAX_TOKENS = 200_000
_API = "graphql"
_ROOTS = {"Query": "query", "Mutation": "mutation", "Subscription": "subscription"}


def graphql_facts(path: str, text: str) -> Iterator[Fact]:
    """A document may hold a schema, operations, or both. Raises ArtefactError with the line of a syntax error."""
    try:
        document = parse_graphql(text, max_tokens=MAX_TOKENS)
    except GraphQLSyntaxError as error:
        line = error.locations[0].line if error.locations else 1
        reason = "too-large" if f"than {MAX_TOKENS} tokens" in error.message else "unparseable"
        raise ArtefactError(path, line, error.message, reason=reason) from error
    yield from _declarations(path, document)
    yield from _members(path, document)
    yield from _calls(path, document)


def _declarations(path: str, document: ast.DocumentNode) -> Iterator[ApiDecl]:
    types = [item for item in document.definitions if isinstance(item, ast.TypeDefinitionNode | ast.TypeExtensionNode)]
    roots = {**_ROOTS, **dict(_stated_roots(document))}
    shapes, version = GraphqlShapes(types), _federation(document)
    for definition in types:
        method = roots.get(definition.name.value)
        if not method or not isinstance(definition, ast.ObjectTypeDefinitionNode | ast.ObjectTypeExtensionNode):
            continue
        for field in definition.fields or ():
            name = field.name.value
            if not name.startswith("_"):  # Federation's own `_entities` and `_service`, and dummies such as `_empty`.
                span = SourceSpan(path, _line(field.name))
                request, response = operation_text(shapes.parameters(field), ""), shapes.text(field.type)
                yield ApiDecl(_API, _API, method, name, span, version=version, request=request, response=response)


def _stated_roots(document: ast.DocumentNode) -> Iterator[tuple[str, str]]:
    """`schema { query: Root }` gives the root types other names."""
    for item in document.definitions:
        if isinstance(item, ast.SchemaDefinitionNode | ast.SchemaExtensionNode):
            for operation in item.operation_types or ():
                yield operation.type.name.value, operation.operation.value


def _federation(document: ast.DocumentNode) -> str:
    """`federation 2` where the schema links its specification, `federation 1` where it only uses @key, `supergraph` for a composed one."""
    used: set[str] = set()
    for item in document.definitions:
        for directive in getattr(item, "directives", None) or ():
            used.add(directive.name.value)
            if directive.name.value == "link" and any("/federation/v" in url for url in _strings(directive)):
                used.add("federation")
    if any(name.startswith("join__") for name in used):
        return "supergraph"
    return "federation 2" if "federation" in used else "federation 1" if "key" in used else ""


def _members(path: str, document: ast.DocumentNode) -> Iterator[RpcCall]:
    """A supergraph lists the subgraphs that its router calls: https://specs.apollo.dev/join/v0.3/#@graph."""
    for item in document.definitions:
        if not isinstance(item, ast.EnumTypeDefinitionNode) or item.name.value != "join__Graph":
            continue
        for value in item.values or ():
            for directive in value.directives or ():
                urls = [text for text in _strings(directive) if "://" in text]
                if directive.name.value == "join__graph" and urls:
                    span = SourceSpan(path, _line(value))
                    yield RpcCall(_API, span, "graphql-supergraph", address=(Literal(urls[0]),))


def _calls(path: str, document: ast.DocumentNode) -> Iterator[RpcCall]:
    fragments = {
        item.name.value: item.selection_set
        for item in document.definitions
        if isinstance(item, ast.FragmentDefinitionNode)
    }
    for item in document.definitions:
        if isinstance(item, ast.OperationDefinitionNode):
            for name, line in dict.fromkeys(_root_fields(item.selection_set, fragments)):
                yield RpcCall(_API, SourceSpan(path, line), "graphql-document", method=name)


def _root_fields(
    selections: ast.SelectionSetNode, fragments: dict[str, ast.SelectionSetNode]
) -> Iterator[tuple[str, int]]:
    """The fields that an operation selects at the top, through fragments of the same file."""
    pending, left = [selections], dict(fragments)
    while pending:
        for selection in pending.pop().selections:
            if isinstance(selection, ast.FieldNode):
                if not selection.name.value.startswith("__"):
                    yield selection.name.value, _line(selection)
            elif isinstance(selection, ast.InlineFragmentNode):
                pending.append(selection.selection_set)
            elif isinstance(selection, ast.FragmentSpreadNode) and selection.name.value in left:
                pending.append(left.pop(selection.name.value))


def _strings(directive: ast.ConstDirectiveNode | ast.DirectiveNode) -> list[str]:
    return [item.value.value for item in directive.arguments or () if isinstance(item.value, ast.StringValueNode)]


def _line(node: ast.Node) -> int:
    return node.loc.start_token.line if node.loc else 1
