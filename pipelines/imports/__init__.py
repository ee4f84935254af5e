"""What other systems found in texts that we do not read: kept in the output's cache, added to the graph by each run as `extracted`."""
