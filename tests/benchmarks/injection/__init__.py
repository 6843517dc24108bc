"""Whether orders in questions are seen, and orders in documents obeyed. Begin with `run`."""
