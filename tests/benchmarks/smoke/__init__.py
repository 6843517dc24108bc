"""Whether this installation is as fast as it should be. Begin with `run`."""
