"""Runs the stages; reads documents; retrieves; reports; serves."""
