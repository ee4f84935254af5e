"""One file for each way of answering: each takes a scope and a route, asks the graph, and gives a Finding."""
