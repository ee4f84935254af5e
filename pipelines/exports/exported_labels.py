"""Which nodes leave for another system."""

from parsed_graph.schema import NodeLabel

EXPORTED = tuple(label for label in NodeLabel if label not in (NodeLabel.FILE, NodeLabel.FUNCTION))
"""Files and functions stay at home: they are many, and answer questions of code rather than of the estate."""
