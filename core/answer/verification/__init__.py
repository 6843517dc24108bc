"""Whether a source carries a statement, and how that is told."""
