"""Rules that decision records state over the graph: read, checked on each run, kept with the snapshot, asked for."""
