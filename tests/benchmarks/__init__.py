"""Benchmarks that anyone can repeat: `python -m tests.benchmarks NAME --json [--quick]`.

A package for what is measured, with the function that measures in `run`; what several need lies beside them.
Packages import nothing by themselves: child processes that are measured load only what they need.
"""
