"""Groups the graph into communities and reports on each of them."""
