"""The Java grammar, and its node kinds by number: a kind's name is a new string at each look, its number is not."""

import tree_sitter_java
from tree_sitter import Language as Grammar

GRAMMAR = Grammar(tree_sitter_java.language())


def kind_id(name: str) -> int:
    """The number of a named node kind. Raises ValueError for a kind that the grammar does not have."""
    found = GRAMMAR.id_for_node_kind(name, True)
    if not found:
        raise ValueError(f"the Java grammar has no node {name}")
    return found


METHOD_INVOCATION = kind_id("method_invocation")
OBJECT_CREATION = kind_id("object_creation_expression")
LAMBDA = kind_id("lambda_expression")
IDENTIFIER = kind_id("identifier")
ARGUMENT_LIST = kind_id("argument_list")
MODIFIERS = kind_id("modifiers")
CLASS_BODY = kind_id("class_body")
