"""Joins what one artefact spreads over several files of a repository, before anything is resolved."""
