"""How good the answers are: question sets, from a file or from the graph itself, and what they are measured by."""
