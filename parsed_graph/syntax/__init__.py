"""One file per programming language or data format: grammar, and lowering of string expressions."""
