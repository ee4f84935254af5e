"""Programs and deployment units, joined into the Services and Databases of an estate."""
