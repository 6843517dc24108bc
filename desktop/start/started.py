"""The way to the window that also answers where Qt cannot even be imported. GUI thread."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """As `desktop.app.main`; returns 2 as well when a library of the system is missing."""
    try:
        from desktop.app import main as open_window
    except ImportError as error:
        from core.errors import UsageError
        from desktop.start.display import IN_THE_TERMINAL
        from desktop.start.system_libraries import import_problem

        problem = import_problem(error)
        if not problem:
            raise
        print(f"docuchat-desktop: {problem} {IN_THE_TERMINAL}", file=sys.stderr)
        return UsageError.exit_code
    return open_window(argv)
