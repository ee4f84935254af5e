"""Questions in plain words: what is asked, of which nodes, computed from the graph, and said with citations."""
