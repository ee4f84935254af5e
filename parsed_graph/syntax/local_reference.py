"""`$ref` within one document (JSON Reference and RFC 6901 pointers): what it stands for and what it is called."""

import re
from urllib.parse import unquote

from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue

MAX_HOPS = 20


def local_target(root: YamlValue, value: YamlValue) -> YamlValue:
    """What a value stands for: a `$ref` into the same document is followed, one into another file is left as it is."""
    for _ in range(MAX_HOPS):
        reference = value.text("$ref") if isinstance(value, YamlMapping) else ""
        if not reference.startswith("#"):
            return value
        value = at_pointer(root, reference[1:])
    return None


def reference_name(reference: str) -> str:
    """`#/components/schemas/Order` and `schemas/Order.yaml` are both called `Order`."""
    last = unquote(reference.rstrip("/#").rpartition("/")[2].rpartition("#")[2])
    return re.sub(r"\.(ya?ml|json|avsc)$", "", last.replace("~1", "/").replace("~0", "~"))


def at_pointer(root: YamlValue, pointer: str) -> YamlValue:
    """The value at a JSON pointer (RFC 6901), None where there is none."""
    value = root
    for token in pointer.split("/")[1:]:
        name = unquote(token).replace("~1", "/").replace("~0", "~")
        if isinstance(value, YamlMapping):
            value = value.get(name)
        elif isinstance(value, YamlList) and name.isdecimal() and int(name[:9]) < len(value):
            value = value[int(name[:9])]
        else:
            return None
    return value
