"""What people and programs talk to: the command line, and later HTTP and MCP. No logic of its own."""
