"""Benchmarks that anyone can repeat, each a function that returns `core.schemas.BenchOutput`."""
