"""Whether answers are right, and what *verified* means. Begin with `run`."""
