"""Arrow arrays from their buffers: `pa.array` would import pandas, where it is installed, only to ask whether it got a Series."""

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Any


def arrow_array(kind: Any, values: Sequence[Any]) -> Any:
    """An array without nulls of an Arrow type: string, int64, double, a list of one of them, or a struct given as mappings."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        inner = arrow_array(kind.value_type, list(chain.from_iterable(values)))
        return pa.ListArray.from_arrays(_int32(_offsets(values)), inner, type=kind)
    if pa.types.is_struct(kind):
        columns = [arrow_array(field.type, _column(values, field.name)) for field in kind]
        return pa.StructArray.from_arrays(columns, fields=list(kind))
    if pa.types.is_string(kind):
        texts = [value.encode() for value in values]
        return pa.StringArray.from_buffers(len(texts), pa.py_buffer(_offsets(texts)), pa.py_buffer(b"".join(texts)))
    code = "d" if pa.types.is_floating(kind) else "q"
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(array(code, values))])


def _column(rows: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _offsets(values: Sequence[Any]) -> "array[int]":
    return array("i", accumulate(map(len, values), initial=0))


def _int32(values: "array[int]") -> Any:
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])
