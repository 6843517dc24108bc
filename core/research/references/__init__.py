"""References in documents: found, and resolved to a place."""
