"""Finds the text units that answer a question: by words, by meaning and along the graph."""
