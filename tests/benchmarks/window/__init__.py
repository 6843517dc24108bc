"""Whether the window stays alive while it works. Begin with `run`."""
