"""Who may see what: the policy file, and the principals that it makes."""
