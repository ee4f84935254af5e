"""The files of one snapshot: how each is laid out, written and read."""
