"""Databases, brokers, configuration and discovery servers, monitors, mail: who uses which."""
