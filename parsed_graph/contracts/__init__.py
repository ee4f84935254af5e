"""Readers of contracts whose libraries are slow to import: parsers import them when the first such file turns up."""
