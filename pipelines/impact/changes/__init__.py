"""What changed between two states of an estate, kind by kind, each with a verdict and whom it hits."""
