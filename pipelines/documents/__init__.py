"""Decision records, postmortems and other prose: found, parsed without a model, and read against the inventory."""
