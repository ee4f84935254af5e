"""Who reads prose for us: the `rules` provider, which needs no model, and the clients of hosted and local models."""
