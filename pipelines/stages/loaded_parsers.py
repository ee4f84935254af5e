"""Importing this loads every parser: the server that workers are forked from does so once for all of them."""

from parsed_graph.registry import all_entries

all_entries()
