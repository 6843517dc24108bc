"""What `python -m tests.benchmarks research` measures."""
