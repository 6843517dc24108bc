"""`docuchat`: the same engine without a window. One module a command; `program` puts them together.

What several commands share: `printing` (answers, errors, JSON), `progress` (reading), `draft` (text that
still streams), `actions` (of a command, such as `runs list`).
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    # Only here: `python -m core.cli.models` and the child processes of benchmarks need no other command.
    from core.cli import program

    return program.main(argv)
