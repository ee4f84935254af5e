"""Reports on decisions: what binds a service, and who is concerned by one of them."""
