"""The graph in the tables and stores of other systems: what leaves is read through a View, once, and written anew each time."""
