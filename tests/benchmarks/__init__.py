"""Benchmarks that anyone can repeat: `python -m tests.benchmarks NAME --json [--quick]`.

A package for what is measured; what several need lies beside them. `run` of a package holds the function that
measures and returns `core.published.schemas.BenchOutput`. Packages import nothing by themselves: child
processes that are measured load only what they need.
"""
