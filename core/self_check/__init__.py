"""Is this installation in order and about as fast as it should be? What `docuchat self-check` measures."""
