"""A library of business documents whose every field is known, and the questions asked of it.

What is read and asked lies in `tests/benchmarks/data/library`; its README says where it comes from.
"""
