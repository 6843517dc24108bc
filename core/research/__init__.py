"""Research mode: clarify with retrieval, plan with the user, follow references, write a checked report.

An explicit phase machine: each phase is a function from a typed state to events and the next state, and the
state is stored after every step (`machine`). Sees protocols only; runs on the asking thread.
"""
