"""Addresses, from the environment."""

import os

CATALOG_URL = os.environ.get("CATALOG_URL", "http://localhost:3000")
INVENTORY_ADDR = os.environ.get("INVENTORY_ADDR", "localhost:9090")
REDIS_URL = os.environ.get("REDIS_URL", "redis://localhost:6379/0")

QUOTE_SECONDS = 15 * 60
PRICE_SECONDS = 60
