"""Whether what counts as verified is true. Begin with `run`."""
