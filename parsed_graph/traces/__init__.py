"""Distributed traces: spans from the usual formats, and the interactions between services that they show."""
