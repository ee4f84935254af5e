"""Serving over HTTP: requests to questions, answers to JSON or streams, and what guards both."""
