"""Drawings in the formats that other tools and browsers read; each escapes what the repositories say."""
