"""Whole-estate resolution: one file per kind of link."""
