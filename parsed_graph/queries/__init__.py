"""Questions the graph answers by itself, one file each; all of them go through a View."""
