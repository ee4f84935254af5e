"""Tells customers what is going on with their plants."""
