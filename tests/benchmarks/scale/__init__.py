"""What search, memory and disk cost as the number of chunks grows. Begin with `run`."""
