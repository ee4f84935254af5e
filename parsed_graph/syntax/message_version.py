"""The version of a message type, where its name, file or schema id carries one: `order-created.v2`, `urn:shop:order:2.1.0`."""

import re

_IN_NAME = re.compile(r"[._:/-]v(\d+(?:[._]\d+)*(?:(?:alpha|beta)\d*)?)(?=[._:/-]|$)|(?<=[a-z])V(\d+)$")
_IN_ID = re.compile(r"[:/@-](\d+\.\d+(?:\.\d+)?)(?=[/.#-]|$)")


def version_in(*texts: str) -> str:
    """The first version that one of the texts ends or is divided by: `v2`, `V2` and `2.1.0` give `2`, `2` and `2.1.0`; else ""."""
    for text in texts:
        found = [*_IN_NAME.finditer(text)] or [*_IN_ID.finditer(text)]
        if found:
            return next(group for group in found[-1].groups() if group).replace("_", ".")
    return ""


def without_version(name: str) -> str:
    """`OrderCreated.v2` and `OrderCreatedV2` are both `OrderCreated`."""
    return re.sub(r"[._:-]v\d+(?:[._]\d+)*$|(?<=[a-z])V\d+$", "", name)
