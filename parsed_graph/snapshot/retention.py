"""How many snapshots stay; apart from what writes them, so that the settings do not load it."""

KEEP_SNAPSHOTS = 5
