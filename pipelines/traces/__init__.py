"""Traces beside the files of a checkout: large trace files, and spans that services send while a receiver listens."""
