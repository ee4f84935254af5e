"""The typed graph of an estate, and the parsers and resolvers that fill it."""
