"""The rules that a decision record states in its front matter: `constraints:` with `forbid`, `require` and `allow`."""

from collections.abc import Iterator

import yaml

from pipelines.documents.front_matter import yaml_front_matter
from pipelines.documents.records import StatedConstraint

RULES = ("forbid", "require", "allow")
MAX_CONSTRAINTS = 200
MAX_LENGTH = 500


def stated_constraints(text: str) -> tuple[StatedConstraint, ...]:
    """The rules of a document, with their lines. A list of mappings, or one mapping, each with texts or lists of them."""
    front = yaml_front_matter(text)
    try:
        root = yaml.compose(front, Loader=yaml.CSafeLoader) if front else None
    except (yaml.YAMLError, RecursionError):
        return ()  # The document says so already, as a problem of its own.
    if not isinstance(root, yaml.MappingNode):
        return ()
    found = (
        each
        for key, value in root.value
        if isinstance(key, yaml.ScalarNode) and str(key.value).strip().lower() == "constraints"
        for each in _constraints(value)
    )
    return tuple(each for each, _ in zip(found, range(MAX_CONSTRAINTS), strict=False))


def _constraints(node: yaml.Node) -> Iterator[StatedConstraint]:
    items = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for item in items:
        if not isinstance(item, yaml.MappingNode):
            if not (isinstance(item, yaml.ScalarNode) and not str(item.value).strip()):
                yield _broken(item, "a constraint is `forbid: …`, `require: …` or `allow: …`")
            continue
        for key, value in item.value:
            rule = str(key.value).strip().lower() if isinstance(key, yaml.ScalarNode) else ""
            if rule not in RULES:
                yield _broken(key, f"{rule or 'this'} is none of forbid, require, allow")
                continue
            texts = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for text in texts:
                if isinstance(text, yaml.ScalarNode) and str(text.value).strip():
                    yield StatedConstraint(rule, " ".join(str(text.value).split())[:MAX_LENGTH], _line(text))
                else:
                    yield _broken(text, f"{rule} takes a text or a list of texts")


def _broken(node: yaml.Node, why: str) -> StatedConstraint:
    return StatedConstraint("", why, _line(node))


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 2
