"""What the program answered, event by event, before its modules were moved: a refactoring must not change it.

`python -m tests.golden --check` asks anew and compares, `--write` records anew.
"""
