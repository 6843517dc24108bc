"""How fast documents become searchable and what it costs. Begin with `run`."""
